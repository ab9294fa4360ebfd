"""Working directory and history."""

from __future__ import annotations

import pytest

from tests.simulator.shell._checks import check_error, check_output


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("cd nope", "bash: cd: nope: No such file or directory\n", 1),
        ("cd notes.txt", "bash: cd: notes.txt: Not a directory\n", 1),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    check_error(line, shown, status)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("history", "    1  history\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    check_output(line, shown)
