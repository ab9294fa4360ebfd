"""Edits of workbooks: typing, clearing, looks, filling, pasting, sorting, rows, columns and sheets.

Each returns an `Edit`: the new workbook, and the cells whose dependents must be computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from crab_sim.documents.formulas.entry import read_entry
from crab_sim.documents.formulas.formats import GENERAL, TEXT, formatted, is_date, is_percent
from crab_sim.documents.formulas.tokens import Move, moved, shifted
from crab_sim.documents.formulas.values import SheetError, Value, general, parse_number
from crab_sim.engines.sheets.book import (
    EMPTY,
    Book,
    Box,
    Cell,
    Sheet,
    Style,
    cell_at,
    cells_in,
    put_cells,
    replace_sheet,
)
from crab_sim.engines.sheets.recalculation import Place

__all__ = [
    "Clip", "Edit", "SortKey", "cleared", "edit_text", "pasted", "put", "shifted_cells", "shown_text", "sorted_rows",
    "styled", "typed", "typed_rows",
]  # fmt: skip


class Edit(NamedTuple):
    """The result of an edit; with `all` every formula must be computed."""

    book: Book
    changed: tuple[Place, ...] = ()
    all: bool = False


def put(book: Book, number: int, cells: Mapping[tuple[int, int], Cell]) -> Edit:
    """Replaces cells of a sheet."""
    sheet = put_cells(book.sheets[number], cells)
    return Edit(replace_sheet(book, number, sheet), tuple([Place(number, row, column) for row, column in cells]))


def new_cell(old: Cell, text: str, year: int) -> Cell:
    """Returns a cell after a text was typed into it."""
    style = old.style
    if not text:
        return Cell(style=style)
    if style.format == TEXT:
        return Cell(text, "", style)
    entry = read_entry(text, year)
    if entry.format != GENERAL and style.format == GENERAL:
        style = style._replace(format=entry.format)
    value = entry.value
    if is_percent(style.format) and isinstance(value, float) and parse_number(text) is not None:
        value /= 100  # as Calc adds the sign by itself
    return Cell(value, entry.formula, style)


def typed(book: Book, number: int, row: int, column: int, text: str, year: int) -> Edit:
    """Types a text into a cell.

    Args:
        book: The workbook.
        number: Number of the sheet, from 0.
        row: The cell's row, from 0.
        column: Its column, from 0.
        text: The text: a formula, a number, a date, or anything else.
        year: The year of dates that are typed without one.
    """
    return put(book, number, {(row, column): new_cell(cell_at(book.sheets[number], row, column), text, year)})


def typed_rows(book: Book, number: int, row: int, column: int, rows: Sequence[Sequence[str]], year: int) -> Edit:
    """Types texts into a block of cells, as pasting plain text does.

    Args:
        book: The workbook.
        number: Number of the sheet, from 0.
        row: Row of the block's first cell, from 0.
        column: Its column, from 0.
        rows: The texts, row by row; those beyond the sheet's end are left out.
        year: The year of dates that are typed without one.
    """
    sheet = book.sheets[number]
    cells = {}
    for i, line in enumerate(rows):
        for j, text in enumerate(line):
            if row + i <= 1_048_575 and column + j <= 16_383:
                cells[row + i, column + j] = new_cell(cell_at(sheet, row + i, column + j), text, year)
    return put(book, number, cells)


def edit_text(cell: Cell) -> str:
    """Returns the text of a cell as it is edited: its formula, or its value with all digits."""
    value = cell.value
    if cell.formula:
        return cell.formula
    if isinstance(value, str):
        looks_like_more = bool(value) and read_entry(value) != read_entry("'" + value) and cell.style.format != TEXT
        return f"'{value}" if looks_like_more else value
    if isinstance(value, bool) or not isinstance(value, float):
        return formatted(value, GENERAL)
    code = cell.style.format
    if is_date(code):
        if "Y" not in code.upper() and "D" not in code.upper():
            return formatted(value, "HH:MM:SS")
        day = "YYYY-MM-DD" if code.upper().startswith("YYYY-MM-DD") else "MM/DD/YYYY"
        return formatted(value, day if value == int(value) else f"{day} HH:MM:SS")
    if is_percent(code):
        return f"{general(value * 100, 13)}%"
    return general(value)


def shown_text(cell: Cell) -> str:
    """Returns the text that a cell shows."""
    if cell.value is None:
        return ""
    return formatted(cell.value, cell.shown if cell.style.format == GENERAL and cell.formula else cell.style.format)


def cleared(book: Book, number: int, box: Box, looks: bool = False) -> Edit:
    """Deletes the contents of cells, or their looks.

    Args:
        book: The workbook.
        number: Number of the sheet, from 0.
        box: The cells.
        looks: Whether the looks are deleted and the contents stay.
    """
    cells: dict[tuple[int, int], Cell] = {}
    for row, column, cell in cells_in(book.sheets[number], box):
        cells[row, column] = cell._replace(style=Style()) if looks else Cell(style=cell.style)
    return put(book, number, cells)


def styled(book: Book, number: int, box: Box, change: Callable[[Style], Style]) -> Edit:
    """Changes the looks of cells.

    Args:
        book: The workbook.
        number: Number of the sheet, from 0.
        box: The cells; in one of more than 20,000, only those that have content or looks of their own change.
        change: Returns the new looks of a cell, given its old ones.
    """
    sheet = book.sheets[number]
    cells: dict[tuple[int, int], Cell] = {}
    if (box.bottom - box.top + 1) * (box.right - box.left + 1) <= 20_000:
        for row in range(box.top, box.bottom + 1):
            for column in range(box.left, box.right + 1):
                cell = cell_at(sheet, row, column)
                cells[row, column] = cell._replace(style=change(cell.style))
    else:
        for row, column, cell in cells_in(sheet, box):
            cells[row, column] = cell._replace(style=change(cell.style))
    return Edit(replace_sheet(book, number, put_cells(sheet, cells)))


# Copying ------------------------------------------------------------------------------------------------------------


class Clip(NamedTuple):
    """Copied cells.

    Attributes:
        text: Their text, which is the machine's clipboard while nothing else is copied.
        sheet: The name of their sheet.
        box: Where they are.
        cells: The cells, with their rows and columns.
        cut: Whether they shall be moved.
        window: The window that they are from.
    """

    text: str
    sheet: str
    box: Box
    cells: tuple[tuple[int, int, Cell], ...]
    cut: bool
    window: str


def copied(cell: Cell, rows: int, columns: int) -> Cell:
    """Returns a cell as it is after copying it some rows down and columns to the right."""
    return cell._replace(formula=shifted(cell.formula, rows, columns)) if cell.formula else cell


def pasted(book: Book, number: int, target: Box, clip: Clip, kind: str = "") -> Edit:
    """Pastes copied cells.

    Args:
        book: The workbook.
        number: Number of the sheet.
        target: The selection: its first cell, or a larger range, which is filled with copies.
        clip: The copied cells.
        kind: ``"values"`` for values without formulas and looks, ``"formats"`` for looks alone; ``""`` for all.
    """
    sheet, box = book.sheets[number], clip.box
    height, width = box.bottom - box.top + 1, box.right - box.left + 1
    down = max(1, (target.bottom - target.top + 1) // height)
    across = max(1, (target.right - target.left + 1) // width)
    if down * across * height * width > 200_000:
        down = across = 1
    cells: dict[tuple[int, int], Cell] = {}
    if not kind and height * width <= 200_000:
        for i in range(down * height):
            for j in range(across * width):
                cells[target.top + i, target.left + j] = EMPTY
    for i in range(down):
        for j in range(across):
            rows, columns = target.top + i * height - box.top, target.left + j * width - box.left
            for row, column, cell in clip.cells:
                at = row + rows, column + columns
                if at[0] > 1_048_575 or at[1] > 16_383:
                    continue
                if kind == "values":
                    cells[at] = Cell(cell.value, "", cell_at(sheet, *at).style)
                elif kind == "formats":
                    cells[at] = cell_at(sheet, *at)._replace(style=cell.style)
                else:
                    cells[at] = copied(cell, rows, columns)
    return put(book, number, cells)


def moved_cells(book: Book, number: int, target: Box, clip: Clip) -> Edit:
    """Moves cells that were cut; all references to them follow.

    Args:
        book: The workbook.
        number: Number of the sheet that gets the cells, from 0.
        target: The place that gets them; only its first cell counts.
        clip: The cells that were cut, and their place.
    """
    source = next((i for i, sheet in enumerate(book.sheets) if sheet.name == clip.sheet), -1)
    if source < 0:
        return pasted(book, number, target, clip)
    box = clip.box
    rows, columns = target.top - box.top, target.left - box.left
    move = Move(clip.sheet, *box, book.sheets[number].name, rows, columns)
    sheets = list(book.sheets)
    sheets[source] = put_cells(
        sheets[source], {(row, column): EMPTY for row, column, _ in cells_in(sheets[source], box)}
    )
    for i, sheet in enumerate(sheets):
        changes = {}
        for (row, column), formula in sheet.formulas.items():
            new = moved(formula, sheet.name, move)
            if new != formula:
                changes[row, column] = cell_at(sheet, row, column)._replace(formula=new)
        sheets[i] = put_cells(sheet, changes)
    cells: dict[tuple[int, int], Cell] = {}
    for row in range(box.top, min(box.bottom, box.top + 2000) + 1):
        for column in range(box.left, min(box.right, box.left + 200) + 1):
            cells[row + rows, column + columns] = EMPTY
    for row, column, cell in clip.cells:
        formula = moved(cell.formula, clip.sheet, move, carried=True) if cell.formula else ""
        cells[row + rows, column + columns] = cell._replace(formula=formula)
    cells = {at: cell for at, cell in cells.items() if at[0] <= 1_048_575 and at[1] <= 16_383}
    sheets[number] = put_cells(sheets[number], cells)
    return Edit(book._replace(sheets=tuple(sheets)), (), True)


def shifted_cells(book: Book, number: int, box: Box, way: str) -> Edit:
    """Inserts empty cells, or deletes cells, so that those behind them move; references follow.

    Args:
        book: The workbook.
        number: Number of the sheet, from 0.
        box: The cells.
        way: ``"down"`` or ``"right"`` to insert, ``"up"`` or ``"left"`` to delete.
    """
    sheet = book.sheets[number]
    end = [(row, column) for row, column, _ in cells_in(sheet, Box(0, 0, 1_048_575, 16_383))]
    bottom, right = max([box.bottom, *[row for row, _ in end]]), max([box.right, *[column for _, column in end]])
    match way:
        case "down":
            source, target = box._replace(bottom=bottom), box._replace(top=box.bottom + 1)
        case "right":
            source, target = box._replace(right=right), box._replace(left=box.right + 1)
        case "up":
            source, target = box._replace(top=box.bottom + 1, bottom=bottom), box
        case _:
            source, target = box._replace(left=box.right + 1, right=right), box
    if way in ("up", "left"):
        gone = {(row, column): EMPTY for row, column, _ in cells_in(sheet, box)}
        book = put(book, number, gone).book
        sheet = book.sheets[number]
        if source.top > source.bottom or source.left > source.right:
            return Edit(book, (), True)
    clip = Clip("", sheet.name, source, tuple(cells_in(sheet, source)), True, "")
    return moved_cells(book, number, target, clip)


# Sorting ------------------------------------------------------------------------------------------------------------


class SortKey(NamedTuple):
    """A column by which rows are sorted."""

    column: int
    descending: bool = False


def _order(value: Value) -> tuple[int, float, str]:
    if isinstance(value, SheetError):
        return 2, 0.0, ""
    if isinstance(value, str):
        return 1, 0.0, value.casefold()
    return 0, float(value or 0.0), ""


def _order_at(sheet: Sheet, column: int, row: int) -> tuple[int, float, str]:
    return _order(cell_at(sheet, row, column).value)


def sorted_rows(book: Book, number: int, box: Box, keys: Sequence[SortKey]) -> Edit:
    """Sorts the rows of a range: numbers before texts, rows without a value at the end.

    Args:
        book: The workbook.
        number: Number of the sheet, from 0.
        box: The rows and columns that move; empty rows below the last filled one stay.
        keys: The columns to sort by, the most important one first.
    """
    sheet: Sheet = book.sheets[number]
    bottom = min(box.bottom, max(sheet.rows, default=0))
    order = list(range(box.top, bottom + 1))
    for key in reversed(keys):
        filled = [row for row in order if cell_at(sheet, row, key.column).value not in (None, "")]
        empty = [row for row in order if cell_at(sheet, row, key.column).value in (None, "")]
        filled.sort(key=partial(_order_at, sheet, key.column), reverse=key.descending)
        order = filled + empty
    cells: dict[tuple[int, int], Cell] = {}
    for to, source in zip(range(box.top, bottom + 1), order, strict=True):
        if to != source:
            for column in range(box.left, box.right + 1):
                cells[to, column] = copied(cell_at(sheet, source, column), to - source, 0)
    return put(book, number, cells)
