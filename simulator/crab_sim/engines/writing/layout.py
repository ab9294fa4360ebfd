"""Lays a rich text out on pages: breaks it into lines, and places these and the cells of tables.

All measures are pixels at 96 per inch, as on a screen at a zoom of 100 %; printing takes the same lines.

* `flow` - the pages of a text; `crab_sim.engines.writing.places` finds points on them.
* `Flow`, `Placed`, `CellBox`, `Line`, `Piece`, `Shape` - its parts.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from crab_sim.draw import text as metrics
from crab_sim.engines.writing.model import (
    Align,
    Caps,
    Look,
    Paragraph,
    Text,
    gaps,
    plain,
    style_of,
    table_size,
)

__all__ = [
    "MARGIN", "PAGE_HEIGHT", "PAGE_WIDTH", "CellBox", "Flow", "Line", "Numbers", "Piece", "Placed", "Shape", "flow",
    "font_of", "lines_of", "shape_of",
]  # fmt: skip

PAGE_WIDTH: Final = 816
"""The width of a page of paper of the size Letter."""
PAGE_HEIGHT: Final = 1056
MARGIN: Final = 76
_TAB, _CELL_PAD = 47, 4
_PIXELS_PER_POINT = 96 / 72
_WORD = re.compile(r"\n|\t|[^\n\t ]* *")
_BULLETS = "•◦▪"
_SMALL, _RAISED, _LOWERED, _SMALL_CAPS = 0.58, 0.33, 0.1, 0.8
"""The size of raised and lowered characters, how far they are moved, and the size of small capitals."""
_LINK: Final = "#000080"


class Shape(NamedTuple):
    """The looks of a piece of a line.

    Attributes:
        font: Its font, as it is drawn.
        size: Size in pixels.
        color: Colour as ``#rrggbb``; ``""`` for the page's ink.
        underline: Whether it is underlined.
        strike: Whether it is struck through.
        highlight: Colour of its ground; ``""`` for none.
        overline: Whether it has a line above it.
        shadow: Whether it has a shadow.
        outline: Whether only its edges are drawn.
        rise: Pixels by which it is raised.
    """

    font: metrics.Font
    size: int
    color: str
    underline: bool
    strike: bool
    highlight: str
    overline: bool = False
    shadow: bool = False
    outline: bool = False
    rise: int = 0


class Piece(NamedTuple):
    """A piece of a line: its first character's index in the paragraph, text, place, width, looks."""

    start: int
    text: str
    x: int
    width: int
    shape: Shape


class Line(NamedTuple):
    """A line of a paragraph.

    Attributes:
        start: Index of its first character.
        stop: Index behind its last one, blanks at its end included.
        pieces: Its pieces from left to right.
        height: Its height.
        baseline: Pixels from its top to its baseline.
        left: Where it begins.
    """

    start: int
    stop: int
    pieces: tuple[Piece, ...]
    height: int
    baseline: int
    left: int


class Placed(NamedTuple):
    """A line on a page: the number of its paragraph, the line, the page, its place, the marker before it."""

    paragraph: int
    line: Line
    page: int
    x: int
    y: int
    marker: str


class CellBox(NamedTuple):
    """A cell on a page: the number of its first paragraph, the page, its place and size."""

    paragraph: int
    page: int
    x: int
    y: int
    width: int
    height: int


class Flow(NamedTuple):
    """A text on its pages.

    Attributes:
        lines: All lines in order.
        cells: All cells.
        pages: The number of pages.
        firsts: The first line of each paragraph.
        right: The largest left edge of a caret, since blanks at the end of a line may reach far beyond it.
    """

    lines: tuple[Placed, ...]
    cells: tuple[CellBox, ...]
    pages: int
    firsts: tuple[int, ...]
    right: int = PAGE_WIDTH - MARGIN // 2


_FONTS: Final[tuple[metrics.Font, ...]] = ("regular", "bold", "italic", "bold_italic")


def font_of(name: str, bold: bool, italic: bool) -> metrics.Font:
    """Returns the font in which text is drawn; fonts of one width have no bold or slanted face."""
    return "mono" if "Mono" in name or "Courier" in name else _FONTS[bold + 2 * italic]


