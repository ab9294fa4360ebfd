"""Working directory and history."""

from __future__ import annotations

import pytest

from crab_gym.sim.shell.testing import example_files, example_run

FILES = example_files()


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("cd nope", "bash: cd: nope: No such file or directory\n", 1),
        ("cd notes.txt", "bash: cd: notes.txt: Not a directory\n", 1),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    result = example_run(line)
    assert (result.terminal.decode(), result.status) == (shown, status)
    assert result.stdout == b""
    assert result.files == FILES


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("history", "    1  history\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    assert example_run(line).stdout.decode() == shown
