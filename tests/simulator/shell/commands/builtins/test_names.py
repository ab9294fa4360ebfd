"""Names of commands."""

from __future__ import annotations

import pytest

from tests.simulator.shell._checks import check_output


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("which ls cd; type cd ls", "/usr/bin/ls\ncd is a shell builtin\nls is /usr/bin/ls\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    check_output(line, shown)
