"""``date``."""

from __future__ import annotations

import pytest

from crab_gym.sim.shell.testing import example_files, example_run

FILES = example_files()


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("date -d rubbish", "date: invalid date ‘rubbish’\n", 1),
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
        ("date; date +%F", "Mon May  6 12:53:20 UTC 2024\n2024-05-06\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    assert example_run(line).stdout.decode() == shown
