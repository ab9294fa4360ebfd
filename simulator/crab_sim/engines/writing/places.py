"""Places on the pages of a text: from a position in it to a point on a page, and back.

* `caret_box`, `position_at` - the two ways. `line_number`, `piece_of`, `x_of`, `offset_in` - their steps.
"""

from __future__ import annotations

from typing import NamedTuple

from crab_sim.draw import text as metrics
from crab_sim.engines.writing.layout import MARGIN, Flow, Line, Piece, Placed
from crab_sim.engines.writing.model import Position

__all__ = ["CaretBox", "caret_box", "line_number", "offset_in", "piece_of", "position_at", "x_of"]


class CaretBox(NamedTuple):
    """The place of a caret: its page, left and top edge, and height."""

    page: int
    x: int
    y: int
    height: int


def line_number(pages: Flow, at: Position) -> int:
    """Returns the number of the line in which a place is."""
    i = pages.firsts[at.paragraph]
    while i + 1 < len(pages.lines) and pages.lines[i + 1].paragraph == at.paragraph:
        if at.offset < pages.lines[i + 1].line.start:
            break
        i += 1
    return i


def piece_of(line: Line, offset: int) -> Piece | None:
    """Returns the piece of a line at whose end, or inside which, a character index lies; None for an empty line."""
    for piece in line.pieces:
        if offset <= piece.start + len(piece.text) and piece.text != "\n":
            return piece
    return line.pieces[-1] if line.pieces else None


def x_of(placed: Placed, offset: int) -> int:
    """Returns the left edge of a character of a line, in pixels of its page."""
    piece = piece_of(placed.line, offset)
    if piece is None:
        return placed.x + placed.line.left
    if piece.text in ("\t", "\n"):
        inside = piece.width if offset > piece.start else 0
    else:
        inside = metrics.offset(piece.text, piece.shape.font, piece.shape.size, max(0, offset - piece.start))
    return placed.x + piece.x + inside


def caret_box(pages: Flow, at: Position) -> CaretBox:
    """Returns the place of a caret on its page."""
    placed = pages.lines[line_number(pages, at)]
    x = min(x_of(placed, at.offset), pages.right)
    piece = piece_of(placed.line, at.offset)
    if piece is None:
        return CaretBox(placed.page, x, placed.y, placed.line.height)
    above = metrics.ascent(piece.shape.font, piece.shape.size)
    height = metrics.line_height(piece.shape.font, piece.shape.size)
    return CaretBox(placed.page, x, placed.y + placed.line.baseline - piece.shape.rise - above, height)


def offset_in(placed: Placed, x: int) -> int:
    """Returns the index of the character of a line that is nearest to a point."""
    line = placed.line
    last = line.stop - 1 if line.pieces and line.pieces[-1].text.endswith("\n") else line.stop
    for piece in line.pieces:
        left = placed.x + piece.x
        if x < left + piece.width or piece is line.pieces[-1]:
            if piece.text in ("\t", "\n"):
                return min(last, piece.start + (1 if x > left + piece.width // 2 else 0))
            return min(last, piece.start + metrics.index_at(piece.text, piece.shape.font, piece.shape.size, x - left))
    return last


def position_at(pages: Flow, page: int, x: int, y: int) -> Position:
    """Returns the place in the text that is nearest to a point of a page.

    Args:
        pages: The laid-out text.
        page: Number of the page, from 0.
        x: The point, in pixels from the page's left edge.
        y: The point, in pixels from its top edge.
    """
    best, nearest = pages.lines[0], 1 << 60
    boxes = [box for box in pages.cells if box.page == page and box.x <= x < box.x + box.width]
    inside = next((box for box in boxes if box.y <= y < box.y + box.height), None)
    for placed in pages.lines:
        far = 0 if placed.page == page else 1 << 30
        if placed.page == page:
            far = max(placed.y - y, y - placed.y - placed.line.height + 1, 0) * 4
        column = placed.x != MARGIN or inside is not None
        if inside is not None and not inside.x <= placed.x < inside.x + inside.width:
            far += 1 << 20
        elif column and inside is None:
            far += abs(placed.x - x) // 8
        if far < nearest:
            best, nearest = placed, far
    return Position(best.paragraph, offset_in(best, x))
