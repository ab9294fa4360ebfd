"""``find``."""

from __future__ import annotations

import pytest

from crab_gym.sim.shell.testing import example_files, example_run

FILES = example_files()


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("find nope", "find: ‘nope’: No such file or directory\n", 1),
        ("find . -zzz", "find: unknown predicate `-zzz'\n", 1),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    result = example_run(line)
    assert (result.terminal.decode(), result.status) == (shown, status)
    assert result.stdout == b""
    assert result.files == FILES
