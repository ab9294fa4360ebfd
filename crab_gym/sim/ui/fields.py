"""Text fields: the widget, and editing as pure functions from (text, selection) and a key to the same.

* `Field` - a text field of one or of many lines.
* `insert`, `edit` - what typing and keys do to a text.
* `index_at` - where in the text a touch lands.
* `MAX_TEXT` - how much a field takes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final

from crab_gym.sim.draw import text as metrics
from crab_gym.sim.ui.containers import Item, Menu
from crab_gym.sim.ui.scene import EDITABLE, FOCUSED, PASSWORD, AnyMessage, AnyOverlay, Scene
from crab_gym.sim.ui.theme import Theme
from crab_gym.sim.ui.widgets import Widget, line_left

__all__ = [
    "MAX_TEXT",
    "Field",
    "Selection",
    "Toolbar",
    "edit",
    "edit_menu",
    "index_at",
    "insert",
    "overflows",
    "row_middle",
    "selected_text",
    "word_at",
    "word_in",
]

Selection = tuple[int, int]
"""(anchor, caret): indices into the text; equal where nothing is selected."""

MAX_TEXT: Final = 100_000
"""Most characters that typing and pasting make a field's text; the clipboard, filled from fields, holds no more."""
BULLET = "•"
_MAX_ROW: Final = 1000  # characters that one row shows: those without a width would never fill it


def clamp(text: str, selection: Selection) -> Selection:
    """Returns the selection cut to the text."""
    size = len(text)
    return min(selection[0], size), min(selection[1], size)


def selected_text(text: str, selection: Selection) -> str:
    """Returns the part of the text that is selected."""
    low, high = sorted(clamp(text, selection))
    return text[low:high]


def insert(text: str, selection: Selection, new: str) -> tuple[str, Selection]:
    """Types `new` over the selection; what would make the text longer than `MAX_TEXT` is dropped.

    >>> insert("abc", (1, 2), "XY")
    ('aXYc', (3, 3))
    """
    low, high = sorted(clamp(text, selection))
    new = new[: max(0, MAX_TEXT - len(text) + high - low)]
    caret = low + len(new)
    return text[:low] + new + text[high:], (caret, caret)


def _word_left(text: str, at: int) -> int:
    while at and not text[at - 1].isalnum():
        at -= 1
    while at and text[at - 1].isalnum():
        at -= 1
    return at


def _word_right(text: str, at: int) -> int:
    while at < len(text) and not text[at].isalnum():
        at += 1
    while at < len(text) and text[at].isalnum():
        at += 1
    return at


def word_at(text: str, at: int) -> Selection:
    """Returns the word around an index.

    >>> word_at("one two", 5)
    (4, 7)
    """
    start = end = at
    while start and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return start, end


