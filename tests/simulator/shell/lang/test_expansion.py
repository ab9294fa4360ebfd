"""The expansion of words."""

from __future__ import annotations

import pytest

from tests.simulator.shell._checks import check_error, check_output


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("echo ${x:?gone}", "bash: x: gone\n", 1),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    check_error(line, shown, status)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("echo ~ $HOME $USER", "/home/user /home/user user\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    check_output(line, shown)
