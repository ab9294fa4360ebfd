"""Arithmetic."""

from __future__ import annotations

import pytest

from crab_gym.sim.shell.testing import example_files, example_run

FILES = example_files()


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("echo $((1/0))", 'bash: 1/0: division by 0 (error token is "0")\n', 1),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    result = example_run(line)
    assert (result.terminal.decode(), result.status) == (shown, status)
    assert result.stdout == b""
    assert result.files == FILES
