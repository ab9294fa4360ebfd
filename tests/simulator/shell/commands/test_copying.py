"""``cp``, ``mv`` and ``ln``."""

from __future__ import annotations

import pytest

from tests.simulator.shell._checks import check_error


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("cp docs x", "cp: -r not specified; omitting directory 'docs'\n", 1),
        ("cp nope x", "cp: cannot stat 'nope': No such file or directory\n", 1),
        ("cp notes.txt notes.txt", "cp: 'notes.txt' and 'notes.txt' are the same file\n", 1),
        ("cp -r docs docs", "cp: cannot copy a directory, 'docs', into itself, 'docs/docs'\n", 1),
        ("mv nope x", "mv: cannot stat 'nope': No such file or directory\n", 1),
        ("ln notes.txt x", "ln: failed to create hard link 'x' => 'notes.txt': Operation not permitted\n", 1),
        ("mv docs docs", "mv: cannot move 'docs' to a subdirectory of itself, 'docs/docs'\n", 1),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    check_error(line, shown, status)
