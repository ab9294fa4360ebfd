"""The editor: lines with their numbers and colours, cursors, selections; and comparisons of two texts.

* `Editor`, `Comparison` - the widgets. `place_of` - the place in the text that is at a point of the screen.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.desktop.apps.code.messages import Message
from crab_sim.desktop.apps.code.settings import UserSettings
from crab_sim.desktop.apps.code.state import Document, Ground, name_of
from crab_sim.desktop.apps.code.text.languages import blocks, language_of, tokens
from crab_sim.desktop.apps.code.themes import Palette, palette
from crab_sim.draw import text as metrics
from crab_sim.shell.programs.git.lines import edits, split
from crab_sim.ui import Scene, Theme, Widget
from crab_sim.ui.editing import Selection, line_end
from crab_sim.ui.node import EDITABLE, FOCUSED, SCROLLABLE, DragData, ScrollData
from crab_sim.ui.theme import Color

__all__ = ["Comparison", "Editor", "first_row", "place_of", "rows_of"]

_PAD: Final = 8
_MAX_ROW: Final = 4000  # characters of a row that are drawn


class Row(NamedTuple):
    """A row: where it begins and ends in the text, and its line's number, 0 for the rest of a broken line."""

    start: int
    end: int
    number: int


@lru_cache(maxsize=8)
def rows_of(text: str, columns: int) -> tuple[Row, ...]:
    """Returns the rows of a text, broken at some columns where that isn't 0."""
    rows, start = [], 0
    for number, line in enumerate(text.split("\n"), 1):
        at, end = start, start + len(line)
        if columns:
            while end - at > columns:
                cut = text.rfind(" ", at, at + columns)
                stop = cut + 1 if cut > at else at + columns
                rows.append(Row(at, stop, number if at == start else 0))
                at = stop
        rows.append(Row(at, end, number if at == start else 0))
        start = end + 1
    return tuple(rows)


def row_at(rows: Sequence[Row], at: int) -> int:
    """Returns the number of the row with an index of the text."""
    return max(0, bisect_right(rows, at, key=lambda row: row.start) - 1)


def _column(text: str, start: int, at: int, tab: int) -> int:
    part = text[start:at]
    return len(part.expandtabs(tab)) if "\t" in part else len(part)


