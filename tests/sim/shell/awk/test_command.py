"""The command ``awk``."""

from __future__ import annotations

import pytest

from crab_gym.sim.shell.testing import example_run


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("awk '{n+=$2} END {print n/NR}' fruit.txt", "6.66667\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    assert example_run(line).stdout.decode() == shown
