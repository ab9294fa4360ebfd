"""``sort``."""

from __future__ import annotations

import pytest

from crab_gym.sim.shell.testing import example_files, example_run

FILES = example_files()


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("sort -k0 notes.txt", "sort: invalid number at field start: invalid count at start of ‘0’\n", 2),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    result = example_run(line)
    assert (result.terminal.decode(), result.status) == (shown, status)
    assert result.stdout == b""
    assert result.files == FILES
