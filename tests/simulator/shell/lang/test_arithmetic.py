"""Arithmetic."""

from __future__ import annotations

import pytest

from tests.simulator.shell._checks import check_error


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("echo $((1/0))", 'bash: 1/0: division by 0 (error token is "0")\n', 1),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    check_error(line, shown, status)
