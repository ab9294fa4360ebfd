"""What is written without openpyxl is what openpyxl writes."""

from __future__ import annotations

import random

import pytest

from crab_sim.documents.formulas.formats import GENERAL
from crab_sim.documents.formulas.values import SheetError, Value
from crab_sim.engines.sheets.book import PLAIN, Book, Box, Cell, Filter, Sheet, Style, put_cells
from crab_sim.engines.sheets.files import xlsx_writer

pytest.importorskip("openpyxl")
VALUES: tuple[Value, ...] = (
    None, 0.0, -3.0, 55.93, 0.1 + 0.2, 1e22, 1e-9, True, False, "", "tea", " a  b ", "x\n\ty", "<&>\"'", "é 😀 \x7f",
    "\x01\x02", "=1+1", "#N/A", SheetError("#N/A"), SheetError("#DIV/0!"), SheetError("Err:502"), "y" * 40_000,
)  # fmt: skip
FORMULAS = ("", "", "", "=A1", '=IF(B2>1,"<é>",$Sheet2.A1)', "=SUM(A1:B9)", '="😀"&A1')
LOOKS = (
    PLAIN, PLAIN, Style(bold=True), Style(format="0.00%"), Style(format="BOOLEAN"), Style(italic=True, align="right"),
    Style(format="YYYY-MM-DD", fill="FFFF00"), Style(underline=True, ink="C9211E", align="center"), Style(align="left"),
)  # fmt: skip


def _sheet(rng: random.Random, name: str) -> Sheet:
    cells = {
        (rng.randrange(8), rng.choice((0, 1, 2, 30))): Cell(
            rng.choice(VALUES), rng.choice(FORMULAS), rng.choice(LOOKS), rng.choice((GENERAL, GENERAL, "HH:MM"))
        )
        for _ in range(rng.choice((0, 1, 12)))
    }
    chosen = Filter(Box(0, 0, 3, rng.randrange(3)), {}) if rng.random() < 0.3 else None
    widths = {rng.randrange(4): rng.choice((40, 85, 120)) for _ in range(rng.choice((0, 0, 2)))}
    hidden = frozenset(rng.sample(range(10), rng.choice((0, 0, 3))))
    return put_cells(Sheet(name, widths=widths, hidden=hidden, filter=chosen), cells)


def test_files_are_those_of_openpyxl() -> None:
    rng = random.Random(0)
    for _ in range(150):
        book = Book(tuple(_sheet(rng, name) for name in ("Sheet1", "Sheet2", "Köln & Bonn")[: rng.randrange(1, 4)]))
        for _ in range(2):  # the second time with what was kept
            written = [(name, data) for name, data, _ in xlsx_writer._files(book)]
            expected = [(name, data) for name, data, _ in xlsx_writer._by_openpyxl(book)]
            times = "docProps/core.xml"
            assert [row for row in written if row[0] != times] == [row for row in expected if row[0] != times]


@pytest.mark.parametrize("value", [float("inf"), float("nan"), "\ufffe"])
def test_openpyxl_writes_or_refuses_what_is_odd(value: Value) -> None:
    book = Book((put_cells(Sheet("Sheet1"), {(0, 0): Cell(value)}),))
    results = []
    for write in (xlsx_writer._files, xlsx_writer._by_openpyxl):
        try:
            results.append(next(data for name, data, _ in write(book) if name.endswith("sheet1.xml")))
        except ValueError as error:
            results.append(str(error).encode())
    assert results[0] == results[1]
