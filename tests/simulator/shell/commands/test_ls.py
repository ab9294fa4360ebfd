"""``ls``."""

from __future__ import annotations

import pytest

from tests.simulator.shell._checks import check_error, check_output


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("ls nope", "ls: cannot access 'nope': No such file or directory\n", 2),
        ("ls --zzz", "ls: unrecognized option '--zzz'\nTry 'ls --help' for more information.\n", 2),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    check_error(line, shown, status)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("ls", "docs\nfruit.txt\nnotes.txt\n"),
        ("ls -l notes.txt", "-rw-r--r-- 1 user user 8 Apr 24 23:06 notes.txt\n"),
        (
            "ls -ld docs /etc",
            "drwxr-xr-x 2 root root 4096 Jan  1  1970 /etc\ndrwxr-xr-x 2 user user 4096 Apr 24 23:06 docs\n",
        ),
        ("ls -R docs .", ".:\ndocs\nfruit.txt\nnotes.txt\n\n./docs:\nplan.md\n\ndocs:\nplan.md\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    check_output(line, shown)
