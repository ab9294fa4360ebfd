"""The value of a cell of a document's sheets after other cells have changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from crab_sim.documents.formulas.evaluator import Evaluator, Surroundings
from crab_sim.documents.formulas.references import parse_ref
from crab_sim.documents.formulas.values import Value
from crab_sim.documents.model import Sheet

__all__ = ["recomputed"]

_MAX_FORMULAS = 100
"""The most formulas of sheets that are computed anew: an agent may have written any number."""


class _Cell(NamedTuple):
    value: Value
    formula: str


def recomputed(sheets: Sequence[Sheet], place: str, changes: Mapping[str, float | str]) -> Value:
    """Returns the value of a cell of the first sheet after some others of that sheet have changed.

    Args:
        sheets: A spreadsheet's sheets.
        place: The cell, such as ``"B5"``.
        changes: The new numbers and texts by their cells, which lose their formulas, if they had any.

    Returns:
        None if the cell is empty or can't be computed: there are too many formulas, or they need each other.
    """
    cells = [_rows(sheet, changes if number == 0 else {}) for number, sheet in enumerate(sheets)]
    formulas = [
        (number, row, column, cell.formula)
        for number, rows in enumerate(cells)
        for row, line in rows.items()
        for column, cell in line.items()
        if cell.formula
    ]
    at = parse_ref(place)
    if at is None or not cells or len(formulas) > _MAX_FORMULAS:
        return None
    names = {sheet.name.casefold(): number for number, sheet in enumerate(sheets)}
    evaluator = Evaluator(names, cells, [frozenset[int]() for _ in sheets], Surroundings())
    # Each round settles at least the formulas that need only settled ones; those that need each other never settle.
    moving = set[tuple[int, int, int]]()
    for _ in range(len(formulas) + 1):
        moving.clear()
        for number, row, column, formula in formulas:
            value = evaluator.value(formula, number, row, column)
            if value != cells[number][row][column].value:
                moving.add((number, row, column))
            cells[number][row][column] = _Cell(value, formula)
        if not moving:
            break
    cell = cells[0].get(at.row, {}).get(at.column)
    return None if cell is None or (0, at.row, at.column) in moving else cell.value


def _rows(sheet: Sheet, changes: Mapping[str, float | str]) -> dict[int, dict[int, _Cell]]:
    rows: dict[int, dict[int, _Cell]] = {}
    for row, column, cell in _cells(sheet, changes):
        rows.setdefault(row, {})[column] = cell
    return rows


def _cells(sheet: Sheet, changes: Mapping[str, float | str]) -> Iterator[tuple[int, int, _Cell]]:
    known = {place: _Cell(cell.value, cell.formula) for place, cell in sheet.cells.items()}
    known |= {place: _Cell(value, "") for place, value in changes.items()}
    for place, cell in known.items():
        at = parse_ref(place)
        if at is not None:
            yield at.row, at.column, cell
