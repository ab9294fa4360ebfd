"""Scripts of ``sed``."""

from __future__ import annotations

import pytest

from tests.simulator.shell._checks import check_error


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("sed 's/a' notes.txt", "sed: -e expression #1, char 3: unterminated `s' command\n", 1),
        ("echo a | sed -i s/a/b/", "sed: no input files\n", 4),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    check_error(line, shown, status)
