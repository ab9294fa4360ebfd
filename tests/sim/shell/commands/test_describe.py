"""Commands that describe files."""

from __future__ import annotations

import pytest

from crab_gym.sim.shell.testing import example_run


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("stat -c '%n %s %U %a' notes.txt", "notes.txt 8 user 644\n"),
        ("file notes.txt docs", "notes.txt: ASCII text\ndocs:      directory\n"),
        ("du -h docs", "8.0K\tdocs\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    assert example_run(line).stdout.decode() == shown
