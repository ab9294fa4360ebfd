"""Filling cells from others: down and to the right, and the series that the fill handle continues."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from crab_sim.engines.sheets.book import Book, Box, Cell, cell_at
from crab_sim.engines.sheets.edits import Edit, copied, put

__all__ = ["Direction", "continued", "filled"]

Direction: TypeAlias = Literal["down", "right", "up", "left"]

_LISTS: Final = (
    ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"),
    ("Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"),
    ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
     "December"),
    ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
)  # fmt: skip
_NUMBERED = re.compile(r"(.*?)(\d{1,9})(\D*)")


def filled(book: Book, number: int, box: Box, direction: Direction) -> Edit:
    """Copies one row or column of a range into the rest of it.

    Args:
        book: The workbook.
        number: Number of the sheet, from 0.
        box: The range.
        direction: The way in which to copy: from the top row down, from the bottom row up, and likewise to the sides.
    """
    sheet = book.sheets[number]
    cells: dict[tuple[int, int], Cell] = {}
    for row in range(box.top, box.bottom + 1):
        for column in range(box.left, box.right + 1):
            source_row = {"down": box.top, "up": box.bottom}.get(direction, row)
            source_column = {"right": box.left, "left": box.right}.get(direction, column)
            source = cell_at(sheet, source_row, source_column)
            cells[row, column] = copied(source, row - source_row, column - source_column)
    return put(book, number, cells)


def continued(book: Book, number: int, source: Box, target: Box) -> Edit:
    """Continues the series of a range into the larger range that the fill handle was dragged to.

    Args:
        book: The workbook.
        number: Number of the sheet.
        source: The range with the series' beginning.
        target: The range to fill, of the same columns or the same rows, which contains the source.
    """
    sheet = book.sheets[number]
    down = (target.left, target.right) == (source.left, source.right)
    cells: dict[tuple[int, int], Cell] = {}
    first, last = (source.top, source.bottom) if down else (source.left, source.right)
    start, stop = (target.top, target.bottom) if down else (target.left, target.right)
    for line in range(source.left, source.right + 1) if down else range(source.top, source.bottom + 1):
        begin = [cell_at(sheet, at, line) if down else cell_at(sheet, line, at) for at in range(first, last + 1)]
        step = _step(begin)
        for at in [*range(start, first), *range(last + 1, stop + 1)]:
            new = _next(begin, at - first, step)
            model = (at - first) % len(begin) + first
            if new.formula:
                new = copied(new, at - model if down else 0, 0 if down else at - model)
            cells[(at, line) if down else (line, at)] = new
    return put(book, number, cells)


def _step(begin: Sequence[Cell]) -> float | None:
    """Returns the step of a series of numbers, None if it isn't one."""
    values = [cell.value for cell in begin if isinstance(cell.value, float) and not cell.formula]
    if len(values) != len(begin) or any([isinstance(value, bool) for value in values]):
        return None
    if len(values) == 1:
        return 1.0
    steps = [round(b - a, 12) for a, b in pairwise(values)]
    return steps[0] if all([step == steps[0] for step in steps]) else None


def _next(begin: Sequence[Cell], distance: int, step: float | None) -> Cell:
    """Returns the cell of a series at a distance from its first one."""
    model = begin[distance % len(begin)]
    start = begin[0].value
    if step is not None and isinstance(start, float):
        return model._replace(value=round(start + step * distance, 12))
    value = model.value
    if isinstance(value, str) and not model.formula:
        if len(begin) == 1:
            return model._replace(value=_next_text(value, distance))
        if all([isinstance(cell.value, str) and _listed(str(cell.value)) for cell in begin]):
            return model._replace(value=_next_text(str(start), distance))
    return model


def _listed(text: str) -> bool:
    return any([text in names for names in _LISTS])


def _next_text(text: str, distance: int) -> str:
    for names in _LISTS:
        if text in names:
            return names[(names.index(text) + distance) % len(names)]
    match = _NUMBERED.fullmatch(text)
    if match is None:
        return text
    return f"{match[1]}{max(0, int(match[2]) + distance):0{len(match[2])}d}{match[3]}"
