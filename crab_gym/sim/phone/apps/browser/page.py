"""Documents as widgets: one for each block of `crab_gym.sim.phone.apps.browser.html`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from crab_gym.sim.draw import text as metrics
from crab_gym.sim.phone.apps.browser.html import Block, Control, Document, Figure, Run, Table, Text
from crab_gym.sim.ui import (
    AnyMessage,
    Box,
    Button,
    Column,
    Divider,
    Field,
    Icon,
    Label,
    Row,
    Scene,
    Space,
    Theme,
    Widget,
)
from crab_gym.sim.ui.node import CHECKABLE, CHECKED
from crab_gym.sim.ui.theme import Color

__all__ = ["PAD", "Find", "block_top", "count", "layout", "words_of"]

PAD: Final = 16
"""Pixels beside a page's text."""
_SIZES = {"h1": 24, "h2": 20, "h3": 17, "h4": 16, "h5": 15, "h6": 14, "small": 12}
_LABEL_CHARACTERS = 34  # a longer label stands above its field rather than in its edge
_LIGHT_HIT, _DARK_HIT = (255, 226, 110), (96, 84, 20)
_LIGHT_CURRENT, _DARK_CURRENT = (255, 166, 77), (176, 88, 0)
_INDENT = 22


class Find(NamedTuple):
    """What is looked for on the page, and which of the places where it stands is the current one."""

    words: str
    current: int


def words_of(block: Block) -> tuple[str, ...]:
    """Returns the texts of a block in which words are looked for."""
    if isinstance(block, Text):
        return ("".join([run.text for run in block.runs]),)
    if isinstance(block, Table):
        return tuple(["".join([run.text for run in runs]) for row in block.rows for runs, _ in row])
    return ()


@lru_cache(maxsize=4096)
def _hits(text: str, words: str) -> tuple[tuple[int, int], ...]:
    if not words:
        return ()
    return tuple([found.span() for found in re.finditer(re.escape(words), text, re.IGNORECASE)])


def count(document: Document, words: str) -> list[int]:
    """Returns for each place where words stand the index of its block."""
    return [i for i, block in enumerate(document.blocks) for text in words_of(block) for _ in _hits(text, words)]


# Runs -----------------------------------------------------------------------------------------------------------------


class _Piece(NamedTuple):
    """Part of a run on a line: its left edge, text, run's index, and where it stands in the whole text."""

    x: int
    text: str
    run: int
    at: int


def _font(run: Run, bold: bool) -> metrics.Font:
    return "mono" if run.style == "mono" else "bold" if bold or run.style == "bold" else "regular"


@lru_cache(maxsize=4096)
def _lines(runs: tuple[Run, ...], size: int, bold: bool, w: int) -> tuple[tuple[_Piece, ...], ...]:
    """Breaks runs into lines between words; a word wider than a line is broken anywhere."""
    text = "".join([run.text for run in runs])
    ends: list[int] = []
    for run in runs:
        ends.append((ends[-1] if ends else 0) + len(run.text))
    lines: list[tuple[_Piece, ...]] = []
    row: list[_Piece] = []
    x = index = 0

    def broken() -> None:
        nonlocal row, x
        lines.append(tuple(row))
        row, x = [], 0

    for found in re.finditer(r"\n|[^\s]+|[^\S\n]+", text):
        start, end = found.span()
        if found[0] == "\n":
            broken()
            continue
        parts: list[tuple[int, str, int, metrics.Font]] = []  # run, text, where, font
        while start < end:
            while ends[index] <= start:
                index += 1
            stop = min(end, ends[index])
            parts.append((index, text[start:stop], start, _font(runs[index], bold)))
            start = stop
        width = sum([metrics.width(part, font, size) for _, part, _, font in parts])
        if x + width > w and row:
            broken()
        if found[0].isspace() and not row:
            continue
        for number, part, at, font in parts:
            chunks = metrics.wrap(part, font, size, w) if width > w else (part,)
            for chunk in chunks:
                across = metrics.width(chunk, font, size)
                if x and x + across > w and width > w:
                    broken()
                if row and row[-1].run == number and row[-1].at + len(row[-1].text) == at:
                    row[-1] = row[-1]._replace(text=row[-1].text + chunk)
                else:
                    row.append(_Piece(x, chunk, number, at))
                x += across
                at += len(chunk)
    broken()
    return tuple(lines)


