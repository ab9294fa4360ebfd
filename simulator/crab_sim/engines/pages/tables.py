"""Tables: columns as wide as their cells need, rows as high."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from crab_sim.engines.pages.box_layout import BoxLayout
from crab_sim.engines.pages.fragments import Fragment
from crab_sim.engines.pages.render_tree import Box

__all__ = ["lay_out", "widths"]

_MAX_COLUMNS = 40


class _Column(NamedTuple):
    """A column: its least width, its wanted width, and the width that a cell gives it (0 for none)."""

    least: int
    wide: int
    given: int


def _rows(box: Box) -> list[list[Box]]:
    rows = []
    for part in box.children:
        if isinstance(part, str):
            continue
        if part.tag == "tr":
            rows.append([cell for cell in part.children if not isinstance(cell, str) and cell.tag in ("td", "th")])
        elif part.tag in ("thead", "tbody", "tfoot"):
            rows += _rows(part)
    return [row[:_MAX_COLUMNS] for row in rows]


def _span(cell: Box) -> int:
    text = cell.node.attrs.get("colspan", "1") if cell.node is not None else "1"
    return max(1, min(_MAX_COLUMNS, int(text))) if text.isascii() and text.isdecimal() and len(text) < 4 else 1


def _columns(boxes: BoxLayout, rows: Sequence[Sequence[Box]], room: int) -> list[_Column]:
    count = max([sum([_span(cell) for cell in row]) for row in rows], default=0)
    columns = [_Column(1, 1, 0)] * min(count, _MAX_COLUMNS)
    for row in rows:
        at = 0
        for cell in row:
            span = _span(cell)
            if span == 1 and at < len(columns):
                least, wide = boxes.widths(cell)
                known, given = columns[at], cell.style.width
                columns[at] = _Column(
                    max(known.least, least), max(known.wide, wide),
                    max(known.given, given.of(room) if given is not None and room else 0),
                )  # fmt: skip
            at += span
    return columns


def widths(boxes: BoxLayout, box: Box) -> tuple[int, int]:
    """Returns the least and the wanted width of a table."""
    columns = _columns(boxes, _rows(box), 0)
    return sum([column.least for column in columns]), sum([max(column.wide, column.given) for column in columns])


def _shared(columns: Sequence[_Column], room: int) -> list[int]:
    """Returns the widths of the columns in a table of some width."""
    found = [max(column.least, column.given) if column.given else column.least for column in columns]
    wanted = [0 if column.given else max(0, column.wide - column.least) for column in columns]
    spare = room - sum(found)
    if spare <= 0:
        return found
    total = sum(wanted)
    if total >= spare:
        return [width + spare * more // total for width, more in zip(found, wanted, strict=True)]
    found = [width + more for width, more in zip(found, wanted, strict=True)]
    spare = room - sum(found)
    free = [i for i, column in enumerate(columns) if not column.given] or list(range(len(columns)))
    weight = sum([found[i] for i in free])
    for i in free:
        found[i] += spare * found[i] // max(1, weight)
    return found


def lay_out(boxes: BoxLayout, box: Box, room: int) -> Fragment:
    """Returns the rows of a table."""
    rows = _rows(box)
    columns = _columns(boxes, rows, room)
    whole, y = Fragment(room, 0), 0
    for part in box.children:
        if not isinstance(part, str) and part.tag == "caption":
            caption = boxes.block(part, room)
            whole.put(0, y, caption)
            y += caption.h
    if not columns:
        whole.h = y
        return whole
    if box.style.fixed:
        given = [column.given for column in columns]
        rest = max(1, (room - sum(given)) // max(1, given.count(0)))
        across = [width or rest for width in given]
    else:
        across = _shared(columns, room)
    for row in rows:
        y += _lay_row(boxes, whole, row, across, y)
    whole.h = y
    return whole


def _lay_row(boxes: BoxLayout, whole: Fragment, row: Sequence[Box], across: Sequence[int], y: int) -> int:
    """Places one row, and returns its height."""
    x = at = height = 0
    parts = []
    for cell in row:
        span = _span(cell)
        width = max(1, sum(across[at : at + span]))
        part = boxes.block(cell, width, width)
        parts.append((x, part))
        height = max(height, part.h)
        x += width
        at += span
    for left, part in parts:
        old = part.h
        part.items = [
            item._replace(h=height) if item.h == old and item.y == 0 else
            item._replace(y=item.y + height - old) if item.y + item.h == old else item
            for item in part.items
        ]  # fmt: skip
        part.h = height
        whole.put(left, y, part)
    return height
