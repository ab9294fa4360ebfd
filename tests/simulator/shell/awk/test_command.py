"""The command ``awk``."""

from __future__ import annotations

import pytest

from tests.simulator.shell._checks import check_output


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("awk '{n+=$2} END {print n/NR}' fruit.txt", "6.66667\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    check_output(line, shown)
