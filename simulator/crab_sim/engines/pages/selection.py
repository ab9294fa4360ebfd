"""The text of a page that is selected with the mouse.

* `select` - the piece of text between two points.
* `Selection`, `EVERYTHING` - a piece of a page's text, and all of it.
* `selected_text`, `selected_part` - its letters, and those of it on one line.
"""

from __future__ import annotations

import sys
from typing import Final, NamedTuple

from crab_sim.draw import text as metrics
from crab_sim.engines.pages.fragments import Words
from crab_sim.engines.pages.layout import Layout

__all__ = ["EVERYTHING", "Position", "Selection", "select", "selected_part", "selected_text"]


class Position(NamedTuple):
    """A place between two characters: the number of the page's text, and the number of characters before it there."""

    context: int
    at: int


class Selection(NamedTuple):
    """A piece of a page's text, from one place to a later one."""

    start: Position
    end: Position


EVERYTHING: Final = Selection(Position(0, 0), Position(sys.maxsize, 0))
"""All of a page's text."""


class Span(NamedTuple):
    """A piece of a text: the numbers of characters before it and before its end."""

    start: int
    end: int


def select(layout: Layout, x1: int, y1: int, x2: int, y2: int) -> Selection | None:
    """Returns the text from one point of a page to another; None if there is none.

    Args:
        layout: The page.
        x1: The first point, in pixels from the page's left.
        y1: The same from its top.
        x2: The second point.
        y2: The same.
    """
    words = [item for item in layout.items if isinstance(item, Words) and item.context >= 0 and item.text]
    if not words:
        return None
    start, end = sorted((_position(words, x1, y1), _position(words, x2, y2)))
    return Selection(start, end) if start < end else None


def _position(words: list[Words], x: int, y: int) -> Position:
    """Returns the place that is nearest to a point: first of all in the nearest line."""

    def distance(item: Words) -> tuple[int, int]:
        return max(item.y - y, y - item.y - item.h + 1, 0), max(item.x - x, x - item.x - item.w, 0)

    nearest = min(words, key=distance)
    inside = range(len(nearest.text) + 1)
    widths = [metrics.width(nearest.text[:count], nearest.font, nearest.size) for count in inside]
    count = min(inside, key=lambda count: abs(nearest.x + widths[count] - x))
    return Position(nearest.context, nearest.at + count)


def selected_part(selection: Selection, context: int, at: int, length: int) -> Span:
    """Returns which characters of a line are selected; a span without any if none is.

    Args:
        selection: The selection.
        context: The number of the line's text.
        at: The number of characters of the text before the line.
        length: The number of the line's characters.
    """
    if not selection.start.context <= context <= selection.end.context:
        return Span(0, 0)
    start = selection.start.at - at if context == selection.start.context else 0
    end = selection.end.at - at if context == selection.end.context else length
    return Span(min(max(start, 0), length), min(max(end, 0), length))


def selected_text(layout: Layout, selection: Selection) -> str:
    """Returns what is copied of a page: a line for each paragraph, and the lines of texts that keep theirs."""
    texts = []
    for number, text in enumerate(layout.contexts):
        start, end = selected_part(selection, number, 0, len(text))
        texts.append(text[start:end].replace("\xa0", " ").strip("\n").rstrip())
    return "\n".join([text for text in texts if text])
