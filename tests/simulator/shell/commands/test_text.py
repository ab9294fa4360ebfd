"""Commands that print and count lines."""

from __future__ import annotations

import pytest

from crab_sim.shell.testing import example_run
from tests.simulator.shell._checks import check_error, check_output


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("cat nope", "cat: nope: No such file or directory\n", 1),
        ("cat docs", "cat: docs: Is a directory\n", 1),
        ("head -n x notes.txt", "head: invalid number of lines: ‘x’\n", 1),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    check_error(line, shown, status)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("wc docs/plan.md; wc -m < docs/plan.md", " 3  4 16 docs/plan.md\n15\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    check_output(line, shown)


def test_wc_without_a_readable_file_still_prints_the_total() -> None:
    result = example_run("wc -L nope docs")
    assert (result.stdout, result.status) == (b"0 total\n", 1)