@lru_cache(maxsize=1024)
def shape_of(style_font: str, style_size: float, style_bold: bool, look: Look) -> Shape:
    """Returns the looks of characters in a paragraph.

    Args:
        style_font: The font of the paragraph's style.
        style_size: The size of its style, in points.
        style_bold: Whether the style is bold.
        look: The characters' own look.
    """
    bold = style_bold if look.bold is None else look.bold
    size = max(6, min(128, round((look.size or style_size) * _PIXELS_PER_POINT)))
    rise = 0
    if look.script:
        rise = round(size * (_RAISED if look.script == "super" else -_LOWERED))
        size = max(6, round(size * _SMALL))
    return Shape(
        font_of(look.font or style_font, bold, bool(look.italic)), size, look.color or (_LINK if look.link else ""),
        bool(look.link) if look.underline is None else look.underline, bool(look.strike), look.highlight,
        bool(look.overline), bool(look.shadow), bool(look.outline), rise,
    )  # fmt: skip


def _shape(paragraph: Paragraph, look: Look) -> Shape:
    style = style_of(paragraph)
    return shape_of(style.font, style.size, style.bold, look)


class _Atom(NamedTuple):
    """A word, or a part of it with one look; words hold the blanks behind them."""

    start: int
    text: str
    shape: Shape


def _cased(start: int, text: str, shape: Shape, caps: Caps) -> list[_Atom]:
    """Returns characters as they are drawn: as they are, or as capitals."""
    if not caps:
        return [_Atom(start, text, shape)]
    drawn = "".join([char.upper() if len(char.upper()) == 1 else char for char in text])
    if caps == "upper":
        return [_Atom(start, drawn, shape)]
    small, found = shape._replace(size=max(6, round(shape.size * _SMALL_CAPS))), []
    for lower, part in groupby(range(len(text)), lambda i: text[i].islower()):
        places = list(part)
        piece = drawn[places[0] : places[-1] + 1]
        found.append(_Atom(start + places[0], piece, small if lower else shape))
    return found


def _words(paragraph: Paragraph) -> list[list[_Atom]]:
    """Returns the words of a paragraph, each as its parts by look."""
    text = plain(paragraph)
    ends: list[tuple[int, Shape, Caps]] = []
    at = 0
    for run in paragraph.runs:
        at += len(run.text)
        ends.append((at, _shape(paragraph, run.look), run.look.caps))
    words: list[list[_Atom]] = []
    run_number = 0
    for match in _WORD.finditer(text):
        start, stop = match.span()
        parts: list[_Atom] = []
        while start < stop:
            end, shape, caps = ends[run_number]
            if end <= start:
                run_number += 1
                continue
            high = min(end, stop)
            parts += _cased(start, text[start:high], shape, caps)
            start = high
        if parts:
            words.append(parts)
    return words


