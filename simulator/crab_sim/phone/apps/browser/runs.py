"""Text of web pages as widgets: styled runs in lines with links, and tables of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from crab_sim.engines.pages.blocks import Block, Document, Run, Table, Text
from crab_sim.phone import metrics
from crab_sim.phone.apps.browser.messages import Message
from crab_sim.ui import Label, Scene, Theme, Widget
from crab_sim.ui.theme import Color

__all__ = ["Match", "Paragraph", "Plain", "TableGrid", "match_blocks", "matches", "style_of", "text_of", "texts_of"]

_SIZES = {"h1": 24, "h2": 20, "h3": 17, "h4": 16, "h5": 15, "h6": 14, "small": 12}
_LIGHT_MATCH, _DARK_MATCH = (255, 226, 110), (96, 84, 20)
_LIGHT_CURRENT, _DARK_CURRENT = (255, 166, 77), (176, 88, 0)
_INDENT = 22
_CELL_PAD = 5


class Match(NamedTuple):
    """A place in a text where the searched words stand: its start and end, and whether it is the current one."""

    start: int
    end: int
    current: bool


class _Piece(NamedTuple):
    """A part of a run on a line: its left edge, its text, the run's index, and its place in the whole text."""

    x: int
    text: str
    run: int
    at: int


class _Part(NamedTuple):
    """A part of a word in one run: the run's index, its text, its place in the whole text, and its font."""

    run: int
    text: str
    at: int
    font: metrics.Font


class _Measures(NamedTuple):
    """The widths of a table's columns, the heights of its rows, and the size of its text."""

    widths: tuple[int, ...]
    heights: tuple[int, ...]
    size: int


def text_of(runs: Sequence[Run]) -> str:
    """Returns the text of runs."""
    return "".join([run.text for run in runs])


def texts_of(block: Block) -> tuple[str, ...]:
    """Returns the texts of a block that a search looks through."""
    if isinstance(block, Text):
        return (text_of(block.runs),)
    if isinstance(block, Table):
        return tuple([text_of(cell.runs) for row in block.rows for cell in row])
    return ()


@lru_cache(maxsize=4096)
def matches(text: str, words: str) -> tuple[tuple[int, int], ...]:
    """Returns the starts and ends of the places where words stand in a text, in any case."""
    if not words:
        return ()
    return tuple([match.span() for match in re.finditer(re.escape(words), text, re.IGNORECASE)])


def match_blocks(document: Document, words: str) -> list[int]:
    """Returns the index of the block of each place where words stand."""
    return [i for i, block in enumerate(document.blocks) for text in texts_of(block) for _ in matches(text, words)]


def style_of(run: Run, bold: bool = False) -> metrics.Font:
    """Returns the font of a run, perhaps in a bold text."""
    return "mono" if run.style == "mono" else "roboto_bold" if bold or run.style == "bold" else "regular"


@lru_cache(maxsize=4096)
def _lines(runs: tuple[Run, ...], size: int, bold: bool, w: int) -> tuple[tuple[_Piece, ...], ...]:
    """Breaks runs into lines between words; a word wider than a line is broken anywhere."""
    text = text_of(runs)
    ends: list[int] = []
    for run in runs:
        ends.append((ends[-1] if ends else 0) + len(run.text))
    lines: list[tuple[_Piece, ...]] = []
    row: list[_Piece] = []
    x = index = 0

    def break_line() -> None:
        nonlocal row, x
        lines.append(tuple(row))
        row, x = [], 0

    for word in re.finditer(r"\n|[^\s]+|[^\S\n]+", text):
        start, end = word.span()
        if word[0] == "\n":
            break_line()
            continue
        parts: list[_Part] = []
        while start < end:
            while ends[index] <= start:
                index += 1
            stop = min(end, ends[index])
            parts.append(_Part(index, text[start:stop], start, style_of(runs[index], bold)))
            start = stop
        width = sum([metrics.width(part.text, part.font, size) for part in parts])
        if x + width > w and row:
            break_line()
        if word[0].isspace() and not row:
            continue
        for number, part, at, font in parts:
            chunks = metrics.wrap(part, font, size, w) if width > w else (part,)
            for chunk in chunks:
                across = metrics.width(chunk, font, size)
                if x and x + across > w and width > w:
                    break_line()
                if row and row[-1].run == number and row[-1].at + len(row[-1].text) == at:
                    row[-1] = row[-1]._replace(text=row[-1].text + chunk)
                else:
                    row.append(_Piece(x, chunk, number, at))
                x += across
                at += len(chunk)
    break_line()
    return tuple(lines)


