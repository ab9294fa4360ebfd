"""Workbooks as plain, immutable data: an edit makes a new one that shares all that it doesn't change.

* `Book`, `Sheet`, `Cell`, `Style` - the parts. `put_cells` - the one way to change cells.
* `MAX_TEXT`, `text_size`, `cell_size` - the most characters of a workbook, and those that it or a cell has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from crab_sim.documents.formulas.formats import GENERAL
from crab_sim.documents.formulas.values import LONGEST, Value

__all__ = [
    "DEFAULT_WIDTH", "EMPTY", "MAX_TEXT", "PLAIN", "Book", "Box", "Cell", "Chart", "Filter", "Formulas",
    "Rows", "Sheet", "Style", "cell_at", "cell_size", "cells_in", "new_book", "put_cells", "replace_sheet",
    "sheet_number", "text_size", "used",
]  # fmt: skip

DEFAULT_WIDTH: Final = 85
"""Pixels of a column, 2.26 cm."""
MAX_TEXT: Final = 4_000_000
"""The most characters of all texts of a workbook, with its formulas."""


class Style(NamedTuple):
    """The look of a cell.

    Attributes:
        bold: Whether its text is bold.
        italic: Whether it is italic.
        underline: Whether it is underlined.
        align: ``"left"``, ``"center"``, ``"right"``, or ``""`` for texts left and numbers right.
        format: The format code of its number.
        fill: Colour of its ground as six hexadecimal digits, ``""`` for none.
        ink: Colour of its text, ``""`` for the automatic one.
        strike: Whether its text is struck through.
        border: Whether it has a line around it.
    """

    bold: bool = False
    italic: bool = False
    underline: bool = False
    align: str = ""
    format: str = GENERAL
    fill: str = ""
    ink: str = ""
    strike: bool = False
    border: bool = False


PLAIN: Final = Style()


class Cell(NamedTuple):
    """A cell.

    Attributes:
        value: Its value; the result of its formula.
        formula: Its formula, which begins with ``=``; ``""`` for a typed value.
        style: Its look.
        shown: The format in which a formula's result is shown where its own is `GENERAL`, such as that of a date.
    """

    value: Value = None
    formula: str = ""
    style: Style = PLAIN
    shown: str = GENERAL


EMPTY: Final = Cell()
Rows = Mapping[int, Mapping[int, Cell]]
Formulas = Mapping[tuple[int, int], str]


class Box(NamedTuple):
    """A rectangle of cells, from its first row and column to its last ones."""

    top: int
    left: int
    bottom: int
    right: int


class Filter(NamedTuple):
    """An autofilter: the range with its heading, and by column the texts that stay; a column without any shows all."""

    box: Box
    chosen: Mapping[int, frozenset[str]]


class Chart(NamedTuple):
    """A chart: its kind (``"column"``, ``"line"``, ``"pie"``), its cells, its title, and the cell at its top left."""

    kind: str
    box: Box
    title: str
    row: int
    column: int


class Sheet(NamedTuple):
    """A sheet.

    Attributes:
        name: Its name.
        rows: Its cells by row and column, those that aren't empty.
        formulas: The formulas by row and column.
        widths: Widths of columns in pixels that aren't `DEFAULT_WIDTH`; 0 for hidden ones.
        hidden: The rows that are hidden, by a filter or one by one.
        filter: Its autofilter.
        charts: Its charts.
        frozen: The first rows and columns that stay in view.
        closed: Whether the sheet itself is hidden.
    """

    name: str
    rows: Rows = {}
    formulas: Formulas = {}
    widths: Mapping[int, int] = {}
    hidden: frozenset[int] = frozenset()
    filter: Filter | None = None
    charts: tuple[Chart, ...] = ()
    frozen: tuple[int, int] = (0, 0)
    closed: bool = False


class Book(NamedTuple):
    """A workbook; `round` counts the computations, by which random numbers differ."""

    sheets: tuple[Sheet, ...]
    round: int = 0


def new_book() -> Book:
    """Returns an empty workbook with one sheet."""
    return Book((Sheet("Sheet1"),))


def cell_at(sheet: Sheet, row: int, column: int) -> Cell:
    """Returns a cell; an empty one where there is none."""
    line = sheet.rows.get(row)
    return EMPTY if line is None else line.get(column, EMPTY)


def cells_in(sheet: Sheet, box: Box) -> Iterator[tuple[int, int, Cell]]:
    """Yields row, column and cell of each cell in a rectangle that isn't empty, row by row."""
    rows = sheet.rows
    if box.bottom - box.top < len(rows):
        numbers = [row for row in range(box.top, box.bottom + 1) if row in rows]
    else:
        numbers = sorted([row for row in rows if box.top <= row <= box.bottom])
    for row in numbers:
        line = rows[row]
        if box.right - box.left < len(line):
            columns = [column for column in range(box.left, box.right + 1) if column in line]
        else:
            columns = sorted([column for column in line if box.left <= column <= box.right])
        for column in columns:
            yield row, column, line[column]


def put_cells(sheet: Sheet, changes: Mapping[tuple[int, int], Cell]) -> Sheet:
    """Returns a sheet with other cells; one without content and look is removed, and long texts are cut off."""
    rows: dict[int, Mapping[int, Cell]] = dict(sheet.rows)
    by_row: dict[int, dict[int, Cell]] = {}
    formulas: dict[tuple[int, int], str] | None = None
    for (row, column), cell in changes.items():
        if cell_size(cell) > LONGEST:
            value = cell.value[:LONGEST] if isinstance(cell.value, str) else cell.value
            cell = cell._replace(value=value, formula=cell.formula[:LONGEST])
        line = by_row.get(row)
        if line is None:
            line = by_row[row] = dict(rows.get(row, {}))
        old = line.get(column)
        if old is not None and old.formula and old.formula != cell.formula:
            formulas = dict(sheet.formulas) if formulas is None else formulas
            formulas.pop((row, column), None)
        if cell.formula and (old is None or old.formula != cell.formula):
            formulas = dict(sheet.formulas) if formulas is None else formulas
            formulas[row, column] = cell.formula
        if cell == EMPTY:
            line.pop(column, None)
        else:
            line[column] = cell
    for row, line in by_row.items():
        if line:
            rows[row] = line
        else:
            rows.pop(row, None)
    return sheet._replace(rows=rows, formulas=sheet.formulas if formulas is None else formulas)


def cell_size(cell: Cell) -> int:
    """Returns the number of a cell's characters."""
    return len(cell.formula) + (len(cell.value) if isinstance(cell.value, str) else 0)


def text_size(book: Book) -> int:
    """Returns the number of characters of all texts of a workbook."""
    return sum([cell_size(cell) for sheet in book.sheets for line in sheet.rows.values() for cell in line.values()])


def replace_sheet(book: Book, number: int, sheet: Sheet) -> Book:
    """Returns a workbook with another sheet in a sheet's place."""
    return book._replace(sheets=(*book.sheets[:number], sheet, *book.sheets[number + 1 :]))


def sheet_number(book: Book, name: str) -> int:
    """Returns the number of the sheet with a name, regardless of case; -1 if there is none."""
    folded = name.casefold()
    for number, sheet in enumerate(book.sheets):
        if sheet.name.casefold() == folded:
            return number
    return -1


def used(sheet: Sheet) -> Box:
    """Returns the smallest rectangle from A1 on that holds every cell with content."""
    bottom = right = 0
    for row, line in sheet.rows.items():
        for column, cell in line.items():
            if cell.value is not None or cell.formula:
                bottom, right = max(bottom, row), max(right, column)
    return Box(0, 0, bottom, right)
