"""``xargs``."""

from __future__ import annotations

import pytest

from crab_gym.sim.shell.testing import example_run


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("seq 3 | paste -sd+ | xargs -I{} echo 'sum {}'", "sum 1+2+3\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    assert example_run(line).stdout.decode() == shown
