"""Commands that create, remove and change files."""

from __future__ import annotations

import pytest

from tests.simulator.shell._checks import check_error


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("rm docs", "rm: cannot remove 'docs': Is a directory\n", 1),
        ("rm nope", "rm: cannot remove 'nope': No such file or directory\n", 1),
        ("rmdir docs", "rmdir: failed to remove 'docs': Directory not empty\n", 1),
        ("mkdir docs", "mkdir: cannot create directory ‘docs’: File exists\n", 1),
        ("mkdir a/b", "mkdir: cannot create directory ‘a/b’: No such file or directory\n", 1),
        ("rm -rf /", "rm: it is dangerous to operate recursively on '/'\n", 1),
        ("chmod 999 notes.txt", "chmod: invalid mode: '999'\nTry 'chmod --help' for more information.\n", 1),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    check_error(line, shown, status)
