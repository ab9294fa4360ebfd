"""Movements of the caret: from a key and a place in a text to the next place.

* `move` - the place to which a key moves the caret. `word_around` - the word at a place.
* `find` - the next match. `replaced` - a text with other words instead of some.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from crab_sim.engines.writing import edits
from crab_sim.engines.writing.layout import Flow, Placed, flow
from crab_sim.engines.writing.model import Position, Text, length, look_at, plain
from crab_sim.engines.writing.places import caret_box, line_number, offset_in

__all__ = ["Match", "Query", "find", "matches", "move", "replaced", "vertical", "word_around"]

_SCREENFUL = 25
Match = tuple[Position, Position]
"""The ends of a match."""


def move(text: Text, at: Position, key: str, laid: Callable[[Text], Flow] = flow) -> Position | None:
    """Returns the place to which a key moves the caret; None for a key that isn't one of movement along the text.

    Args:
        text: The text.
        at: The place.
        key: The key.
        laid: Lays the text out.
    """
    size = length(text[at.paragraph])
    match key:
        case "left":
            return Position(at.paragraph, at.offset - 1) if at.offset else _end_before(text, at)
        case "right":
            return Position(at.paragraph, at.offset + 1) if at.offset < size else _start_behind(text, at)
        case "ctrl+left":
            return _word_left(text, at) if at.offset else _end_before(text, at)
        case "ctrl+right":
            return _word_right(text, at) if at.offset < size else _start_behind(text, at)
        case "home" | "end":
            pages = laid(text)
            placed = pages.lines[line_number(pages, at)]
            line = placed.line
            if key == "home":
                return Position(at.paragraph, line.start)
            last = placed.line.stop == size
            ends_early = line.pieces and (line.pieces[-1].text.endswith("\n") or not last)
            return Position(at.paragraph, line.stop - 1 if ends_early and line.stop > line.start else line.stop)
        case "ctrl+home":
            return Position(0, 0)
        case "ctrl+end":
            return Position(len(text) - 1, length(text[-1]))
        case "ctrl+up":
            return Position(at.paragraph, 0) if at.offset else Position(max(0, at.paragraph - 1), 0)
        case "ctrl+down":
            return _start_behind(text, at)
    return None


def _end_before(text: Text, at: Position) -> Position:
    number = at.paragraph - 1
    return Position(number, length(text[number])) if number >= 0 else at


def _start_behind(text: Text, at: Position) -> Position:
    if at.paragraph + 1 < len(text):
        return Position(at.paragraph + 1, 0)
    return Position(at.paragraph, length(text[at.paragraph]))


def _word_left(text: Text, at: Position) -> Position:
    characters, i = plain(text[at.paragraph]), at.offset
    while i and not characters[i - 1].isalnum():
        i -= 1
    while i and characters[i - 1].isalnum():
        i -= 1
    return Position(at.paragraph, i)


def _word_right(text: Text, at: Position) -> Position:
    characters, i = plain(text[at.paragraph]), at.offset
    while i < len(characters) and characters[i].isalnum():
        i += 1
    while i < len(characters) and not characters[i].isalnum():
        i += 1
    return Position(at.paragraph, i)


def word_around(text: Text, at: Position) -> Match:
    """Returns the ends of the word at a place."""
    characters = plain(text[at.paragraph])
    start = stop = at.offset
    while start and (characters[start - 1].isalnum() or characters[start - 1] == "_"):
        start -= 1
    while stop < len(characters) and (characters[stop].isalnum() or characters[stop] == "_"):
        stop += 1
    return Position(at.paragraph, start), Position(at.paragraph, stop)


def vertical(
    text: Text, at: Position, key: str, goal: int, laid: Callable[[Text], Flow] = flow
) -> tuple[Position, int] | None:
    """Returns the place to which a key moves the caret up or down, and the place in pixels that it keeps.

    Args:
        text: The text.
        at: The place.
        key: The key.
        goal: The place across the page that the caret keeps; -1 for its present one.
        laid: Lays the text out.
    """
    steps = {"up": -1, "down": 1, "pageup": -_SCREENFUL, "pagedown": _SCREENFUL}.get(key, 0)
    if not steps:
        return None
    pages = laid(text)
    x = caret_box(pages, at).x if goal < 0 else goal
    placed = pages.lines[line_number(pages, at)]
    for _ in range(abs(steps)):
        following = _beside(text, pages.lines, placed, x, steps > 0)
        if following is None:
            if abs(steps) == 1:
                end = Position(len(text) - 1, length(text[-1])) if steps > 0 else Position(0, 0)
                return end, x
            break
        placed = following
    offset = offset_in(placed, x)
    line = placed.line
    if offset == line.stop and line.stop < length(text[placed.paragraph]) and offset > line.start:
        offset -= 1  # behind the blank at a line's end the caret would be in the next line
    return Position(placed.paragraph, offset), x


def _beside(text: Text, lines: tuple[Placed, ...], placed: Placed, x: int, down: bool) -> Placed | None:
    """Returns the line below or above another one, in the column of a table that is nearest to `x`."""
    cell = text[placed.paragraph].cell
    best: Placed | None = None
    for line in lines:
        other = text[line.paragraph].cell
        if cell is not None and other is not None and other != cell:
            if (other.table, other.row) == (cell.table, cell.row):
                continue
        here, there = (placed.page, placed.y), (line.page, line.y)
        if line is placed or (there <= here if down else there >= here):
            continue
        if best is None:
            best = line
            continue
        so_far = (best.page, best.y)
        if there == so_far:
            if best.x < line.x <= x:
                best = line
        elif (there < so_far) == down:
            best = line
    return best


class Query:
    """A search.

    Args:
        words: The text to find.
        case: Whether capital and small letters differ.
        whole: Whether only whole words match.
    """

    __slots__ = ("pattern",)

    def __init__(self, words: str, case: bool = False, whole: bool = False) -> None:
        edge = r"\b" if whole else ""
        self.pattern = re.compile(edge + re.escape(words) + edge, 0 if case else re.IGNORECASE)


def matches(text: Text, query: Query) -> Iterator[Match]:
    """Yields all matches of a search in their order."""
    for number, paragraph in enumerate(text):
        for match in query.pattern.finditer(plain(paragraph)):
            if match.end() > match.start():
                yield Position(number, match.start()), Position(number, match.end())


def find(text: Text, query: Query, at: Position, back: bool = False) -> tuple[Match | None, bool]:
    """Returns the next match of a search, and whether the search went on at the other end of the text.

    Args:
        text: The text.
        query: The search.
        at: The place from which to search.
        back: Whether to search backwards: for the last match that ends at the place or before it.
    """
    first: Match | None = None
    last: Match | None = None
    before: Match | None = None
    for match in matches(text, query):
        first = first or match
        last = match
        if not back and match[0] >= at:
            return match, False
        if back and match[1] <= at:
            before = match
    if back:
        return (before, False) if before is not None else (last, True)
    return first, True


def replaced(text: Text, found: Sequence[Match], new: str) -> tuple[Text, Position | None]:
    """Returns a text with matches replaced, each by text of its look, and the place behind the last one.

    Args:
        text: The text.
        found: The matches, in their order.
        new: The text instead of each.
    """
    paragraphs, last = list(text), None
    for start, stop in reversed(found):
        paragraph = paragraphs[start.paragraph]
        look = look_at(paragraph, start.offset + 1)
        (bare,), _ = edits.delete((paragraph,), Position(0, start.offset), Position(0, stop.offset))
        (done,), end = edits.insert((bare,), Position(0, start.offset), new, look)
        paragraphs[start.paragraph] = done
        last = last or Position(start.paragraph, end.offset)
    return tuple(paragraphs), last