def _line_height(size: int) -> int:
    return metrics.line_height("regular", size)


def _ground(theme: Theme, current: bool) -> Color:
    if current:
        return _DARK_CURRENT if theme.dark else _LIGHT_CURRENT
    return _DARK_MATCH if theme.dark else _LIGHT_MATCH


def _place_runs(
    scene: Scene[Message], runs: tuple[Run, ...], x: int, y: int, w: int, size: int, bold: bool, found: Sequence[Match]
) -> None:
    """Draws runs line by line and adds the nodes of their links.

    Args:
        scene: The scene to draw on.
        runs: The text.
        x: Left edge in pixels.
        y: Top edge.
        w: Width of the lines.
        size: Size of the text.
        bold: Whether all of it is bold.
        found: Places to be marked.
    """
    theme, line = scene.theme, _line_height(size)
    links: dict[int, list[tuple[int, int, int]]] = {}
    for i, row in enumerate(_lines(runs, size, bold, w)):
        top = y + i * line
        for piece in row:
            run = runs[piece.run]
            font = style_of(run, bold)
            across, left = metrics.width(piece.text, font, size), x + piece.x
            for low, high, current in found:
                first, last = max(0, low - piece.at), min(len(piece.text), high - piece.at)
                if first < last:
                    start = left + metrics.width(piece.text[:first], font, size)
                    width = metrics.width(piece.text[first:last], font, size)
                    scene.fill(start, top, width, line, _ground(theme, current))
            if run.style == "mono" and piece.text.strip():
                scene.round(left - 2, top, across + 4, line, theme.surface, 4)
            ink = theme.accent if run.href else theme.text
            scene.text(left, top, across + 2, line, piece.text, ink, size, font)
            if run.href:
                shown = metrics.width(piece.text.rstrip(), font, size)
                scene.fill(left, top + line - 4, shown, 1, ink)
                links.setdefault(piece.run, []).append((left, top, shown))
    for number, places in links.items():
        run, widest = runs[number], max(range(len(places)), key=lambda i: places[i][2])
        words = run.text.strip()
        follow: Message = ("follow", run.href, run.download)
        for i, (left, top, across) in enumerate(places):  # one has the text; a touch on any of them follows the link
            text = words if i == widest else ""
            scene.node(left, top, across, line, "link", text, "", "", follow, ("hold", run.href, words))


class Paragraph(Widget[Message]):
    """Runs in lines, perhaps behind a mark or a bar."""

    __slots__ = ("block", "found", "size")

    def __init__(self, block: Text, found: Sequence[Match]) -> None:
        self.flex, self.block, self.found = 0, block, found
        self.size = _SIZES.get(block.kind, 15)

    def _indent(self) -> int:
        return _INDENT * self.block.indent + (16 if self.block.kind == "quote" else 0)

    def _bold(self) -> bool:
        return self.block.kind[0] == "h"

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of all lines."""
        lines = _lines(self.block.runs, self.size, self._bold(), max(40, w - self._indent()))
        return len(lines) * _line_height(self.size)

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the lines; a node has the whole text, unless this is a single link."""
        block, indent, theme = self.block, self._indent(), scene.theme
        left, inner = x + indent, max(40, w - indent)
        if block.kind == "quote":
            scene.round(left - 14, y, 3, h, theme.accent, 1)
        elif block.mark:
            scene.text(
                left - 28, y, 22, _line_height(self.size), block.mark, theme.muted, self.size, "regular", "right"
            )
        if not (len(block.runs) == 1 and block.runs[0].href):
            scene.node(left, y, inner, h, "text", text_of(block.runs))
        _place_runs(scene, block.runs, left, y, inner, self.size, self._bold(), self.found)


