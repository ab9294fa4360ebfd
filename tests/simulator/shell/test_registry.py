"""Help texts of commands."""

from __future__ import annotations

import pytest

from tests.simulator.shell._checks import check_output


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("cat --help", "Usage: cat [-n] [-b] [-s] [-v] [-A] [-E] [-T] [FILE]...\nJoin files.\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    check_output(line, shown)
