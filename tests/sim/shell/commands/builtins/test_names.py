"""Names of commands."""

from __future__ import annotations

import pytest

from crab_gym.sim.shell.testing import example_run


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("which ls cd; type cd ls", "/usr/bin/ls\ncd is a shell builtin\nls is /usr/bin/ls\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    assert example_run(line).stdout.decode() == shown