def _line_height(size: int) -> int:
    return metrics.line_height("regular", size)


def _ground(theme: Theme, current: bool) -> Color:
    if current:
        return _DARK_CURRENT if theme.dark else _LIGHT_CURRENT
    return _DARK_HIT if theme.dark else _LIGHT_HIT


def _place_runs(
    scene: Scene,
    runs: tuple[Run, ...],
    x: int,
    y: int,
    w: int,
    size: int,
    bold: bool,
    hits: Sequence[tuple[int, int, bool]],
) -> None:
    """Draws runs line by line, what was found on a ground of its own, and makes a node of each link."""
    theme, line = scene.theme, _line_height(size)
    links: dict[int, list[tuple[int, int, int]]] = {}
    for i, row in enumerate(_lines(runs, size, bold, w)):
        top = y + i * line
        for piece in row:
            run = runs[piece.run]
            font = _font(run, bold)
            across, left = metrics.width(piece.text, font, size), x + piece.x
            for low, high, current in hits:
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
        follow: AnyMessage = ("follow", run.href, run.download)
        for i, (left, top, across) in enumerate(places):  # one has the text; a touch on any of them follows the link
            text = words if i == widest else ""
            scene.node(left, top, across, line, "link", text, "", "", follow, ("hold", run.href, words))


class _Paragraph(Widget):
    """Runs in lines, behind a mark, a bar or nothing."""

    __slots__ = ("block", "hits", "size")

    def __init__(self, block: Text, hits: Sequence[tuple[int, int, bool]]) -> None:
        self.flex, self.block, self.hits = 0, block, hits
        self.size = _SIZES.get(block.kind, 15)

    def _indent(self) -> int:
        return _INDENT * self.block.indent + (16 if self.block.kind == "quote" else 0)

    def _bold(self) -> bool:
        return self.block.kind[0] == "h"

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of all lines."""
        lines = _lines(self.block.runs, self.size, self._bold(), max(40, w - self._indent()))
        return len(lines) * _line_height(self.size)

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the lines; the node has all of the text, unless all of it is one link."""
        block, indent, theme = self.block, self._indent(), scene.theme
        left, inner = x + indent, max(40, w - indent)
        if block.kind == "quote":
            scene.round(left - 14, y, 3, h, theme.accent, 1)
        elif block.mark:
            scene.text(
                left - 28, y, 22, _line_height(self.size), block.mark, theme.muted, self.size, "regular", "right"
            )
        if not (len(block.runs) == 1 and block.runs[0].href):
            words = "".join([run.text for run in block.runs])
            scene.node(left, y, inner, h, "text", words)
        _place_runs(scene, block.runs, left, y, inner, self.size, self._bold(), self.hits)


