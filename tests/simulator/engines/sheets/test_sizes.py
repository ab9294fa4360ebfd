"""Sizes of values, cells and workbooks: what grows by itself ends as an error, as in Calc."""

from __future__ import annotations

import zipfile
from io import BytesIO

import pytest

from crab_sim.documents.formulas.values import LONGEST
from crab_sim.engines.sheets.book import MAX_TEXT, Book, Cell, Sheet, cell_at, put_cells, text_size
from crab_sim.engines.sheets.edits import typed
from crab_sim.engines.sheets.files.ods_file import read_ods, write_ods
from crab_sim.engines.sheets.recalculation import computed, recalculated
from tests.simulator.engines.sheets._sheets import NOON, book, result, value

LONG = "x" * LONGEST


def test_a_text_that_is_doubled_ends_as_an_error() -> None:
    column = [["x"], *[[f"=A{row}&A{row}"] for row in range(1, 70)]]
    of = book(column)
    lengths = [len(str(value(of, f"A{row}"))) for row in range(1, 16)]
    assert lengths == [1 << row for row in range(15)]
    assert value(of, "A16") == value(of, "A70") and text_size(of) < 100_000
    typed_later = typed(of, 0, 0, 0, "yz", 2026)
    assert value(recalculated(typed_later.book, typed_later.changed, NOON), "A15") == value(of, "A16")


@pytest.mark.parametrize(
    "formula",
    [
        '=A1&"x"', "=CONCATENATE(A1,A1)", "=CONCAT(A1:A3,A1)", '=TEXTJOIN("-",0,A1,A1)', '=REPT("ab",30000)',
        '=SUBSTITUTE(A1,"x","xy")', '=SUBSTITUTE(A1,"x","xy",3)', '=REPLACE(A1,1,1,"xyz")', '=UPPER(A2)',
        "=SUMPRODUCT(LEN(A1:A200&B1))", '=REPT(A1,1e9)',
    ],
)  # fmt: skip
def test_no_function_makes_longer_texts(formula: str) -> None:
    rows = [["'" + LONG], ["'" + "ß" * (LONGEST - 1)], *[["'" + LONG]] * 198]
    rows[0] = ["'" + LONG, "'y"]
    assert result(formula, rows) == "Err:502"
    assert result("=LEN(A1)", rows) == str(LONGEST)


def test_a_cell_holds_no_longer_text() -> None:
    of = put_cells(Sheet("Sheet1"), {(0, 0): Cell(LONG + "y"), (1, 0): Cell(None, "=" + "1+" * LONGEST)})
    assert cell_at(of, 0, 0).value == LONG and len(cell_at(of, 1, 0).formula) == LONGEST
    edit = typed(Book((of,)), 0, 2, 0, LONG * 3, 2026)
    assert value(edit.book, "A3") == LONG


def test_a_workbook_holds_so_many_characters() -> None:
    of = book([[f'=REPT("{row % 10}",32767)'] for row in range(1000)])
    assert MAX_TEXT * 0.9 < text_size(of) < MAX_TEXT * 1.1
    assert value(of, "A1") == "0" * LONGEST and str(value(of, "A1000")).count("9") == 0
    again = computed(of, NOON)
    assert text_size(again) < MAX_TEXT * 1.1


def test_a_file_that_repeats_its_rows_is_bounded() -> None:
    small = write_ods(book([["'" + "x" * 1000, "=A1&A1", "=B1&B1"]]), "2024-01-15T12:00:00Z")
    data = BytesIO()
    with zipfile.ZipFile(BytesIO(small)) as old, zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            text = old.read(name)
            if name == "content.xml":
                text = text.replace(b"<table:table-row>", b'<table:table-row table:number-rows-repeated="50000">', 1)
            new.writestr(name, text)
    assert len(data.getvalue()) < 4000
    assert text_size(read_ods(data.getvalue())) > MAX_TEXT  # the rows share one text: the app refuses them
