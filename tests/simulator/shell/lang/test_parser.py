"""The parser: syntax errors in the words of bash."""

from __future__ import annotations

import pytest

from tests.simulator.shell._checks import check_error


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("if true", "bash: syntax error: unexpected end of file\n", 2),
        ("echo |", "bash: syntax error: unexpected end of file\n", 2),
        ("echo )", "bash: syntax error near unexpected token `)'\n", 2),
        ("a=(1 2)", "bash: arrays are not supported by this shell\n", 2),
        ("'open", "bash: unexpected EOF while looking for matching `''\n", 2),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    check_error(line, shown, status)
