"""Commands about the machine."""

from __future__ import annotations

import pytest

from crab_gym.sim.shell.testing import example_files, example_run

FILES = example_files()


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("curl https://example.com/x", "curl: (6) Could not resolve host: example.com\n", 6),
        ("wget -q example.com", "wget: unable to resolve host address ‘example.com’\n", 4),
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
        ("whoami; hostname; id -u; pwd", "user\ndesktop\n1000\n/home/user\n"),
        ("uname -a", "Linux desktop 6.1.0-18-amd64 #1 SMP PREEMPT_DYNAMIC x86_64 GNU/Linux\n"),
        ("printenv HOME NOPE", "/home/user\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    assert example_run(line).stdout.decode() == shown