class _Plain(Label):
    """A paragraph in one style, whose words can be selected."""

    __slots__ = ("hits",)

    def __init__(self, text: str, font: metrics.Font, hits: Sequence[tuple[int, int, bool]]) -> None:
        super().__init__(text, 15, font=font, wrap=True, selectable=True)
        self.hits = hits

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the ground of what was found, then the text."""
        line = _line_height(15)
        for i, (start, end) in enumerate(metrics.wrap_spans(self.text, self.font, 15, w) if self.hits else ()):
            for low, high, current in self.hits:
                first, last = max(start, low), min(end, high)
                if first < last:
                    left = x + metrics.width(self.text[start:first], self.font, 15)
                    across = metrics.width(self.text[first:last], self.font, 15)
                    scene.fill(left, y + i * line, across, line, _ground(scene.theme, current))
        super().place(scene, x, y, w, h)


class _Grid(Widget):
    """A table: columns share the width by what they hold."""

    __slots__ = ("hits", "table")

    def __init__(self, table: Table, hits: Sequence[Sequence[tuple[int, int, bool]]]) -> None:
        self.flex, self.table, self.hits = 0, table, hits

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of all rows."""
        return sum(_measured(self.table, w)[1]) + 1

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
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
                    words = "".join([run.text for run in runs])
                    if not (len(runs) == 1 and runs[0].href):
                        scene.node(left, top, width, height, "cell", words)
                    inner = (left + _CELL_PAD, top + 6, width - 2 * _CELL_PAD)
                    _place_runs(scene, runs, *inner, size, head, self.hits[index])
                index += 1
                left += width
            scene.fill(x, top, w, 1, theme.outline)
            top += height
        scene.fill(x, top, w, 1, theme.outline)


_CELL_PAD = 5


def _column_widths(table: Table, columns: int, size: int) -> tuple[list[int], list[int]]:
    """Returns how wide each column must be for its longest word, and how wide it would be on one line."""
    least, natural = [1] * columns, [1] * columns
    for row in table.rows:
        for i, (runs, head) in enumerate(row):
            words = "".join([run.text for run in runs])[:400]
            font: metrics.Font = "bold" if head else "regular"
            longest = max([metrics.width(word, font, size) for word in words.split()], default=0)
            least[i] = max(least[i], longest + 2 * _CELL_PAD + 2)
            natural[i] = max(natural[i], metrics.width(words, font, size) + 2 * _CELL_PAD + 2)
    return least, natural


