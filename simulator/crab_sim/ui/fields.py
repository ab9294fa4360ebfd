"""Text fields.

* `Field` - a text field of one line or many.
* `index_at`, `row_middle`, `overflows` - places in the text of a field, from the data of its node.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from typing import Final

from crab_sim.draw import text as metrics
from crab_sim.fast import tuples
from crab_sim.ui.editing import Selection, clamp, line_end
from crab_sim.ui.node import EDITABLE, FOCUSED, PASSWORD, FieldData
from crab_sim.ui.scene import Scene
from crab_sim.ui.theme import Theme
from crab_sim.ui.widgets import Widget

__all__ = ["Field", "index_at", "overflows", "row_middle"]

_BULLET = "•"

_MAX_ROW: Final = 1000  # characters per row: characters without a width would never fill it


def overflows(data: FieldData, text: str, bottom: int) -> bool:
    """Returns whether a field, from its node's data, has many lines and more rows than fit above a `bottom`."""
    _, _, top, width, line, first, font, size, multiline, _ = data
    return multiline and (first > 0 or len(_rows(text, font, size, width)) * line > bottom - top)


@lru_cache(maxsize=16)  # a text may be long
def _rows(text: str, font: metrics.Font, size: int, width: int) -> tuple[tuple[int, int], ...]:
    """Breaks a text into rows no wider than `width` and returns each row's (start, end) in the text."""
    widths = {char: metrics.width(char, font, size) for char in set(text)}
    edges = [0, *accumulate(map(widths.__getitem__, text))]  # of each character, as if all stood in one row
    rows: list[tuple[int, int]] = []
    start = 0
    while start <= len(text):
        stop = line_end(text, start)
        while stop - start > 1 and (edges[stop] - edges[start] > width or stop - start > _MAX_ROW):
            end = bisect_right(edges, edges[start] + width, start, stop) - 1
            end = max(start + 1, min(end, start + _MAX_ROW))
            space = text.rfind(" ", start, end)
            if space > start:
                end = space + 1
            rows.append((start, end))
            start = end
        rows.append((start, stop))
        start = stop + 1
    return tuple(rows)


def _row_of(rows: tuple[tuple[int, int], ...], caret: int) -> int:
    return max(0, bisect_right(rows, caret, key=lambda row: row[0]) - 1)


