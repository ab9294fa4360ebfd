"""The matcher of POSIX regular expressions."""

from __future__ import annotations

import pytest

from crab_sim.machine.work import Budget
from crab_sim.shell.regex.matcher import compile_regex


@pytest.mark.parametrize(
    "pattern", ["(a+)+b", "(a|a)*b", "(a*)*b", "a*a*a*a*a*a*b", "(a?){40}a{40}b", "(.*)*x", "(a|ab)(c|bcd)(d*)"]
)
def test_no_pattern_runs_for_ever(pattern: str) -> None:
    budget = Budget()
    assert compile_regex(pattern, extended=True).search("a" * 60, 0, budget) is None
    assert budget.left > 0


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("a|ab", "xabx", "ab"),
        ("(a|ab)(c|bcd)", "abcd", "abcd"),
        ("(a+)+", "caaat", "aaa"),
        ("([0-9]+\\.)+[0-9]+", "v1.22.333!", "1.22.333"),
        ("^(x|y)*$", "xyxy", "xyxy"),
        ("\\<o", "to our", "o"),
        ("[[:upper:]]{2,}", "aBCDe", "BCD"),
        ("x{0}y", "xy", "y"),
    ],
)
def test_longest_match(pattern: str, text: str, found: str) -> None:
    match = compile_regex(pattern, extended=True).search(text, 0, Budget())
    assert match is not None and match.group(0) == found
