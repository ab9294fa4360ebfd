"""The terminal's screen: lines of monospaced characters, wrapped at the window's width, with a caret and a selection.

* `Screen` - the widget. * `selected_text`, `word_span` - the selection.
"""

from __future__ import annotations

from collections.abc import Sequence

from crab_sim.desktop.apps.terminal.messages import Position, ScreenMessage
from crab_sim.draw import text as metrics
from crab_sim.ui import Scene, Theme, Widget
from crab_sim.ui.node import EDITABLE, FOCUSED, SCROLLABLE, GridData, ScrollData

__all__ = ["Screen", "position_at", "selected_text", "word_span"]

_SIZE, _PAD = 14, 8
_GROUND, _INK = (30, 27, 36), (222, 221, 218)
_GREEN, _BLUE, _CARET, _SELECTED = (108, 200, 110), (122, 170, 250), (222, 221, 218), (74, 92, 140)


def selected_text(lines: Sequence[str], selection: tuple[Position, Position]) -> str:
    r"""Returns the selected part of lines.

    >>> selected_text(["one", "two", "three"], ((0, 1), (2, 2)))
    'ne\ntwo\nth'
    """
    (first, start), (last, stop) = selection
    part = list(lines[first : last + 1])
    if not part:
        return ""
    part[-1] = part[-1][:stop]
    part[0] = part[0][start:]
    return "\n".join(part)


def word_span(lines: Sequence[str], at: Position) -> tuple[Position, Position]:
    """Returns the ends of the word around a position; the characters of paths are parts of words."""
    row, column = at
    line = lines[row] if row < len(lines) else ""
    start = end = min(column, len(line))
    while start and not line[start - 1].isspace():
        start -= 1
    while end < len(line) and not line[end].isspace():
        end += 1
    return (row, start), (row, end)


