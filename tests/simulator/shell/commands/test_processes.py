"""Commands about processes."""

from __future__ import annotations

import pytest

from tests.simulator.shell._checks import check_output


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (
            "ps",
            "    PID TTY          TIME CMD\n      1 ?        00:00:00 init\n    812 ?        00:00:00 gnome-shell\n"
            "   4242 ?        00:00:00 bash\n",
        ),
        ("pgrep gnome; pidof init", "812\n1\n"),
        ("sleep 1m; date +%T; sleep 0.5", "12:54:20\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    check_output(line, shown)