def place_of(doc: Document, ground: Ground, x: int, y: int) -> int:
    """Returns the index of the text that is nearest to a point.

    Args:
        doc: The document with the text.
        ground: The lines' measures on the screen.
        x: Distance of the point from the screen's left edge, in pixels.
        y: Its distance from the top edge.
    """
    rows = rows_of(doc.text, ground.columns)
    row = rows[max(0, min(len(rows) - 1, ground.first + (y - ground.top) // ground.cell_h))]
    wanted = max(0, (x - ground.left + ground.cell_w // 2) // ground.cell_w + ground.shift)
    if "\t" not in doc.text[row.start : row.end]:
        return min(row.end, row.start + wanted)
    at = row.start
    while at < row.end and _column(doc.text, row.start, at + 1, ground.tab) <= wanted:
        at += 1
    return at


def first_row(top: int, caret: int, fit: int, count: int) -> int:
    """Returns the first row in view: the one before, moved as little as shows the caret's row.

    Args:
        top: Number of the first row in view before.
        caret: Number of the caret's row.
        fit: Rows that the view has room for.
        count: Rows of the whole text.
    """
    if caret < top:
        top = max(0, caret - (fit // 2 if top - caret > fit else 0))
    elif caret >= top + fit - 1:
        top = caret - fit + 2 if caret - top < 2 * fit else caret - fit // 2
    return max(0, min(top, max(0, count - 1)))


class Editor(Widget[Message]):
    """A document.

    Args:
        doc: The document.
        settings: The user's settings.
        tab: Characters of a tab.
        focused: Whether keys go to it, so that it has cursors.
        found: What the find widget has found.
    """

    __slots__ = ("doc", "focused", "found", "settings", "tab")

    def __init__(
        self, doc: Document, settings: UserSettings, tab: int, focused: bool, found: Sequence[Selection] = ()
    ) -> None:
        self.flex = 1
        self.doc, self.settings, self.tab, self.focused, self.found = doc, settings, tab, focused, found

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the rows in view."""
        doc, size = self.doc, max(6, round(self.settings.font_size * scene.theme.font / 14))
        cell_w, cell_h = metrics.cell(size)
        cell_h += max(2, size // 4)
        digits = max(3, len(str(doc.text.count("\n") + 1)))
        gutter = cell_w * (digits + 3) if self.settings.line_numbers else _PAD + cell_w
        left = x + gutter
        wide = max(8, (w - gutter - 16) // cell_w)
        columns = wide if self.settings.wrap else 0
        rows = rows_of(doc.text, columns)
        fit = max(1, h // cell_h)
        caret = doc.selections[-1][1]
        at = row_at(rows, caret)
        limit = max(0, len(rows) - 1) * cell_h
        scrolled = scene.page.scroll.get("editor")
        first = first_row(doc.top, at, fit, len(rows)) if scrolled is None else min(scrolled, limit) // cell_h
        column = _column(doc.text, rows[at].start, caret, self.tab)
        shift = max(0, column - wide + 2) if not columns else 0
        ground = Ground(left, y, cell_w, cell_h, first, shift, columns, self.tab)
        outer = scene.clip
        scene.clip = max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h)
        flags = SCROLLABLE if limit else 0
        scene.node(
            x, y, w, h, "other", rid="editor", flags=flags, data=ScrollData("editor", first * cell_h, limit, None)
        )
        scene.node(
            x, y, w, h, "text_field", doc.text, f"{name_of(doc)}, Editor", "text", ("text_click", ground),
            ("text_menu", ground), ("text_word", ground), EDITABLE | (FOCUSED if self.focused else 0),
            DragData(("text_drag", ground, 0, 0, 0, 0)),
        )  # fmt: skip
        if scene.drawn:
            shown = rows[first : first + fit + 1]
            self._draw(scene, ground, shown, at - first, (x, y, w, h), size)
        scene.clip = outer

    def _draw(
        self,
        scene: Scene[Message],
        ground: Ground,
        rows: Sequence[Row],
        at: int,
        box: tuple[int, int, int, int],
        size: int,
    ) -> None:
        """Draws rows; `at` is the number of the caret's among them."""
        doc, colors, (x, y, w, h) = self.doc, palette(scene.theme.dark), box
        scene.fill(x, y, w, h, colors.ground)
        cell_h = ground.cell_h
        plain = all([a == b for a, b in doc.selections])
        over = blocks(doc.text, doc.path)
        language = language_of(doc.path)
        number = next((row.number for row in rows if row.number), 1)
        for i, row in enumerate(rows):
            top = y + i * cell_h
            if i == at and plain and self.focused:
                scene.frame(ground.left - 4, top, x + w - ground.left + 4, cell_h, colors.line, 0, 2)
            number = row.number or number
            if row.number and self.settings.line_numbers:
                ink = colors.text if i == at else colors.gutter
                scene.text(
                    x, top, ground.left - x - 2 * ground.cell_w, cell_h, str(row.number), ink, size, "mono", "right"
                )
            for ends, color in [
                *[(span, colors.match) for span in self.found],
                *[(s, colors.selection) for s in doc.selections],
            ]:
                self._ground(scene, ground, row, (min(ends), max(ends)), top, color)
        scene.clip = max(scene.clip[0], ground.left - 2), *scene.clip[1:]
        for i, row in enumerate(rows):
            top = y + i * cell_h
            start = doc.text.rfind("\n", 0, row.start) + 1
            line = doc.text[start : line_end(doc.text, row.start)]
            parts = [(part.start + start, part.end + start, part.kind) for part in tokens(line, start, language, over)]
            self._text(scene, ground, row, parts, top, colors, size)
            self._carets(scene, ground, row, top, colors)

    def _x(self, ground: Ground, row: Row, at: int) -> int:
        return ground.left + (_column(self.doc.text, row.start, at, ground.tab) - ground.shift) * ground.cell_w

    def _ground(self, scene: Scene[Message], ground: Ground, row: Row, span: Selection, top: int, color: Color) -> None:
        low, high = max(span[0], row.start), min(span[1], row.end)
        if span[0] == span[1] or low > row.end or high < row.start:
            return
        left, right = self._x(ground, row, low), self._x(ground, row, high)
        if span[1] > row.end and low <= row.end:
            right += ground.cell_w // 2
        if right > left:
            scene.fill(left, top, right - left, ground.cell_h, color)

    def _text(
        self,
        scene: Scene[Message],
        ground: Ground,
        row: Row,
        parts: Sequence[tuple[int, int, str]],
        top: int,
        colors: Palette,
        size: int,
    ) -> None:
        end = min(row.end, row.start + _MAX_ROW)
        at = row.start
        for start, stop, kind in [*parts, (end, end, "")]:
            start, stop = max(start, at), min(stop, end)
            for low, high, ink in (
                (at, min(start, end), colors.text),
                (start, stop, colors.kinds.get(kind, colors.text)),
            ):
                if high > low:
                    shown = self.doc.text[low:high]
                    if "\t" in shown:
                        before = _column(self.doc.text, row.start, low, ground.tab)
                        shown = (" " * before + shown).expandtabs(ground.tab)[before:]
                    blank = len(shown) - len(shown.lstrip(" "))
                    left = self._x(ground, row, low) + blank * ground.cell_w
                    if shown.strip():
                        scene.text(
                            left, top, len(shown) * ground.cell_w + 8, ground.cell_h, shown[blank:], ink, size, "mono"
                        )
            at = max(at, stop)

    def _carets(self, scene: Scene[Message], ground: Ground, row: Row, top: int, colors: Palette) -> None:
        if not self.focused:
            return
        rows_end = row.end
        for _, caret in self.doc.selections:
            if row.start <= caret <= rows_end:
                scene.fill(self._x(ground, row, caret), top + 1, 2, ground.cell_h - 2, colors.text)


# Comparisons ----------------------------------------------------------------------------------------------------------


class _Line(NamedTuple):
    """A line of a comparison: ``-`` deleted, ``+`` added or blank, its numbers before and after, and its text."""

    mark: str
    old: int
    new: int
    text: str


@lru_cache(maxsize=8)
def _compared(old: str, new: str) -> tuple[_Line, ...]:
    one, two = split(old.encode("utf-8", "replace")), split(new.encode("utf-8", "replace"))
    rows: list[_Line] = []
    x = y = 0

    def text(line: bytes) -> str:
        return line.decode("utf-8", "replace").removesuffix("\n").expandtabs(4)

    for edit in (*edits(one, two), None):
        until = edit.old_start if edit is not None else len(one)
        while x < until:
            rows.append(_Line(" ", x + 1, y + 1, text(one[x])))
            x, y = x + 1, y + 1
        if edit is not None:
            rows += [_Line("-", i + 1, 0, text(one[i])) for i in range(edit.old_start, edit.old_end)]
            rows += [_Line("+", 0, i + 1, text(two[i])) for i in range(edit.new_start, edit.new_end)]
            x, y = edit.old_end, edit.new_end
    return tuple(rows)


class Comparison(Widget[Message]):
    """Two texts compared line by line.

    Args:
        doc: The comparison.
        size: Size of the text in pixels.
    """

    __slots__ = ("doc", "size")

    def __init__(self, doc: Document, size: int) -> None:
        self.flex, self.doc, self.size = 1, doc, size

    def width(self, theme: Theme) -> int:
        """Returns a usable least width."""
        return 200

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the lines in view."""
        rows = _compared(self.doc.old or "", self.doc.text)
        colors = palette(scene.theme.dark)
        cell_w, cell_h = metrics.cell(self.size)
        cell_h += 3
        fit, limit = max(1, h // cell_h), max(0, len(rows) * cell_h - h)
        changed = next((i for i, row in enumerate(rows) if row.mark != " "), 0)
        offset = min(scene.page.scroll.get("editor", max(0, changed - 3) * cell_h), limit)
        first = offset // cell_h
        outer = scene.clip
        scene.clip = max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h)
        scene.fill(x, y, w, h, colors.ground)
        flags = SCROLLABLE if limit else 0
        scene.node(x, y, w, h, "list", rid="diff", flags=flags, data=ScrollData("editor", offset, limit, None))
        shown = rows[first : first + fit + 1]
        text = "\n".join([row.mark + row.text for row in shown])
        scene.node(x, y, w, h, "text", text, self.doc.title, "diff_text", ("text_none",))
        digits = max(3, len(str(len(rows))))
        for i, row in enumerate(shown):
            top = y + i * cell_h
            if row.mark != " ":
                scene.fill(x, top, w, cell_h, _tint(colors, row.mark))
            for number, left in ((row.old, 0), (row.new, digits + 1)):
                if number:
                    scene.text(
                        x + left * cell_w,
                        top,
                        (digits + 1) * cell_w,
                        cell_h,
                        str(number),
                        colors.gutter,
                        self.size,
                        "mono",
                        "right",
                    )
            left = x + (2 * digits + 3) * cell_w
            scene.text(left, top, w, cell_h, row.mark.strip(), colors.muted, self.size, "mono")
            scene.text(left + 2 * cell_w, top, w, cell_h, row.text[:_MAX_ROW], colors.text, self.size, "mono")
        scene.clip = outer


def _tint(colors: Palette, mark: str) -> Color:
    """Returns the ground of an added or deleted line."""
    ink = (80, 160, 70) if mark == "+" else (220, 60, 60)
    share = 5 if colors.dark else 7
    mixed = [ground + (tone - ground) // share for ground, tone in zip(colors.ground, ink, strict=True)]
    return mixed[0], mixed[1], mixed[2]