@lru_cache(maxsize=256)
def _measured(table: Table, w: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Returns the widths of a table's columns, the heights of its rows, and its text's size at a width."""
    columns = max(len(row) for row in table.rows)
    for size in (14, 12, 11):
        least, natural = _column_widths(table, columns, size)
        if sum(least) <= w:
            break
    if sum(least) >= w:
        widths = [max(1, width * w // sum(least)) for width in least]
    else:
        room, wish = w - sum(least), max(1, sum(natural) - sum(least))
        widths = [a + (b - a) * room // wish if wish > room else b for a, b in zip(least, natural, strict=True)]
    spare = max(0, w - sum(widths))
    widths = [width + spare * (i + 1) // columns - spare * i // columns for i, width in enumerate(widths)]
    heights = []
    for row in table.rows:
        lines = [
            len(_lines(runs, size, head, max(1, width - 2 * _CELL_PAD)))
            for (runs, head), width in zip(row, widths, strict=False)
        ]
        heights.append(max(lines) * _line_height(size) + 12)
    return tuple(widths), tuple(heights), size


class _Shown(Widget):
    """A picture as wide as the page allows, in the shape that the page tells."""

    __slots__ = ("figure", "key")

    def __init__(self, figure: Figure, key: str | bytes | None) -> None:
        self.flex, self.figure, self.key = 0, figure, key

    def _size(self, w: int) -> tuple[int, int]:
        figure = self.figure
        if self.key is None:
            return w, 44
        width = min(w, figure.width or w)
        if figure.width and figure.height:
            return max(1, width), max(1, min(2 * w, width * figure.height // figure.width))
        return max(1, width), max(1, min(2 * w, figure.height or width * 3 // 4))

    def height(self, theme: Theme, w: int) -> int:
        """Returns the picture's height."""
        return self._size(w)[1]

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the picture, or what it would show."""
        figure, theme = self.figure, scene.theme
        width, height = self._size(w)
        follow: AnyMessage | None = ("follow", figure.href, False) if figure.href else None
        if self.key is None:
            scene.round(x, y, width, height, theme.surface, 8)
            scene.icon(x + 12, y + 12, 20, "image_broken", theme.muted)
            alt = metrics.ellipsize(figure.alt, "regular", 13, max(20, width - 52))
            scene.text(x + 42, y, width - 50, height, alt, theme.muted, 13)
        else:
            scene.ops.append(("picture", x, y, x + width, y + height, scene.clip, self.key))
        scene.node(x, y, width, height, "image", "", figure.alt, message=follow, long_message=("picture", figure.src))


# Controls -------------------------------------------------------------------------------------------------------------


class _Choice(Widget):
    """A checkbox or radio button with its label, all of which can be touched."""

    __slots__ = ("control", "on")

    def __init__(self, control: Control, on: bool) -> None:
        self.flex, self.control, self.on = 0, control, on

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the label's lines, at least that of a touch."""
        lines = len(metrics.wrap(self.control.label or " ", "regular", theme.font, max(40, w - 36)))
        return max(40, lines * metrics.line_height("regular", theme.font) + 16)

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws mark and label."""
        theme, control, on = scene.theme, self.control, self.on
        off, ticked = ("checkbox_off", "checkbox_on") if control.kind == "checkbox" else ("circle", "radio_on")
        scene.icon(x, y + (h - 22) // 2, 22, ticked if on else off, theme.accent if on else theme.muted)
        lines = metrics.wrap(control.label, "regular", theme.font, max(40, w - 36))
        line = metrics.line_height("regular", theme.font)
        top = y + (h - line * len(lines)) // 2
        for i, text in enumerate(lines):
            scene.text(x + 34, top + i * line, w - 34, line, text, theme.text, theme.font)
        flags = CHECKABLE | (CHECKED if on else 0)
        message: AnyMessage = ("choose", control.key, control.value if control.kind == "radio" else "")
        scene.node(x, y, w, h, control.kind, control.label, "", control.rid, message, flags=flags)


class _Chosen(Widget):
    """What is chosen of a list, or a date or time, in a field's frame; a touch asks for another."""

    __slots__ = ("control", "icon", "text")

    def __init__(self, control: Control, text: str, icon: str) -> None:
        self.flex, self.control, self.text, self.icon = 0, control, text, icon

    def height(self, theme: Theme, w: int) -> int:
        """Returns a field's height."""
        return theme.field

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the frame with its label."""
        theme, label = scene.theme, self.control.label
        label = label if len(label) <= _LABEL_CHARACTERS else ""
        scene.frame(x, y, w, h, theme.outline, 10)
        shown = metrics.ellipsize(self.text or label, "regular", theme.font, w - 56)
        scene.text(x + 14, y, w - 50, h, shown, theme.text if self.text else theme.muted, theme.font)
        if label and self.text:
            width = metrics.width(label, "regular", 11)
            scene.fill(x + 10, y - 1, width + 8, 4, theme.background)
            line = metrics.line_height("regular", 11)
            scene.text(x + 14, y - line // 2, width + 2, line, label, theme.muted, 11)
        scene.icon(x + w - 34, y + (h - 20) // 2, 20, self.icon, theme.muted)
        message: AnyMessage = ("ask", self.control.key)
        scene.node(x, y, w, h, "button", self.text, self.control.label, self.control.rid, message)


def _option_text(control: Control, held: str) -> str:
    return next((text for value, text in control.options if value == held), "")


def _control(control: Control, fields: dict[str, str], problem: tuple[str, str]) -> Widget:
    held, kind = fields.get(control.key, ""), control.kind
    if kind in ("submit", "reset"):
        style: Literal["filled", "outlined"] = "filled" if kind == "submit" else "outlined"
        return Row([Button(control.label, ("press", control.key), style, rid=control.rid), Space(flex=1)])
    parts: list[Widget] = []
    if kind in ("checkbox", "radio"):
        parts.append(_Choice(control, held == control.value if kind == "radio" else bool(held)))
    elif kind in ("select", "date", "time"):
        text = _option_text(control, held) if kind == "select" else held
        parts.append(_Chosen(control, text, {"date": "calendar", "time": "clock"}.get(kind, "chevron_down")))
    else:
        many, fits = kind == "textarea", len(control.label) <= _LABEL_CHARACTERS
        parts.append(
            Field(
                control.key,
                control.label,
                control.rid,
                multiline=many,
                lines=4,
                password=kind == "password",
                label=fits and bool(control.label),
            )
        )
    if len(control.label) > _LABEL_CHARACTERS and kind not in ("checkbox", "radio"):
        parts[:0] = [Label(control.label, "small", "muted", wrap=True), Space(4)]
    if problem[0] == control.key:
        message = Label(problem[1], "small", "danger", wrap=True, flex=1)
        parts += [Space(4), Row([Icon("warning", "danger", 18), message], gap=8)]
    return Column(parts)


# Page -----------------------------------------------------------------------------------------------------------------


def _gap(block: Block, before: Block | None) -> int:
    """Returns the space above a block."""
    if before is None:
        return 4
    if isinstance(block, Text):
        if block.kind in ("h1", "h2", "h3", "h4", "h5", "h6"):
            return 18
        if block.kind in ("li", "small") and isinstance(before, Text) and before.kind[0] != "h":
            return 6 if before.kind == block.kind else 10
    if isinstance(block, Control) and isinstance(before, Control) and block.kind in ("checkbox", "radio"):
        return 2
    return 14 if isinstance(block, Control) else 10


def layout(
    document: Document,
    fields: dict[str, str],
    picture: Callable[[str], str | bytes | None],
    problem: tuple[str, str] = ("", ""),
    find: Find | None = None,
) -> list[Widget]:
    """Returns a page's widgets: for each block the space above it, then the block.

    Args:
        document: The page.
        fields: What its controls hold.
        picture: From a picture's address to the key of the picture, None where there is none.
        problem: The control that holds something wrong, and what.
        find: What is looked for.
    """
    widgets: list[Widget] = []
    before: Block | None = None
    seen = 0
    for block in document.blocks:
        hits: list[list[tuple[int, int, bool]]] = []
        for text in words_of(block):
            spans = _hits(text, find.words) if find is not None else ()
            current = find.current if find is not None else 0
            hits.append([(low, high, seen + i == current) for i, (low, high) in enumerate(spans)])
            seen += len(spans)
        hidden = isinstance(block, Control) and block.kind == "hidden"
        widgets += (
            [Space(), Space()]
            if hidden
            else [Space(_gap(block, before)), _block(block, fields, picture, problem, hits)]
        )
        before = before if hidden else block
    return widgets


def _block(
    block: Block,
    fields: dict[str, str],
    picture: Callable[[str], str | bytes | None],
    problem: tuple[str, str],
    hits: list[list[tuple[int, int, bool]]],
) -> Widget:
    if isinstance(block, Text):
        if block.kind == "pre":
            text = "".join([run.text for run in block.runs]).rstrip()
            return Box(Label(text, 12, font="mono", wrap=True), pad=(12, 10))
        only = block.runs[0]
        if len(block.runs) == 1 and block.kind == "p" and not block.indent and not only.href and only.style != "mono":
            return _Plain(only.text, _font(only, False), hits[0])
        return _Paragraph(block, hits[0])
    if isinstance(block, Table):
        return _Grid(block, hits)
    if isinstance(block, Figure):
        return _Shown(block, picture(block.src))
    if isinstance(block, Control):
        return _control(block, fields, problem)
    return Divider()


def block_top(widgets: Sequence[Widget], block: int, theme: Theme, w: int) -> int:
    """Returns how far below the page's top a block begins, for a page `w` pixels wide."""
    return sum([widget.height(theme, w - 2 * PAD) for widget in widgets[: 2 * block]])
