"""Edits of a workbook's structure: rows, columns, sheets, filters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from crab_sim.documents.formulas.references import MAX_COLUMN, MAX_ROW
from crab_sim.documents.formulas.tokens import Axis, displaced, renamed
from crab_sim.engines.sheets.book import (
    Book,
    Box,
    Cell,
    Filter,
    Rows,
    Sheet,
    cell_at,
    put_cells,
    replace_sheet,
    sheet_number,
    used,
)
from crab_sim.engines.sheets.edits import Edit, shown_text

__all__ = [
    "add_sheet", "copy_sheet", "data_box", "delete_lines", "delete_sheet", "filter_values", "insert_lines",
    "move_sheet", "name_problem", "rename_sheet", "with_filter",
]  # fmt: skip

_Kept = TypeVar("_Kept")


def _at(number: int, at: int, count: int) -> int:
    """Returns the new number of a row or column after a change, -1 if it is gone."""
    if number < at:
        return number
    if count < 0 and number < at - count:
        return -1
    return number + count


def _renumbered(lines: Mapping[int, _Kept], at: int, count: int, most: int) -> dict[int, _Kept]:
    new: dict[int, _Kept] = {}
    for number, value in lines.items():
        place = _at(number, at, count)
        if 0 <= place <= most:
            new[place] = value
    return new


def _changed(book: Book, number: int, axis: Axis, at: int, count: int) -> Edit:
    """Inserts or deletes rows or columns of a sheet."""
    name = book.sheets[number].name
    sheets: list[Sheet] = []
    for sheet in book.sheets:
        changes = {}
        for (row, column), formula in sheet.formulas.items():
            new = displaced(formula, sheet.name, name, axis, at, count)
            if new != formula:
                changes[row, column] = cell_at(sheet, row, column)._replace(formula=new)
        sheets.append(put_cells(sheet, changes))
    sheet = sheets[number]
    rows: Rows
    if axis == "row":
        rows = _renumbered(sheet.rows, at, count, MAX_ROW)
        hidden = frozenset([place for row in sheet.hidden if (place := _at(row, at, count)) >= 0])
        sheet = sheet._replace(hidden=hidden)
    else:
        moved = {row: _renumbered(line, at, count, MAX_COLUMN) for row, line in sheet.rows.items()}
        rows = {row: line for row, line in moved.items() if line}
        sheet = sheet._replace(widths=_renumbered(sheet.widths, at, count, MAX_COLUMN))
    formulas = {
        (row, column): cell.formula for row, line in rows.items() for column, cell in line.items() if cell.formula
    }
    charts = []
    for chart in sheet.charts:
        box = _moved_box(chart.box, axis, at, count)
        if box is not None:
            charts.append(chart._replace(box=box))
    found = sheet.filter
    if found is not None:
        box = _moved_box(found.box, axis, at, count)
        found = found._replace(box=box) if box is not None else None
    sheets[number] = sheet._replace(rows=rows, formulas=formulas, charts=tuple(charts), filter=found)
    return Edit(book._replace(sheets=tuple(sheets)), (), True)


def _moved_box(box: Box, axis: Axis, at: int, count: int) -> Box | None:
    first, last = (box.top, box.bottom) if axis == "row" else (box.left, box.right)
    inside = [number for number in range(first, min(last, first + 20_000) + 1) if _at(number, at, count) >= 0]
    if not inside:
        return None
    low, high = _at(inside[0], at, count), _at(inside[-1], at, count)
    return box._replace(top=low, bottom=high) if axis == "row" else box._replace(left=low, right=high)


def insert_lines(book: Book, number: int, axis: Axis, at: int, count: int) -> Edit:
    """Inserts empty rows or columns; references follow.

    Args:
        book: The workbook.
        number: Number of the sheet, from 0.
        axis: ``"rows"`` or ``"columns"``.
        at: Number of the row or column before which they stand, from 0.
        count: How many.
    """
    return _changed(book, number, axis, at, count)


def delete_lines(book: Book, number: int, axis: Axis, at: int, count: int) -> Edit:
    """Deletes rows or columns; references follow, and those to a deleted cell become errors.

    Args:
        book: The workbook.
        number: Number of the sheet, from 0.
        axis: ``"rows"`` or ``"columns"``.
        at: Number of the first row or column, from 0.
        count: How many.
    """
    return _changed(book, number, axis, at, -count)


# Sheets -------------------------------------------------------------------------------------------------------------


def name_problem(book: Book, name: str, own: int = -1) -> str:
    """Returns why a sheet can't have a name, ``""`` if it can.

    Args:
        book: The workbook.
        name: The name.
        own: Number of the sheet that shall get it, -1 for a new one.
    """
    bad = not name.strip() or any([char in "[]*?:/\\" for char in name]) or name[0] == "'" or name[-1] == "'"
    if bad or len(name) > 200 or not name.isprintable():
        return (
            "Invalid sheet name.\nThe sheet name must not be empty or a duplicate of an existing name and may not "
            "contain the characters [ ] * ? : / \\ or the character ' (apostrophe) as first or last character."
        )
    if sheet_number(book, name) not in (-1, own):
        return f"A sheet named “{name}” already exists."
    return ""


def new_name(book: Book) -> str:
    """Returns the first free name of the kind ``Sheet2``."""
    number = len(book.sheets) + 1
    while sheet_number(book, f"Sheet{number}") >= 0:
        number += 1
    return f"Sheet{number}"


def add_sheet(book: Book, at: int, name: str) -> Edit:
    """Adds an empty sheet before one."""
    return Edit(book._replace(sheets=(*book.sheets[:at], Sheet(name), *book.sheets[at:])), (), True)


def delete_sheet(book: Book, number: int) -> Edit:
    """Deletes a sheet, unless it is the only one; references to it are lost."""
    if len(book.sheets) == 1:
        return Edit(book)
    name = book.sheets[number].name
    rest = book._replace(sheets=(*book.sheets[:number], *book.sheets[number + 1 :]))
    return Edit(_renamed(rest, name, ""), (), True)


def rename_sheet(book: Book, number: int, name: str) -> Edit:
    """Gives a sheet another name."""
    old = book.sheets[number]
    return Edit(_renamed(replace_sheet(book, number, old._replace(name=name)), old.name, name), (), True)


def _renamed(book: Book, old: str, new: str) -> Book:
    sheets = []
    for sheet in book.sheets:
        changes: dict[tuple[int, int], Cell] = {}
        for (row, column), formula in sheet.formulas.items():
            changed = renamed(formula, old, new)
            if changed != formula:
                changes[row, column] = cell_at(sheet, row, column)._replace(formula=changed)
        sheets.append(put_cells(sheet, changes))
    return book._replace(sheets=tuple(sheets))


def move_sheet(book: Book, number: int, to: int) -> Edit:
    """Moves a sheet to another place."""
    sheets = list(book.sheets)
    sheets.insert(to, sheets.pop(number))
    return Edit(book._replace(sheets=tuple(sheets)), (), True)


def copy_sheet(book: Book, number: int, at: int, name: str) -> Edit:
    """Adds a copy of a sheet.

    Args:
        book: The workbook.
        number: Number of the copied sheet, from 0.
        at: Number that the copy gets; the sheets from there on move up.
        name: The copy's name.
    """
    copy = book.sheets[number]._replace(name=name)
    return Edit(book._replace(sheets=(*book.sheets[:at], copy, *book.sheets[at:])), (), True)


# Filters ------------------------------------------------------------------------------------------------------------


def data_box(sheet: Sheet, row: int, column: int) -> Box:
    """Returns the block of filled cells around one, as Calc takes it for sorting and filtering."""
    box = Box(row, column, row, column)
    area = used(sheet)
    while True:
        top, left = max(0, box.top - 1), max(0, box.left - 1)
        bottom, right = min(area.bottom, box.bottom + 1), min(area.right, box.right + 1)
        lines = {
            "top": any([_has(sheet, top, at) for at in range(left, right + 1)]),
            "bottom": any([_has(sheet, bottom, at) for at in range(left, right + 1)]),
            "left": any([_has(sheet, at, left) for at in range(top, bottom + 1)]),
            "right": any([_has(sheet, at, right) for at in range(top, bottom + 1)]),
        }
        new = Box(
            top if lines["top"] else box.top, left if lines["left"] else box.left,
            max(bottom, box.bottom) if lines["bottom"] else box.bottom,
            max(right, box.right) if lines["right"] else box.right,
        )  # fmt: skip
        if new == box:
            return box
        box = new


def _has(sheet: Sheet, row: int, column: int) -> bool:
    return cell_at(sheet, row, column).value is not None


def filter_values(sheet: Sheet, column: int) -> list[str]:
    """Returns the different texts below the heading of a filter's column, sorted."""
    found = sheet.filter
    if found is None:
        return []
    bottom = min(found.box.bottom, used(sheet).bottom)
    cells = [cell_at(sheet, row, column) for row in range(found.box.top + 1, bottom + 1)]
    numbers = {shown_text(cell): cell.value for cell in cells if isinstance(cell.value, float)}
    texts = {shown_text(cell) for cell in cells} - numbers.keys()
    return sorted(numbers, key=lambda text: float(numbers[text] or 0.0)) + sorted(texts, key=str.casefold)


def with_filter(book: Book, number: int, found: Filter | None) -> Edit:
    """Gives a sheet another filter, or none, and hides the rows that it leaves out."""
    sheet = book.sheets[number]
    hidden: set[int] = set()
    if found is not None and found.chosen:
        for row in range(found.box.top + 1, min(found.box.bottom, used(sheet).bottom) + 1):
            for column, texts in found.chosen.items():
                if shown_text(cell_at(sheet, row, column)) not in texts:
                    hidden.add(row)
    sheet = sheet._replace(filter=found, hidden=frozenset(hidden))
    return Edit(replace_sheet(book, number, sheet), (), True)
