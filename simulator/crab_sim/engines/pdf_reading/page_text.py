"""The text of a page: its words in lines, to be read, searched and selected.

* `Line`, `lines_of` - the lines of a page, from top to bottom. `text_of` - all of them.
* `Place`, `place_at`, `between` - places in the text, and the text between two of them.
* `Match`, `matches` - where a text occurs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.engines.pdf import PdfText
from crab_sim.engines.pdf_reading.reader import page_of

__all__ = ["Line", "Match", "Place", "between", "lines_of", "marks", "matches", "place_at", "text_of"]

_JOIN: Final = 0.18  # of the size: words that are nearer are one
_SAME_LINE: Final = 0.35  # of the size


class Line(NamedTuple):
    """A line of text.

    Attributes:
        text: Its text.
        edges: The left edge of each character, and the right edge of the last, in points.
        top: Its top edge.
        bottom: Its bottom edge.
    """

    text: str
    edges: tuple[float, ...]
    top: float
    bottom: float


class Place(NamedTuple):
    """A place between two characters of a page: the line, and the number of characters before it in that."""

    line: int
    offset: int


class Match(NamedTuple):
    """A place where a text occurs: the page, the line, and the first and last character's place in it."""

    page: int
    line: int
    start: int
    stop: int


@lru_cache(maxsize=64)
def lines_of(data: bytes, number: int) -> tuple[Line, ...]:
    """Returns the lines of a page, from top to bottom, each from left to right.

    Args:
        data: The file, which `open_pdf` can open.
        number: The page's number, from 0.
    """
    words = sorted(
        [item for item in page_of(data, number).items if isinstance(item, PdfText)], key=lambda word: (word.y, word.x)
    )
    rows: list[list[PdfText]] = []
    for word in words:
        if rows and abs(word.y - rows[-1][0].y) <= _SAME_LINE * max(word.size, rows[-1][0].size):
            rows[-1].append(word)
        else:
            rows.append([word])
    return tuple([_line(sorted(row, key=lambda word: word.x)) for row in rows])


def _line(words: list[PdfText]) -> Line:
    text, edges, right = "", [], 0.0
    for word in words:
        if text and word.x - right > _JOIN * word.size:
            text += " "
            edges.append(right)
        step = word.width / len(word.text)
        edges += [word.x + i * step for i in range(len(word.text))]
        text += word.text
        right = word.x + word.width
    tall = max([word.size for word in words])
    base = words[0].y
    return Line(text, (*edges, right), base - 0.95 * tall, base + 0.27 * tall)


def text_of(data: bytes, number: int) -> str:
    """Returns the text of a page, a line per line; the arguments are those of `lines_of`."""
    return "\n".join([line.text for line in lines_of(data, number)])


def place_at(lines: tuple[Line, ...], x: float, y: float) -> Place:
    """Returns the place that is nearest to a point of the page, in points.

    Args:
        lines: The page's lines, at least one.
        x: The point.
        y: The same.
    """
    number = min(range(len(lines)), key=lambda i: max(lines[i].top - y, y - lines[i].bottom, 0.0))
    edges = lines[number].edges
    return Place(number, min(range(len(edges)), key=lambda i: abs(edges[i] - x)))


def between(lines: tuple[Line, ...], start: Place, stop: Place) -> str:
    """Returns the text between two places."""
    start, stop = sorted((start, stop))
    if start.line == stop.line:
        return lines[start.line].text[start.offset : stop.offset]
    whole = [lines[i].text for i in range(start.line + 1, stop.line)]
    return "\n".join([lines[start.line].text[start.offset :], *whole, lines[stop.line].text[: stop.offset]])


def marks(lines: tuple[Line, ...], start: Place, stop: Place) -> list[tuple[float, float, float, float]]:
    """Returns the rectangles, in points, of the text between two places."""
    start, stop = sorted((start, stop))
    found = []
    for i in range(start.line, stop.line + 1):
        line = lines[i]
        first = start.offset if i == start.line else 0
        last = stop.offset if i == stop.line else len(line.text)
        if first < last:
            found.append((line.edges[first], line.top, line.edges[last], line.bottom))
    return found


def matches(data: bytes, number: int, wanted: str, case: bool = False, whole: bool = False) -> list[Match]:
    """Returns the places on a page where a text occurs, from top to bottom.

    Args:
        data: The file, which `open_pdf` can open.
        number: The page's number, from 0.
        wanted: The text.
        case: Whether capitals differ from small letters.
        whole: Whether only whole words count.
    """
    found: list[Match] = []
    for i, line in enumerate(lines_of(data, number)):
        text = line.text if case else line.text.lower()
        want = wanted if case else wanted.lower()
        if len(text) != len(line.text):  # a letter whose small form has two characters
            text, want = line.text, wanted
        at = text.find(want) if want else -1
        while at >= 0 and len(found) < 500:
            stop = at + len(want)
            before, after = text[at - 1 : at] if at else "", text[stop : stop + 1]
            if not (whole and (before.isalnum() or after.isalnum())):
                found.append(Match(number, i, at, stop))
            at = text.find(want, stop)
    return found
