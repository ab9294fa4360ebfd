"""The mouse on the grid: selecting by a drag, the fill handle, widths of columns, references of an edited formula."""

from __future__ import annotations

from typing import NamedTuple

from crab_sim.desktop.apps.calc import actions
from crab_sim.desktop.apps.calc.grid import Spot, column_width, lines_of, spot_at
from crab_sim.desktop.apps.calc.movement import follow, top_of
from crab_sim.desktop.apps.calc.state import commit, desk_of, put_desk, select, selection, sheet_of
from crab_sim.documents.formulas.references import MAX_COLUMN, MAX_ROW, range_name
from crab_sim.engines.sheets.book import Box
from crab_sim.engines.sheets.filling import continued
from crab_sim.machine.app import Context

__all__ = ["Drag", "clicked_cell", "clicked_header", "dragged", "pick"]

_HANDLE = 6


class Drag(NamedTuple):
    """A movement over the grid: the grid's left and top edge and size, then the two points, all in pixels."""

    left: int
    top: int
    w: int
    h: int
    x1: int
    y1: int
    x2: int
    y2: int


def _may_point(text: str, caret: int) -> bool:
    """Returns whether a reference can stand at the caret of a formula."""
    before = text[:caret].rstrip()
    return text.startswith("=") and bool(before) and before[-1] in "=(+-*/^&<>,;:"


def pick(context: Context, box: Box) -> bool:
    """Puts a reference to clicked cells into the formula that is edited; returns whether one can stand there."""
    desk = desk_of(context)
    page = context.page
    text = page.fields.get("cell", "")
    start, end = desk.picked
    caret = page.selection[1]
    if not (start < end == caret and text.startswith("=")):
        if not _may_point(text, caret):
            return False
        start = end = caret
    name = range_name(*box)
    text = text[:start] + name + text[end:]
    put_desk(context, desk._replace(picked=(start, start + len(name))))
    context.set(fields={**context.page.fields, "cell": text}, selection=(start + len(name),) * 2, focus="cell")
    return True


def _leave(context: Context) -> None:
    """Takes over the cell that is edited, before something else is clicked."""
    if desk_of(context).editing:
        actions.enter(context, context.page.fields.get("cell", ""))


def clicked_cell(context: Context, row: int, column: int) -> None:
    """Handles a click on a cell."""
    if desk_of(context).editing and pick(context, Box(row, column, row, column)):
        return
    _leave(context)
    put_desk(context, select(desk_of(context), row, column))


def clicked_header(context: Context, whole: str, first: int, last: int) -> None:
    """Selects whole rows or columns, or puts them into the formula that is being typed.

    Args:
        context: The window's context.
        whole: ``"rows"`` or ``"columns"``.
        first: Number of the row or column from which the selection extends, from 0.
        last: Number of the one with the cursor.
    """
    desk = desk_of(context)
    if whole == "columns":
        if desk.editing and pick(context, Box(0, first, MAX_ROW, last)):
            return
    elif desk.editing and pick(context, Box(first, 0, last, MAX_COLUMN)):
        return
    _leave(context)
    desk = desk_of(context)
    if whole == "columns":
        desk = select(desk, 0, last)._replace(start=(0, first), whole=whole)
    else:
        desk = select(desk, last, 0)._replace(start=(first, 0), whole=whole)
    put_desk(context, desk)


def dragged(context: Context, drag: Drag) -> None:
    """Handles a movement from one point of the grid to another."""
    desk, theme = desk_of(context), context.theme
    lines = lines_of(desk, top_of(context), theme, drag.w, drag.h)
    a = spot_at(lines, theme, drag.x1 - drag.left, drag.y1 - drag.top)
    b = spot_at(lines, theme, drag.x2 - drag.left, drag.y2 - drag.top)
    if a.zone == "edge":
        width = column_width(sheet_of(desk), a.column) + drag.x2 - drag.x1
        actions.set_width(context, a.column, a.column, max(10, min(1000, width)))
        return
    if a.zone in ("column", "row"):
        first, last = (a.column, b.column) if a.zone == "column" else (a.row, b.row)
        clicked_header(context, f"{a.zone}s", first, last)
        return
    if a.zone != "cell":
        return
    if not desk.editing:
        corner = _handle(context, drag)
        if corner:
            _fill(context, b)
            return
    elif pick(context, _box(a, b)):
        return
    _leave(context)
    desk = select(desk_of(context), b.row, b.column)
    follow(context, desk._replace(start=(a.row, a.column)))


def _box(a: Spot, b: Spot) -> Box:
    return Box(min(a.row, b.row), min(a.column, b.column), max(a.row, b.row), max(a.column, b.column))


def _handle(context: Context, drag: Drag) -> bool:
    """Returns whether a movement begins at the fill handle."""
    desk, box = desk_of(context), selection(desk_of(context))
    lines = lines_of(desk, top_of(context), context.theme, drag.w, drag.h)
    row = next((line for line in lines.rows if line.number == box.bottom), None)
    column = next((line for line in lines.columns if line.number == box.right), None)
    if row is None or column is None or desk.whole:
        return False
    x, y = drag.left + column.at + column.size, drag.top + row.at + row.size
    return abs(drag.x1 - x) <= _HANDLE and abs(drag.y1 - y) <= _HANDLE


def _fill(context: Context, to: Spot) -> None:
    """Continues the selection's series up to a cell, along the direction in which it is further away."""
    desk = desk_of(context)
    box = selection(desk)
    down = max(to.row - box.bottom, box.top - to.row, 0)
    across = max(to.column - box.right, box.left - to.column, 0)
    if not down and not across:
        return
    if down >= across:
        target = box._replace(top=min(box.top, to.row), bottom=max(box.bottom, to.row))
    else:
        target = box._replace(left=min(box.left, to.column), right=max(box.right, to.column))
    commit(context, "Fill", continued(desk.book, desk.sheet, box, target))
    desk = select(desk_of(context), target.bottom, target.right)
    put_desk(context, desk._replace(start=(target.top, target.left)))
