"""Commands about the machine."""

from __future__ import annotations

import pytest

from tests.simulator.shell._checks import check_error, check_output


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("curl https://example.com/x", "curl: (6) Could not resolve host: example.com\n", 6),
        ("wget -q example.com", "wget: unable to resolve host address ‘example.com’\n", 4),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    check_error(line, shown, status)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("whoami; hostname; id -u; pwd", "user\ndesktop\n1000\n/home/user\n"),
        ("uname -a", "Linux desktop 6.1.0-18-amd64 #1 SMP PREEMPT_DYNAMIC x86_64 GNU/Linux\n"),
        ("printenv HOME NOPE", "/home/user\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    check_output(line, shown)