class _Breaker:
    """Breaks a paragraph into lines; `room` is their width, and `first` the indent of the first one."""

    __slots__ = ("atoms", "base", "first", "left", "lines", "room", "spacing", "x")

    def __init__(self, room: int, left: int, first: int, base: Shape, spacing: float) -> None:
        self.room, self.left, self.first, self.base, self.spacing = room, left, first, base, spacing
        self.lines: list[tuple[list[Piece], bool]] = []
        self.atoms: list[Piece] = []
        self.x = first

    def end_line(self, forced: bool = False) -> None:
        """Begins a line; `forced` by a line break, whose line isn't justified."""
        self.lines.append((self.atoms, forced))
        self.atoms, self.x = [], 0

    def add(self, atom: _Atom, text: str, start: int) -> None:
        """Appends characters to the line."""
        if text == "\t":
            width = (self.x // _TAB + 1) * _TAB - self.x
        else:
            width = metrics.width(text, atom.shape.font, atom.shape.size) if text != "\n" else 0
        self.atoms.append(Piece(start, text, self.x, width, atom.shape))
        self.x += width

    def word(self, parts: list[_Atom]) -> None:
        """Appends a word, on a new line where there is no room for it."""
        widths = [metrics.width(part.text.rstrip(" "), part.shape.font, part.shape.size) for part in parts]
        whole = sum([metrics.width(part.text, part.shape.font, part.shape.size) for part in parts[:-1]]) + widths[-1]
        if self.atoms and self.x + whole > self.room:
            self.end_line()
        if self.x + whole <= self.room:
            for part in parts:
                self.add(part, part.text, part.start)
            return
        for part in parts:  # a word wider than a line breaks between characters
            text, start = part.text, part.start
            while text:
                fit = metrics.index_at(text, part.shape.font, part.shape.size, self.room - self.x)
                while fit and metrics.width(text[:fit], part.shape.font, part.shape.size) > self.room - self.x:
                    fit -= 1
                if not fit and self.x > 0:
                    self.end_line()
                    continue
                if not text[fit:].strip(" "):
                    fit = len(text)
                fit = max(1, fit)
                self.add(part, text[:fit], start)
                text, start = text[fit:], start + fit


@lru_cache(maxsize=4096)
def lines_of(paragraph: Paragraph, room: int) -> tuple[Line, ...]:
    """Returns the lines of a paragraph, as if alone; its cell and page break don't matter.

    Args:
        paragraph: The paragraph.
        room: The width of its column.
    """
    style = style_of(paragraph)
    space = paragraph.space
    left, right, first = (round(side * _PIXELS_PER_POINT) for side in (space.left, space.right, space.first))
    left += style.indent * (paragraph.level + 1) if paragraph.marker else 0
    base = _shape(paragraph, Look() if not paragraph.runs else paragraph.runs[-1].look)
    breaker = _Breaker(max(20, room - left - right), left, first, base, space.line or style.spacing)
    for parts in _words(paragraph):
        if parts[0].text == "\n":
            breaker.add(parts[0], "\n", parts[0].start)
            breaker.end_line(forced=True)
        else:
            breaker.word(parts)
    breaker.end_line(forced=True)
    found: list[Line] = []
    at = 0
    for pieces, forced in breaker.lines:
        stop = pieces[-1].start + len(pieces[-1].text) if pieces else at
        found.append(_line(pieces, at, stop, breaker, paragraph.align or style.align, forced))
        at = stop
    return tuple(found)


def _line(pieces: list[Piece], start: int, stop: int, breaker: _Breaker, align: Align, forced: bool) -> Line:
    shapes = {(piece.shape.font, piece.shape.size) for piece in pieces} or {(breaker.base.font, breaker.base.size)}
    above = max([metrics.ascent(font, size) for font, size in shapes])
    below = max([metrics.line_height(font, size) - metrics.ascent(font, size) for font, size in shapes])
    height = round((above + below) * breaker.spacing)
    shown = _ink_width(pieces)
    spare = max(0, breaker.room - shown)
    shift = breaker.left + (0 if start or pieces else breaker.first)
    if align == "center":
        shift += spare // 2
    elif align == "right":
        shift += spare
    elif align == "justify" and not forced and len(pieces) > 1:
        gaps = len(pieces) - 1
        pieces = [piece._replace(x=piece.x + spare * i // gaps) for i, piece in enumerate(pieces)]
        return Line(start, stop, tuple([p._replace(x=p.x + shift) for p in pieces]), height, height - below, shift)
    placed = [piece._replace(x=piece.x + shift) for piece in _merged(pieces)]
    return Line(start, stop, tuple(placed), height, height - below, shift)


def _ink_width(pieces: list[Piece]) -> int:
    """Returns the width of a line without the blanks at its end."""
    for piece in reversed(pieces):
        text = piece.text.rstrip(" \n")
        if text:
            return piece.x + (piece.width if text == piece.text else _width(text, piece.shape))
    return 0


def _width(text: str, shape: Shape) -> int:
    return metrics.width(text, shape.font, shape.size)


def _merged(pieces: list[Piece]) -> list[Piece]:
    """Returns the pieces with neighbours of one look joined, except tabs and line breaks."""
    found: list[Piece] = []
    for piece in pieces:
        last = found[-1] if found else None
        if last is not None and last.shape == piece.shape and piece.text not in "\t\n" and last.text != "\t":
            found[-1] = last._replace(text=last.text + piece.text, width=last.width + piece.width)
        else:
            found.append(piece)
    return found


# Pages ------------------------------------------------------------------------------------------------------------


class Numbers:
    """Counts the items of numbered lists, level by level."""

    __slots__ = ("counts",)

    def __init__(self) -> None:
        self.counts: list[int] = []

    def marker(self, paragraph: Paragraph) -> str:
        """Returns the marker of the next paragraph."""
        if not paragraph.marker:
            self.counts = []
            return ""
        if paragraph.marker == "bullet":
            self.counts = self.counts[: paragraph.level]
            return _BULLETS[paragraph.level % len(_BULLETS)]
        self.counts = self.counts[: paragraph.level + 1]
        self.counts += [0] * (paragraph.level + 1 - len(self.counts))
        self.counts[paragraph.level] += 1
        return f"{self.counts[paragraph.level]}."


class _Pages:
    """Fills pages with lines, from top to bottom."""

    __slots__ = ("cells", "lines", "page", "y")

    def __init__(self) -> None:
        self.lines: list[Placed] = []
        self.cells: list[CellBox] = []
        self.page, self.y = 0, MARGIN

    def turn(self) -> None:
        """Begins a page."""
        self.page, self.y = self.page + 1, MARGIN

    def paragraph(self, number: int, paragraph: Paragraph, marker: str, below: int) -> int:
        """Adds the lines of a paragraph, and returns the space below it, in pixels.

        Args:
            number: Number of the paragraph in the text, from 0.
            paragraph: The paragraph.
            marker: The text of its marker; ``""`` for none.
            below: The space below the paragraph before it, in pixels; the space above this one replaces it where it is
                larger.
        """
        above, under = gaps(paragraph)
        if paragraph.page_break and (self.lines or self.page):
            self.turn()
        elif self.y > MARGIN:
            self.y += max(below, round(above * _PIXELS_PER_POINT))
        for i, line in enumerate(_lines(paragraph, PAGE_WIDTH - 2 * MARGIN)):
            if self.y + line.height > PAGE_HEIGHT - MARGIN and self.y > MARGIN:
                self.turn()
            self.lines.append(Placed(number, line, self.page, MARGIN, self.y, marker if not i else ""))
            self.y += line.height
        return round(under * _PIXELS_PER_POINT)

    def row(self, first: int, paragraphs: list[Paragraph], columns: int, markers: list[str]) -> None:
        """Adds a row of a table, which stays on one page where it fits on one.

        Args:
            first: Number of the row's first paragraph in the text, from 0.
            paragraphs: The paragraphs of the row's cells.
            columns: Number of the table's columns.
            markers: The text of each paragraph's marker.
        """
        edges = [MARGIN + (PAGE_WIDTH - 2 * MARGIN) * i // columns for i in range(columns + 1)]
        tall = 0
        heights: dict[int, int] = {}
        for paragraph in paragraphs:
            assert paragraph.cell is not None
            column = min(paragraph.cell.column, columns - 1)
            room = edges[column + 1] - edges[column] - 2 * _CELL_PAD
            height = sum([line.height for line in _lines(paragraph, room)])
            heights[column] = heights.get(column, 2 * _CELL_PAD) + height
        tall = max(heights.values())
        if self.y + tall > PAGE_HEIGHT - MARGIN and self.y > MARGIN:
            self.turn()
        page, top = self.page, self.y
        last, below, y = -1, (page, top), top
        for i, paragraph in enumerate(paragraphs):
            assert paragraph.cell is not None
            column = min(paragraph.cell.column, columns - 1)
            if column != last:
                self.page, y, last = page, top + _CELL_PAD, column
                width = edges[column + 1] - edges[column]
                height = min(tall, PAGE_HEIGHT - MARGIN - top)
                self.cells.append(CellBox(first + i, page, edges[column], top, width, height))
            room = edges[column + 1] - edges[column] - 2 * _CELL_PAD
            for j, line in enumerate(_lines(paragraph, room)):
                if y + line.height > PAGE_HEIGHT - MARGIN and y > MARGIN + _CELL_PAD:
                    self.page, y = self.page + 1, MARGIN
                mark = "" if j else markers[i]
                self.lines.append(Placed(first + i, line, self.page, edges[column] + _CELL_PAD, y, mark))
                y += line.height
            below = max(below, (self.page, y + _CELL_PAD))
        self.page, self.y = max(below, (page, top + tall) if tall <= PAGE_HEIGHT - 2 * MARGIN else below)


def _lines(paragraph: Paragraph, room: int) -> tuple[Line, ...]:
    bare = paragraph if paragraph.cell is None and not paragraph.page_break else paragraph._replace(
        cell=None, page_break=False
    )  # fmt: skip
    return lines_of(bare, room)


@lru_cache(maxsize=16)
def flow(text: Text) -> Flow:
    """Returns a text on its pages."""
    pages, numbers = _Pages(), Numbers()
    number, below = 0, 0
    columns: dict[int, int] = {}
    while number < len(text):
        paragraph = text[number]
        cell = paragraph.cell
        if cell is None:
            below = pages.paragraph(number, paragraph, numbers.marker(paragraph), below)
            number += 1
            continue
        if cell.table not in columns:
            columns[cell.table] = table_size(text, cell.table)[1]
            pages.y += below if pages.y > MARGIN else 0
            below = 0
        row: list[Paragraph] = []
        while number + len(row) < len(text):
            other = text[number + len(row)]
            if other.cell is None or (other.cell.table, other.cell.row) != (cell.table, cell.row):
                break
            row.append(other)
        pages.row(number, row, columns[cell.table], [numbers.marker(each) for each in row])
        number += len(row)
    firsts = [0] * len(text)
    for i in reversed(range(len(pages.lines))):
        firsts[pages.lines[i].paragraph] = i
    return Flow(tuple(pages.lines), tuple(pages.cells), pages.page + 1, tuple(firsts))
