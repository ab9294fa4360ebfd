"""Small workbooks for tests of formulas."""

from __future__ import annotations

from collections.abc import Sequence

from crab_sim.documents.formulas.entry import read_entry
from crab_sim.documents.formulas.evaluator import Surroundings
from crab_sim.documents.formulas.formats import GENERAL
from crab_sim.documents.formulas.references import parse_ref
from crab_sim.documents.formulas.values import Value
from crab_sim.engines.sheets.book import PLAIN, Book, Cell, Sheet, cell_at, put_cells
from crab_sim.engines.sheets.edits import shown_text
from crab_sim.engines.sheets.recalculation import computed

NOON = Surroundings(45_306.5, "seed")
"""2024-01-15, 12:00."""
TABLE = (
    ("3", "apple", "2024-01-15", "TRUE", "10"),
    ("-1.5", "Banana", "2023-12-31", "FALSE", "20"),
    ("0", "", "2024-02-29", "", "30"),
    ("7", "apple pie", "2020-06-01", "TRUE", "40"),
    ("12.25", "'12", "1999-12-31", "", "50"),
    ("2", "cherry tart", "", "TRUE", "60"),
)
"""The cells A1:E6 of most tests."""


def book(rows: Sequence[Sequence[str]], *more: Sequence[Sequence[str]]) -> Book:
    """Returns a computed workbook with sheets of typed texts: Sheet1, Sheet2, …"""
    sheets = [put_cells(Sheet(f"Sheet{i + 1}"), _cells_of(cells)) for i, cells in enumerate((rows, *more))]
    return computed(Book(tuple(sheets)), NOON)


def _cells_of(rows: Sequence[Sequence[str]]) -> dict[tuple[int, int], Cell]:
    """Returns cells with texts as they would be typed, from A1 on."""
    cells: dict[tuple[int, int], Cell] = {}
    for i, row in enumerate(rows):
        for j, typed in enumerate(row):
            entry = read_entry(typed)
            style = PLAIN if entry.format == GENERAL else PLAIN._replace(format=entry.format)
            if typed:
                cells[i, j] = Cell(entry.value, entry.formula, style)
    return cells


def value(of: Book, place: str, sheet: int = 0) -> Value:
    ref = parse_ref(place)
    assert ref is not None
    return cell_at(of.sheets[sheet], ref.row, ref.column).value


def shown(of: Book, place: str, sheet: int = 0) -> str:
    ref = parse_ref(place)
    assert ref is not None
    return shown_text(cell_at(of.sheets[sheet], ref.row, ref.column))


def result(formula: str, rows: Sequence[Sequence[str]] = TABLE) -> str:
    """Returns the text that a formula in H1 shows beside a table."""
    first = [*rows[0], *[""] * (7 - len(rows[0])), formula]
    return shown(book([first, *rows[1:]]), "H1")