class Plain(Label[Message]):
    """A paragraph in one style, whose words can be selected."""

    __slots__ = ("found",)

    def __init__(self, text: str, font: metrics.Font, found: Sequence[Match]) -> None:
        super().__init__(text, 15, font=font, wrap=True, selectable=True)
        self.found = found

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the marks of found places, then the text."""
        line = _line_height(15)
        for i, (start, end) in enumerate(metrics.wrap_spans(self.text, self.font, 15, w) if self.found else ()):
            for low, high, current in self.found:
                first, last = max(start, low), min(end, high)
                if first < last:
                    left = x + metrics.width(self.text[start:first], self.font, 15)
                    across = metrics.width(self.text[first:last], self.font, 15)
                    scene.fill(left, y + i * line, across, line, _ground(scene.theme, current))
        super().place(scene, x, y, w, h)


class TableGrid(Widget[Message]):
    """A table, whose columns share the width by the lengths of their texts."""

    __slots__ = ("found", "table")

    def __init__(self, table: Table, found: Sequence[Sequence[Match]]) -> None:
        self.flex, self.table, self.found = 0, table, found

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of all rows."""
        return sum(_measured(self.table, w).heights) + 1

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the cells; each is a node."""
        theme = scene.theme
        widths, heights, size = _measured(self.table, w)
        scene.node(x, y, w, h, "table")
        index, top = 0, y
        for row, height in zip(self.table.rows, heights, strict=True):
            left = x
            for (runs, head), width in zip(row, widths, strict=False):
                if head:
                    scene.fill(left, top, width, height, theme.surface)
                if runs:
                    if not (len(runs) == 1 and runs[0].href):
                        scene.node(left, top, width, height, "cell", text_of(runs))
                    inner = (left + _CELL_PAD, top + 6, width - 2 * _CELL_PAD)
                    _place_runs(scene, runs, *inner, size, head, self.found[index])
                index += 1
                left += width
            scene.fill(x, top, w, 1, theme.outline)
            top += height
        scene.fill(x, top, w, 1, theme.outline)


def _column_widths(table: Table, columns: int, size: int) -> tuple[list[int], list[int]]:
    """Returns the columns' widths that their longest words need, and those at which no line is broken."""
    narrow, natural = [1] * columns, [1] * columns
    for row in table.rows:
        for i, (runs, head) in enumerate(row):
            words = text_of(runs)[:400]
            font: metrics.Font = "bold" if head else "regular"
            longest = max([metrics.width(word, font, size) for word in words.split()], default=0)
            narrow[i] = max(narrow[i], longest + 2 * _CELL_PAD + 2)
            natural[i] = max(natural[i], metrics.width(words, font, size) + 2 * _CELL_PAD + 2)
    return narrow, natural


@lru_cache(maxsize=256)
def _measured(table: Table, w: int) -> _Measures:
    """Returns the measures of a table at a width."""
    columns = max(len(row) for row in table.rows)
    for size in (14, 12, 11):
        narrow, natural = _column_widths(table, columns, size)
        if sum(narrow) <= w:
            break
    if sum(narrow) >= w:
        widths = [max(1, width * w // sum(narrow)) for width in narrow]
    else:
        room, wanted = w - sum(narrow), max(1, sum(natural) - sum(narrow))
        widths = [a + (b - a) * room // wanted if wanted > room else b for a, b in zip(narrow, natural, strict=True)]
    spare = max(0, w - sum(widths))
    widths = [width + spare * (i + 1) // columns - spare * i // columns for i, width in enumerate(widths)]
    heights = []
    for row in table.rows:
        lines = [
            len(_lines(runs, size, head, max(1, width - 2 * _CELL_PAD)))
            for (runs, head), width in zip(row, widths, strict=False)
        ]
        heights.append(max(lines) * _line_height(size) + 12)
    return _Measures(tuple(widths), tuple(heights), size)