def index_at(data: FieldData, text: str, x: int, y: int) -> int:
    """Returns the index into a field's text nearest to a point.

    Args:
        data: The data of the field's node.
        text: The field's text.
        x: The point, in pixels.
        y: The same.
    """
    _, left, top, width, line, first, font, size, multiline, skipped = data
    if not multiline:
        return skipped + metrics.index_at(text[skipped : skipped + _MAX_ROW], font, size, x - left)
    rows = _rows(text, font, size, width)
    start, end = rows[max(0, min(len(rows) - 1, first + (y - top) // line))]
    return start + metrics.index_at(text[start:end], font, size, x - left)


def rows_in(data: FieldData, text: str) -> tuple[tuple[int, int], ...]:
    """Returns where the rows of a field's text start and end in it, from the data of the field's node."""
    return _rows(text, data.font, data.size, data.width)


def row_middle(data: FieldData, text: str, at: int) -> int:
    """Returns the y, in pixels, of the middle of the row with an index of a field's text."""
    _, _, top, width, line, first, font, size, multiline, _ = data
    row = _row_of(_rows(text, font, size, width), at) - first if multiline else 0
    return top + row * line + line // 2


class Field(Widget):
    """A text field; the text typed into it is kept in ``Page.fields[key]``.

    Args:
        key: Its name among the page's fields.
        hint: Shown while it is empty; also its description.
        rid: Resource id.
        multiline: Whether Enter begins a new line; otherwise it sends ``("submit", key)``.
        lines: Least height of a field of many lines, in lines.
        password: Whether it shows bullets instead of its text.
        font: Font of the text.
        icon: Icon before the text.
        bare: Whether it has no ground of its own, like an editor's page.
        pill: Whether its ground is round and without an edge, like a search bar.
        label: Whether the hint stays in small type on its edge once it has text.
        flex: Share of the space left over.
    """

    __slots__ = ("bare", "font", "hint", "icon", "key", "label", "lines", "multiline", "password", "pill", "rid")

    def __init__(
        self,
        key: str,
        hint: str = "",
        rid: str = "",
        multiline: bool = False,
        lines: int = 3,
        password: bool = False,
        font: metrics.Font = "regular",
        icon: str = "",
        bare: bool = False,
        flex: int = 0,
        pill: bool = False,
        label: bool = False,
    ) -> None:
        self.key, self.hint, self.rid, self.multiline, self.lines = key, hint, rid, multiline, lines
        self.password, self.font, self.icon, self.bare, self.flex = password, font, icon, bare, flex
        self.pill, self.label = pill, label

    def width(self, theme: Theme) -> int:
        """Returns a usable least width."""
        return 160

    def height(self, theme: Theme, w: int) -> int:
        """Returns the theme's field height, or that of the least lines."""
        if not self.multiline:
            return theme.field
        return self.lines * metrics.line_height(theme.face(self.font), theme.font) + 2 * theme.pad

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws ground, text, selection and caret."""
        theme, page, key = scene.theme, scene.page, self.key
        value = page.fields.get(key, "")
        focused = page.focus == key
        shown = _BULLET * len(value) if self.password else value
        if self.pill:
            scene.round(x, y, w, h, theme.surface, h // 2)
        elif not self.bare:
            self._place_ground(scene, x, y, w, h, focused, bool(value))
        pad = theme.pad - 2
        left, inner = x + pad, w - 2 * pad
        if self.icon:
            scene.icon(left, y + (h - theme.icon) // 2, theme.icon, self.icon, theme.muted)
            left, inner = left + theme.icon + 8, inner - theme.icon - 8
        size, font = theme.font, theme.face(self.font)
        line = metrics.line_height(font, size)
        outer = scene.clip
        scene.clip = (
            max(outer[0], left - 2), max(outer[1], y + 1), min(outer[2], left + inner + 3), min(outer[3], y + h - 1),
        )  # fmt: skip
        anchor, caret = clamp(value, page.selection) if focused else (0, 0)
        top, first, skipped = (y + (14 if self.label else 8) if self.multiline else y + (h - line) // 2), 0, 0
        if not value:
            if scene.drawn:
                hint = metrics.ellipsize(theme.say(self.hint), theme.face("regular"), size, inner - 4)
                scene.text(left + (4 if focused else 0), top, inner, line, hint, theme.muted, size)
                if focused:
                    scene.fill(left, top + 1, 2, line - 2, theme.accent)
        elif self.multiline:
            first = self._place_rows(scene, shown, left, top, inner, h - 12, line, (anchor, caret) if focused else None)
        else:
            skipped = self._place_line(scene, shown, left, top, inner, line, (anchor, caret) if focused else None)
        scene.clip = outer
        flags = EDITABLE | (FOCUSED if focused else 0) | (PASSWORD if self.password else 0)
        row = (key, left, top, inner, line, first, font, size, self.multiline, skipped)
        data = tuples.new(FieldData, row)
        scene.node(x, y, w, h, "text_field", shown, self.hint, self.rid, ("focus", key), flags=flags, data=data)

    def _place_ground(self, scene: Scene, x: int, y: int, w: int, h: int, focused: bool, filled: bool) -> None:
        """Draws the ground; the edge shows whether the field is focused."""
        theme = scene.theme
        radius, edge = min(10, theme.radius), theme.accent if focused else theme.outline
        scene.round(x, y, w, h, theme.raised if theme.dark and not self.label else theme.background, radius)
        scene.frame(x, y, w, h, edge, radius, 2 if focused else 1)
        if self.label and filled:
            hint, plain = theme.say(self.hint), theme.face("regular")
            width, height = metrics.width(hint, plain, 11), metrics.line_height(plain, 11)
            scene.fill(x + 10, y - 1, width + 8, 4, theme.background)
            scene.text(x + 14, y - height // 2, width + 2, height, hint, theme.accent if focused else theme.muted, 11)

    def _place_line(
        self, scene: Scene, text: str, left: int, top: int, inner: int, line: int, selection: Selection | None
    ) -> int:
        """Draws a one-line text so that the caret is in view; returns how many characters are left of the view."""
        theme, size, font = scene.theme, scene.theme.font, scene.theme.face(self.font)
        caret = selection[1] if selection else 0
        skipped = max(0, caret - _MAX_ROW)
        before = metrics.width(text[skipped:caret], font, size)
        while before > inner:
            step = max(1, (caret - skipped) // 8)
            before -= metrics.width(text[skipped : skipped + step], font, size)
            skipped += step
        view = text[skipped : skipped + _MAX_ROW]
        view = view[: metrics.index_at(view, font, size, inner) + 1]
        if selection:
            low, high = (min(max(0, end - skipped), len(view)) for end in sorted(selection))
            if high > low:
                start = left + metrics.width(view[:low], font, size)
                stop = left + metrics.width(view[:high], font, size)
                scene.fill(start, top, min(stop, left + inner) - start, line, theme.selection)
        scene.text(left, top, inner + 40, line, view, theme.text, size, font)
        if selection:
            scene.fill(left + before, top + 1, 2, line - 2, theme.accent)
        return skipped

    def _place_rows(
        self,
        scene: Scene,
        text: str,
        left: int,
        top: int,
        inner: int,
        height: int,
        line: int,
        selection: Selection | None,
    ) -> int:
        """Draws a text of many rows, with the caret in view unless it was scrolled; returns the first row in view."""
        theme, size, font = scene.theme, scene.theme.font, scene.theme.face(self.font)
        rows = _rows(text, font, size, inner)
        fit = max(1, height // line)
        caret_row = _row_of(rows, selection[1]) if selection else -1
        scrolled = scene.page.scroll.get(self.key)  # typing forgets it, so that the view follows the caret again
        first = max(0, caret_row - fit + 1) if scrolled is None else scrolled // line
        first = min(first, max(0, len(rows) - fit))
        low, high = sorted(selection) if selection else (0, 0)
        for i, (start, end) in enumerate(rows[first : first + fit]):
            y = top + i * line
            if low < high and low < end + 1 and high > start:
                x0 = left + metrics.width(text[start : max(start, low)], font, size)
                x1 = left + metrics.width(text[start : min(end, high)], font, size) + (4 if high > end else 0)
                scene.fill(x0, y, x1 - x0, line, theme.selection)
            scene.text(left, y, inner + 20, line, text[start:end], theme.text, size, font)
            if first + i == caret_row and selection:
                x = left + metrics.width(text[start : selection[1]], font, size)
                scene.fill(x, y + 1, 2, line - 2, theme.accent)
        if len(rows) > fit:
            bar = max(24, height * fit // len(rows))
            at = top + (height - bar) * first // max(1, len(rows) - fit)
            scene.round(left + inner - 2, at, 4, bar, theme.faint, 2)
        return first
