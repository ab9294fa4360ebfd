"""Movement of the cursor by keys, and of the view, which follows it."""

from __future__ import annotations

from typing import NamedTuple

from crab_sim.desktop.apps.calc.grid import (
    column_width,
    header_width,
    line_height,
    row_index,
    visible_row,
)
from crab_sim.desktop.apps.calc.state import Desk, desk_of, put_desk, select, sheet_of
from crab_sim.desktop.apps.calc.view import bars_height
from crab_sim.desktop.measures import DOCK_WIDTH, TITLE_HEIGHT
from crab_sim.desktop.shell.state import content_corner
from crab_sim.documents.formulas.references import MAX_COLUMN, MAX_ROW
from crab_sim.engines.sheets.book import Sheet, cell_at, used
from crab_sim.machine.app import Context

__all__ = ["Room", "follow", "jump", "moved", "room_of", "top_of"]


class Room(NamedTuple):
    """Width and height of the grid in pixels."""

    w: int
    h: int


def room_of(context: Context) -> Room:
    """Returns the size of the grid."""
    window, machine = context.window, context.machine
    _, top = content_corner(window)
    if window.maximized:
        w, h = machine.width - DOCK_WIDTH - 2, machine.height - top - 1
    else:
        left, upper, right, bottom = window.frame
        w, h = right - left - 2, bottom - upper - TITLE_HEIGHT - 1
    return Room(w, max(40, h - bars_height(desk_of(context), context.theme, w)))


def top_of(context: Context) -> int:
    """Returns the first row in view, counted without hidden ones."""
    return context.base.scroll.get("grid", 0) // line_height(context.theme)


def follow(context: Context, desk: Desk) -> None:
    """Takes over a state, and scrolls so that the cursor is in view."""
    theme, room, sheet = context.theme, room_of(context), sheet_of(desk)
    size = line_height(theme)
    upper, before = row_index(sheet, sheet.frozen[0]), sheet.frozen[1]
    fit = max(1, (room.h - size) // size - upper)
    top, index = top_of(context), row_index(sheet, desk.row) - upper
    if index >= 0:  # the cursor isn't in a frozen row
        top = index if index < top else max(top, index - fit + 1)
    left = desk.left if desk.column < before else min(max(desk.left, before), desk.column)
    across = sum([column_width(sheet, column) for column in range(left, min(desk.column, left + 200) + 1)])
    across += sum([column_width(sheet, column) for column in range(before)])
    while across > room.w - header_width(theme) and left < desk.column:
        across -= column_width(sheet, left)
        left += 1
    if desk.column > desk.left + 200:
        left = desk.column
    put_desk(context, desk._replace(left=left), {**context.base.scroll, "grid": top * size})


def _filled(sheet: Sheet, row: int, column: int) -> bool:
    return cell_at(sheet, row, column).value is not None


def jump(sheet: Sheet, row: int, column: int, rows: int, columns: int) -> tuple[int, int]:
    """Returns where Ctrl with an arrow goes: to the end of a block of filled cells, or to the next filled one.

    Args:
        sheet: The sheet.
        row: Row of the cursor, from 0.
        column: Its column.
        rows: 1 for down, -1 for up, else 0.
        columns: 1 for right, -1 for left, else 0.
    """
    area = used(sheet)
    bottom, right = MAX_ROW, MAX_COLUMN

    def inside(r: int, c: int) -> bool:
        return 0 <= r <= bottom and 0 <= c <= right

    r, c = row + rows, column + columns
    if not inside(r, c):
        return row, column
    in_block = _filled(sheet, row, column) and _filled(sheet, r, c)
    while inside(r, c):
        if in_block and not _filled(sheet, r, c):
            return r - rows, c - columns
        if not in_block and _filled(sheet, r, c):
            return r, c
        if (rows > 0 and r > area.bottom) or (columns > 0 and c > area.right):
            break
        r, c = r + rows, c + columns
    if in_block and inside(r - rows, c - columns) and _filled(sheet, r - rows, c - columns):
        return r - rows, c - columns
    return (bottom if rows > 0 else 0 if rows else row), (right if columns > 0 else 0 if columns else column)


def _step(sheet: Sheet, row: int, rows: int) -> int:
    """Returns the row some visible rows further."""
    return max(0, min(MAX_ROW, visible_row(sheet, max(0, row_index(sheet, row) + rows))))


_ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def moved(context: Context, key: str) -> Desk | None:
    """Returns the state after a key that moves the cursor, None for any other key."""
    desk = desk_of(context)
    extend = "shift+" in key
    plain = key.replace("shift+", "")
    sheet = sheet_of(desk)
    row, column = desk.row, desk.column
    if plain in _ARROWS:
        rows, columns = _ARROWS[plain]
        column += columns
        while columns and 0 < column < MAX_COLUMN and not column_width(sheet, column):
            column += columns  # past hidden ones
        return select(desk, _step(sheet, row, rows) if rows else row, column, extend)
    if plain.startswith("ctrl+") and plain[5:] in _ARROWS:
        rows, columns = _ARROWS[plain[5:]]
        at = jump(sheet, row, column, rows, columns)
        return select(desk, at[0], at[1], extend)
    size = line_height(context.theme)
    page = max(1, (room_of(context).h - size) // size - 1)
    area = used(sheet)
    match plain:
        case "home":
            return select(desk, row, 0, extend)
        case "end":
            return select(desk, row, area.right, extend)
        case "ctrl+home":
            return select(desk, 0, 0, extend)
        case "ctrl+end":
            return select(desk, area.bottom, area.right, extend)
        case "pageup" | "pagedown":
            return select(desk, _step(sheet, row, page if plain == "pagedown" else -page), column, extend)
    return None
