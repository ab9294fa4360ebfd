"""Help texts of commands."""

from __future__ import annotations

import pytest

from crab_gym.sim.shell.testing import example_run


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("cat --help", "Usage: cat [-n] [-b] [-s] [-A] [FILE]...\nJoin files.\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    assert example_run(line).stdout.decode() == shown
