"""Commands that describe files."""

from __future__ import annotations

import pytest

from tests.simulator.shell._checks import check_output


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("stat -c '%n %s %U %a' notes.txt", "notes.txt 8 user 644\n"),
        ("file notes.txt docs", "notes.txt: ASCII text\ndocs:      directory\n"),
        ("du -h docs", "8.0K\tdocs\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    check_output(line, shown)
