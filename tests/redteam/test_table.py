"""The table of docs/security.md tells what the red team really runs."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.redteam import test_fuzz_actions, test_fuzz_lines

ROOT = Path(__file__).parents[2]
FUZZED = {"test_fuzz_actions.py": test_fuzz_actions.ATTACKS, "test_fuzz_lines.py": test_fuzz_lines.ATTACKS}
"""Pieces of random input in a file whose test cases are no attacks by themselves."""


def test_the_table_has_the_numbers_of_the_suite() -> None:
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\|.*\| ([\d,]+) \|[^|]*\| \[`(\w+\.py)`\]\(\.\./tests/redteam/\2\) \|$", page, re.MULTILINE)
    told = {file: int(count.replace(",", "")) for count, file in rows}
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0", "--slow", "-p", "no:cacheprovider"]
    shown = subprocess.run([*command, "tests/redteam"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    cases = Counter(re.findall(r"^tests/redteam/(\w+\.py)::", shown, re.MULTILINE))
    del cases[Path(__file__).name]
    assert told == {file: FUZZED.get(file, count) for file, count in cases.items()}
