"""``xargs``."""

from __future__ import annotations

import pytest

from tests.simulator.shell._checks import check_output


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("seq 3 | paste -sd+ | xargs -I{} echo 'sum {}'", "sum 1+2+3\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    check_output(line, shown)
