"""Random formulas have the same values in the real LibreOffice."""

from __future__ import annotations

import csv
import math
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from crab_sim.engines.sheets.book import cell_at, put_cells
from crab_sim.engines.sheets.files.ods_file import write_ods
from tests.simulator.engines.sheets._sheets import TABLE, book, shown, value

COUNT = 500
_RANGES = ("A1:A6", "E1:E6", "B1:B6", "A1:E6", "D1:D6", "C1:C5", "A2:A2")
_TEXTS = ('"apple"', '"a*"', '"Banana"', '">5"', '"<>7"', '"x y"', '""', '"12"', '"2024-01-05"', "B1", "B2", "B4")
_NUMBERS = ("1", "2", "-3", "0.5", "7", "100", "12.345", "A1", "A2", "A3", "A5", "E2", "D1", "C1", "50%")


def number(rng: random.Random, depth: int) -> str:
    if depth == 0 or rng.random() < 0.3:
        return rng.choice(_NUMBERS)
    one, two = number(rng, depth - 1), number(rng, depth - 1)
    cells = rng.choice(_RANGES)
    return rng.choice(
        [
            f"({one}{rng.choice('+-*/')}{two})", f"-{one}", f"ROUND({one},{rng.randrange(-2, 4)})", f"ABS({one})",
            f"MOD({one},{two})", f"INT({one})", f"IF({truth(rng, depth - 1)},{one},{two})", f"IFERROR({one},{two})",
            f"{rng.choice(('SUM', 'AVERAGE', 'MIN', 'MAX', 'COUNT', 'COUNTA', 'PRODUCT', 'STDEV', 'VAR'))}({cells})",
            f"MEDIAN({cells})", "SUMSQ(A1:A6)", f"LARGE(A1:A6,{rng.randrange(0, 8)})",
            f"COUNTIF({cells},{rng.choice(_TEXTS)})", f"SUMIF(B1:B6,{rng.choice(_TEXTS)},E1:E6)",
            f"MATCH({rng.choice(_TEXTS)},B1:B6,0)", f"MATCH({one},E1:E6,1)", f"VLOOKUP({one},A1:E6,5,FALSE)",
            f"INDEX(E1:E6,{rng.randrange(1, 8)})", f"LEN({text(rng, depth - 1)})", f"SUMPRODUCT(A1:A6*({one}))",
            f"SUMPRODUCT((A1:A6>{one})*E1:E6)", f"FIND({rng.choice(_TEXTS)},{text(rng, depth - 1)})",
            f"SEARCH({rng.choice(_TEXTS)},{text(rng, depth - 1)})", f"VALUE({text(rng, depth - 1)})",
            f"YEAR(C{rng.randrange(1, 6)})", f"MONTH(C{rng.randrange(1, 6)})", f"WEEKDAY(C1,{rng.randrange(1, 4)})",
            f"DAYS(C1,C{rng.randrange(1, 6)})", f"EOMONTH(C1,{rng.randrange(-14, 15)})", f"TRUNC({one},1)",
            f"POWER({one},2)", f"SIGN({one})", f"ROWS({cells})", f"COLUMN(C{rng.randrange(1, 5)})",
        ]
    )  # fmt: skip


def text(rng: random.Random, depth: int) -> str:
    if depth == 0 or rng.random() < 0.3:
        return rng.choice(_TEXTS)
    one = text(rng, depth - 1)
    count = rng.randrange(0, 5)
    return rng.choice(
        [
            f"({one}&{text(rng, depth - 1)})", f"LEFT({one},{count})", f"RIGHT({one},{count})", f"MID({one},2,{count})",
            f"UPPER({one})", f"PROPER({one})", f"TRIM({one})", f'SUBSTITUTE({one},"a","oo")', f"REPT({one},{count})",
            f'REPLACE({one},1,{count},"_")', f'TEXT({number(rng, depth - 1)},"#,##0.00")',
            f'TEXT({number(rng, depth - 1)},"0.0%")', f'TEXT(C{rng.randrange(1, 6)},"DD/MM/YYYY")',
            f"IF({truth(rng, depth - 1)},{one},{rng.choice(_TEXTS)})", f"CONCATENATE({one},{rng.choice(_NUMBERS)})",
        ]
    )  # fmt: skip


def truth(rng: random.Random, depth: int) -> str:
    if depth == 0:
        return rng.choice(("TRUE", "FALSE", "A1>2", "B1=B4", "D2"))
    one = number(rng, depth - 1)
    return rng.choice(
        [
            f"{one}{rng.choice(('=', '<>', '<', '>', '<=', '>='))}{number(rng, depth - 1)}",
            f"AND({truth(rng, depth - 1)},{truth(rng, depth - 1)})", f"OR({truth(rng, depth - 1)},A3=0)",
            f"NOT({truth(rng, depth - 1)})", f"ISNUMBER({one})", f"ISERROR({one})", f"ISTEXT({text(rng, depth - 1)})",
            f"EXACT({text(rng, depth - 1)},B1)", f"ISBLANK(D{rng.randrange(1, 6)})",
        ]
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="needs LibreOffice")
def test_random_formulas(tmp_path: Path) -> None:
    rng = random.Random(7)
    formulas = ["=" + rng.choice((number, text, truth))(rng, 3) for _ in range(COUNT)]
    rows = [[*row, *[""] * (6 - len(row))] for row in TABLE]
    of = book([*rows, *[["", "", "", "", "", "", formula] for formula in formulas]])
    bare = put_cells(
        of.sheets[0], {at: cell_at(of.sheets[0], *at)._replace(value=None) for at in of.sheets[0].formulas}
    )  # without our results, so that LibreOffice computes its own
    (tmp_path / "book.ods").write_bytes(write_ods(of._replace(sheets=(bare,)), "2024-01-15T12:00:00Z"))
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    argv = [
        "soffice",
        profile,
        "--headless",
        "--convert-to",
        "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true",
    ]
    subprocess.run([*argv, "--outdir", str(tmp_path), str(tmp_path / "book.ods")], check=True, capture_output=True)
    with (tmp_path / "book.csv").open(encoding="utf-8", newline="") as file:
        theirs = [row[6] for row in csv.reader(file)][len(TABLE) :]
    wrong = []
    for number_of, (formula, expected) in enumerate(zip(formulas, theirs, strict=True), len(TABLE) + 1):
        ours, found = shown(of, f"G{number_of}"), value(of, f"G{number_of}")
        if ours != expected and not (isinstance(found, float) and close(found, expected)):
            wrong.append((formula, ours, expected))
    assert not wrong, f"{len(wrong)} of {COUNT} differ: {wrong[:20]}"


def close(ours: float, shown_number: str) -> bool:
    """Whether a number is the one that is shown, apart from the format."""
    try:
        return math.isclose(ours, float(shown_number.replace(",", "")), rel_tol=1e-8, abs_tol=1e-8)
    except ValueError:
        return False
