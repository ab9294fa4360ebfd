"""``date``."""

from __future__ import annotations

import pytest

from tests.simulator.shell._checks import check_error, check_output


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("date -d rubbish", "date: invalid date ‘rubbish’\n", 1),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    check_error(line, shown, status)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("date; date +%F", "Mon May  6 12:53:20 UTC 2024\n2024-05-06\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    check_output(line, shown)