def position_at(grid: GridData, x: int, y: int) -> Position:
    """Returns the position under a point; `grid` is the data of the screen's node."""
    cell_w, cell_h = metrics.cell(_SIZE)
    line, start, length = grid.rows[max(0, min(len(grid.rows) - 1, (y - grid.top) // cell_h))]
    return line, start + max(0, min(length, (x - grid.left + cell_w // 2) // cell_w))


class Screen(Widget[ScreenMessage]):
    """The screen.

    Args:
        lines: (prompt, text) of each line.
        prompt: The prompt of the line that is being typed.
        line: That line.
        caret: Index into it.
        selection: The selected range; None for none.
    """

    __slots__ = ("caret", "line", "lines", "prompt", "selection")

    def __init__(
        self,
        lines: Sequence[tuple[str, str]],
        prompt: str,
        line: str,
        caret: int,
        selection: tuple[Position, Position] | None,
    ) -> None:
        self.flex = 1
        self.lines, self.prompt, self.line, self.caret, self.selection = lines, prompt, line, caret, selection

    def place(self, scene: Scene[ScreenMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the rows in view; without scrolling, the last ones."""
        cell_w, cell_h = metrics.cell(_SIZE)
        columns, fit = max(8, (w - 2 * _PAD) // cell_w), max(1, (h - 2 * _PAD) // cell_h)
        left, top = x + _PAD, y + _PAD
        scene.fill(x, y, w, h, _GROUND)
        lines = self.lines
        typed = len(self.prompt) + len(self.line)
        last = 1 + typed // columns  # the caret may stand in a cell after the text
        counts = [max(1, -(-(len(prompt) + len(text)) // columns)) for prompt, text in lines]
        total = sum(counts) + last
        limit = max(0, total - fit) * cell_h
        offset = scene.page.scroll.get("screen")
        offset = limit if offset is None else min(offset, limit)
        first = offset // cell_h
        flags = SCROLLABLE if limit else 0
        scene.node(x, y, w, h, "list", rid="scrollback", flags=flags, data=ScrollData("screen", offset, limit, None))
        rows = self._rows(counts, columns, first, fit)
        shown = "\n".join([text[start : start + columns] for _, start, text, _ in rows])
        grid = GridData(left, top, tuple([(i, start, min(columns, len(text) - start)) for i, start, text, _ in rows]))
        scene.node(x, y, w, h, "text", shown, "Terminal", "terminal", ("unselect",), ("menu",), ("word",), 0, grid)
        if self.selection is not None:
            self._select(scene, rows, columns, left, top)
        for i, (_, start, text, prompt) in enumerate(rows):
            self._row(
                scene, left, top + i * cell_h, w, cell_h, text[start : start + columns], prompt if not start else 0
            )
        self._caret(scene, x, w, left, top, columns, total - last - first, fit)
        if limit:
            bar = max(24, h * fit // total)
            scene.round(x + w - 5, y + (h - bar) * offset // limit, 4, bar, (120, 118, 126), 2)

    def _rows(self, counts: list[int], columns: int, first: int, fit: int) -> list[tuple[int, int, str, int]]:
        """Returns the rows in view: line, index of the row's first character, the line's text, its prompt's length."""
        rows: list[tuple[int, int, str, int]] = []
        at = 0
        for i, count in enumerate(counts):
            if at + count > first:
                prompt, text = self.lines[i]
                text = prompt + text
                rows += [(i, k * columns, text, len(prompt)) for k in range(max(0, first - at), count)]
                if len(rows) >= fit:
                    return rows[:fit]
            at += count
        text = self.prompt + self.line
        count = max(1, -(-len(text) // columns))
        rows += [(len(counts), k * columns, text, len(self.prompt)) for k in range(max(0, first - at), count)]
        return rows[:fit]

    def _row(self, scene: Scene[ScreenMessage], x: int, y: int, w: int, h: int, text: str, prompt: int) -> None:
        """Draws a row, its prompt in colours."""
        at = 0
        cell_w = metrics.cell(_SIZE)[0]
        if prompt and "@" in text[:prompt]:
            colon = text.find(":", 0, prompt)
            for end, color in ((colon, _GREEN), (colon + 1, _INK), (prompt - 2, _BLUE)):
                scene.text(x + at * cell_w, y, w, h, text[at:end], color, _SIZE, "mono")
                at = max(at, end)
        scene.text(x + at * cell_w, y, w, h, text[at:], _INK, _SIZE, "mono")

    def _select(
        self, scene: Scene[ScreenMessage], rows: list[tuple[int, int, str, int]], columns: int, left: int, top: int
    ) -> None:
        """Draws the selection's ground."""
        assert self.selection is not None
        low, high = self.selection
        cell_w, cell_h = metrics.cell(_SIZE)
        for i, (line, start, text, _) in enumerate(rows):
            end = min(len(text), start + columns)
            a = max(start, low[1] if line == low[0] else start) if line >= low[0] else end
            b = min(end, high[1] if line == high[0] else end) if line <= high[0] else start
            if a < b:
                scene.fill(left + (a - start) * cell_w, top + i * cell_h, (b - a) * cell_w, cell_h, _SELECTED)

    def _caret(
        self, scene: Scene[ScreenMessage], x: int, w: int, left: int, top: int, columns: int, row: int, fit: int
    ) -> None:
        """Draws the caret, and adds the node of the line that is being typed; its first row is `row`."""
        cell_w, cell_h = metrics.cell(_SIZE)
        at = len(self.prompt) + self.caret
        caret_row = row + at // columns
        if 0 <= caret_row < fit:
            cx, cy = left + at % columns * cell_w, top + caret_row * cell_h
            scene.fill(cx, cy, cell_w, cell_h, _CARET)
            scene.text(cx, cy, cell_w + 4, cell_h, self.line[self.caret : self.caret + 1], _GROUND, _SIZE, "mono")
        last = row + (len(self.prompt) + len(self.line)) // columns
        a, b = max(0, row), min(fit - 1, last)
        if a <= b:
            start = left + len(self.prompt) * cell_w if row == last else x
            node_top, height = top + a * cell_h, (b - a + 1) * cell_h
            scene.node(
                start, node_top, x + w - start, height, "text_field", self.line, "Command line", "input",
                ("unselect",), ("menu",), flags=EDITABLE | FOCUSED,
            )  # fmt: skip

    def width(self, theme: Theme) -> int:
        """Returns the width of a usual line."""
        return 80 * metrics.cell(_SIZE)[0] + 2 * _PAD