def word_in(data: Any, x: int, y: int) -> tuple[str, int, int]:
    """Returns the text of a selectable label, from its node's data, and the word of it at a point: start and end."""
    _, text, font, size, _, top, w, _ = data
    spans = metrics.wrap_spans(text, font, size, w)
    row = max(0, min(len(spans) - 1, (y - top) // metrics.line_height(font, size)))
    start, end = spans[row]
    line = text[start:end]
    return text, *word_at(text, start + metrics.index_at(line, font, size, x - line_left(data, line)))


def edit_menu(overlay: AnyOverlay) -> Menu:
    """Returns the menu that a long tap or right click on a field opens; the kernel handles its messages."""
    _, _, x, y = overlay
    items = [
        Item("Cut", ("field_cut",), "cut"),
        Item("Copy", ("field_copy",), "copy"),
        Item("Paste", ("field_paste",), "paste"),
        Item("Select all", ("field_select",)),
    ]
    return Menu(items, (x, y))


class Toolbar(Widget):
    """What floats above a text that a long tap has selected; the kernel handles its messages.

    Its page's overlay is ("field_menu", the field's key, x, y); for a text that isn't in a field the key is ``""``, and
    the text and the start and end of what is selected of it follow.
    """

    __slots__ = ("overlay",)

    def __init__(self, overlay: AnyOverlay) -> None:
        self.flex, self.overlay = 0, overlay

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws it near the touch, inside the page's rectangle."""
        theme = scene.theme
        _, key, touch_x, touch_y, *_ = self.overlay
        entries = _ENTRIES if key else _ENTRIES[1::2]
        size, row = theme.font - 1, 44
        pad = max(4, min(14, (w - 24 - sum(metrics.width(text, "bold", size) for text, _ in entries)) // 8))
        widths = [metrics.width(text, "bold", size) + 2 * pad for text, _ in entries]
        width = sum(widths) + 8
        left = max(x + 4, min(touch_x - width // 2, x + w - width - 4))
        top = touch_y - row - 26
        if top < y + 4:
            top = min(touch_y + 26, y + h - row - 4)
        scene.ops.append(("shadow", left, top, left + width, top + row, scene.clip, 8))
        scene.round(left, top, width, row, theme.raised, 12)
        scene.frame(left, top, width, row, theme.outline, 12)
        scene.node(left, top, width, row, "toolbar", message=("nothing",), rid="android:id/floating_toolbar_menu_item")
        left += 4
        for (text, message), across in zip(entries, widths, strict=True):
            scene.text(left, top, across, row, text, theme.text, size, "bold", "center")
            scene.node(left, top, across, row, "button", text, message=message)
            left += across


_ENTRIES: tuple[tuple[str, AnyMessage], ...] = (
    ("Cut", ("field_cut",)), ("Copy", ("field_copy",)), ("Paste", ("field_paste",)), ("Select all", ("field_select",)),
)  # fmt: skip


def overflows(data: Any, text: str, bottom: int) -> bool:
    """Tells whether a field of many lines, from its node's data, has rows above or below those that it shows."""
    _, _, _, top, inner, line, first, font, size, _, _ = data
    return bool(first > 0 or len(_rows(text, font, size, inner)) * line > bottom - top)


def _vertical(text: str, caret: int, lines: int) -> int:
    """Moves a caret up or down by whole lines of the text, keeping its column."""
    starts = [0] + [i + 1 for i, char in enumerate(text) if char == "\n"]
    row = sum(start <= caret for start in starts) - 1
    column = caret - starts[row]
    target = row + lines
    if target < 0:
        return 0
    if target >= len(starts):
        return len(text)
    end = starts[target + 1] - 1 if target + 1 < len(starts) else len(text)
    return min(starts[target] + column, end)


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


_MOVES: dict[str, Callable[[str, int], int]] = {
    "left": lambda t, c: max(0, c - 1),
    "right": lambda t, c: min(len(t), c + 1),
    "up": lambda t, c: _vertical(t, c, -1),
    "down": lambda t, c: _vertical(t, c, 1),
    "pageup": lambda t, c: _vertical(t, c, -20),
    "pagedown": lambda t, c: _vertical(t, c, 20),
    "home": _line_start,
    "end": _line_end,
    "ctrl+left": _word_left,
    "ctrl+right": _word_right,
    "ctrl+home": lambda t, c: 0,
    "ctrl+end": lambda t, c: len(t),
}
_DELETES: dict[str, Callable[[str, int], int]] = {
    "backspace": lambda t, c: c - 1,
    "delete": lambda t, c: c + 1,
    "ctrl+backspace": _word_left,
    "ctrl+delete": _word_right,
}


def edit(text: str, selection: Selection, key: str) -> tuple[str, Selection] | None:
    """Applies an editing key (pyautogui names, modifiers before it as in ``"ctrl+shift+left"``).

    Returns:
        The new text and selection, or None where the key doesn't edit.

    >>> edit("ab", (2, 2), "backspace")
    ('a', (1, 1))
    >>> edit("ab cd", (5, 5), "ctrl+shift+left")
    ('ab cd', (5, 3))
    """
    anchor, caret = clamp(text, selection)
    if key == "ctrl+a":
        return text, (0, len(text))
    if key in _DELETES:
        if anchor == caret:
            anchor = max(0, min(len(text), _DELETES[key](text, caret)))
        return insert(text, (anchor, caret), "")
    extend = "shift+" in key
    move = _MOVES.get(key.replace("shift+", ""))
    if move is None:
        return None
    if not extend and anchor != caret and key in ("left", "right"):
        caret = min(anchor, caret) if key == "left" else max(anchor, caret)
        return text, (caret, caret)
    caret = move(text, caret)
    return text, (anchor if extend else caret, caret)


@lru_cache(maxsize=16)  # a text may be long
def _rows(text: str, font: metrics.Font, size: int, width: int) -> tuple[tuple[int, int], ...]:
    """Breaks a text into rows no wider than `width` and returns each row's (start, end) in the text."""
    widths = {char: metrics.width(char, font, size) for char in set(text)}
    edges = [0, *accumulate(map(widths.__getitem__, text))]  # of each character, as if all stood in one row
    rows: list[tuple[int, int]] = []
    start = 0
    while start <= len(text):
        stop = _line_end(text, start)
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


def index_at(data: Any, text: str, x: int, y: int) -> int:
    """Returns the index into a field's text nearest to a point; `data` is the field node's data."""
    _, _, left, top, width, line, first, font, size, multiline, skipped = data
    if not multiline:
        return int(skipped + metrics.index_at(text[skipped : skipped + _MAX_ROW], font, size, x - left))
    rows = _rows(text, font, size, width)
    start, end = rows[max(0, min(len(rows) - 1, first + (y - top) // line))]
    return int(start) + metrics.index_at(text[start:end], font, size, x - left)


def row_middle(data: Any, text: str, at: int) -> int:
    """Returns the height, in pixels, at which the middle of the row with an index of a field's text is."""
    _, _, _, top, width, line, first, font, size, multiline, _ = data
    row = _row_of(_rows(text, font, size, width), at) - first if multiline else 0
    return int(top + row * line + line // 2)


class Field(Widget):
    """A text field; what is typed into it is kept in ``Page.fields[key]``.

    Args:
        key: Its name among the page's fields.
        hint: Shown while it is empty; also its description.
        rid: Resource id.
        multiline: Many lines, Enter makes a new one; else Enter sends ``("submit", key)``.
        lines: Least height of a field of many lines.
        password: Shows bullets.
        font: Font of the text.
        icon: Icon before the text.
        bare: Without a ground of its own, as an editor's page.
        pill: On a round ground without an edge, as a search bar.
        label: Keeps the hint in small type on its edge once it has text.
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
        return self.lines * metrics.line_height(self.font, theme.font) + 2 * theme.pad

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws ground, text, selection and caret."""
        theme, page, key = scene.theme, scene.page, self.key
        value = page.fields.get(key, "")
        focused = page.focus == key
        shown = BULLET * len(value) if self.password else value
        if self.pill:
            scene.round(x, y, w, h, theme.surface, h // 2)
        elif not self.bare:
            self._place_ground(scene, x, y, w, h, focused, bool(value))
        pad = theme.pad - 2
        left, inner = x + pad, w - 2 * pad
        if self.icon:
            scene.icon(left, y + (h - theme.icon) // 2, theme.icon, self.icon, theme.muted)
            left, inner = left + theme.icon + 8, inner - theme.icon - 8
        size, line = theme.font, metrics.line_height(self.font, theme.font)
        outer = scene.clip
        scene.clip = (
            max(outer[0], left - 2), max(outer[1], y + 1), min(outer[2], left + inner + 3), min(outer[3], y + h - 1),
        )  # fmt: skip
        anchor, caret = clamp(value, page.selection) if focused else (0, 0)
        top, first, skipped = (y + (14 if self.label else 8) if self.multiline else y + (h - line) // 2), 0, 0
        if not value:
            hint = metrics.ellipsize(self.hint, "regular", size, inner - 4)
            scene.text(left + (4 if focused else 0), top, inner, line, hint, theme.muted, size)
            if focused:
                scene.fill(left, top + 1, 2, line - 2, theme.accent)
        elif self.multiline:
            first = self._place_rows(scene, shown, left, top, inner, h - 12, line, (anchor, caret) if focused else None)
        else:
            skipped = self._place_line(scene, shown, left, top, inner, line, (anchor, caret) if focused else None)
        scene.clip = outer
        flags = EDITABLE | (FOCUSED if focused else 0) | (PASSWORD if self.password else 0)
        data = ("field", key, left, top, inner, line, first, self.font, size, self.multiline, skipped)
        scene.node(x, y, w, h, "text_field", shown, self.hint, self.rid, ("focus", key), flags=flags, data=data)

    def _place_ground(self, scene: Scene, x: int, y: int, w: int, h: int, focused: bool, filled: bool) -> None:
        """Draws the ground; a focused field is told apart by its edge."""
        theme = scene.theme
        radius, edge = min(10, theme.radius), theme.accent if focused else theme.outline
        scene.round(x, y, w, h, theme.raised if theme.dark and not self.label else theme.background, radius)
        scene.frame(x, y, w, h, edge, radius, 2 if focused else 1)
        if self.label and filled:
            width, height = metrics.width(self.hint, "regular", 11), metrics.line_height("regular", 11)
            scene.fill(x + 10, y - 1, width + 8, 4, theme.background)
            scene.text(
                x + 14, y - height // 2, width + 2, height, self.hint, theme.accent if focused else theme.muted, 11
            )

    def _place_line(
        self, scene: Scene, text: str, left: int, top: int, inner: int, line: int, selection: Selection | None
    ) -> int:
        """Draws a one-line text so that the caret is in view; returns how many characters are left of the view."""
        theme, size, font = scene.theme, scene.theme.font, self.font
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
        """Draws a text of many rows, by itself so that the caret is in view; returns the first row in view."""
        theme, size, font = scene.theme, scene.theme.font, self.font
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
