"""``find``."""

from __future__ import annotations

import pytest

from tests.simulator.shell._checks import check_error


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("find nope", "find: ‘nope’: No such file or directory\n", 1),
        ("find . -zzz", "find: unknown predicate `-zzz'\n", 1),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    check_error(line, shown, status)
