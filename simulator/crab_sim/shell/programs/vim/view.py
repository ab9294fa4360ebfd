"""The editor's screen."""

from __future__ import annotations

from crab_sim.machine.work import Budget, LimitExceeded
from crab_sim.shell.programs.cells import shown, width_of
from crab_sim.shell.programs.screen import HIGHLIGHT_REACH, HIGHLIGHT_WORK, Row, Screenful, Span
from crab_sim.shell.programs.vim import scrolling
from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.search import compiled, match_at
from crab_sim.shell.programs.vim.selection import selected
from crab_sim.shell.programs.vim.state import END, VimState
from crab_sim.shell.programs.world import World

__all__ = ["draw"]

_MODES = {"i": "INSERT", "R": "REPLACE", "v": "VISUAL", "V": "VISUAL LINE", "\x16": "VISUAL BLOCK"}


def draw(state: VimState, rows: int, columns: int, world: World) -> Screenful:
    """Draws the editor.

    Args:
        state: The editor's state.
        rows: Height of the screen in lines.
        columns: Its width in characters.
        world: The machine around the editor.
    """
    editor = Editor(state._replace(rows=rows, columns=columns), world, lambda editor: None)
    if state.output:
        return _output(editor, rows, columns)
    scrolling.follow(editor)
    painter = _Painter(editor, rows - 1, columns)
    drawn, cursor = painter.text()
    last, caret = _last_row(editor, columns)
    return Screenful((*drawn, last), cursor if caret < 0 else (rows - 1, min(columns - 1, caret)))


def _output(editor: Editor, rows: int, columns: int) -> Screenful:
    """Draws the lines that a command has printed, and waits for Enter."""
    prompt = "Press ENTER or type command to continue"
    lines = [line[:columns] for line in editor.state.output][-(rows - 1) :]
    drawn = [Row() for _ in range(rows - 1 - len(lines))] + [Row(line) for line in lines]
    return Screenful((*drawn, Row(prompt, (Span(0, len(prompt), "bold"),))), (rows - 1, len(prompt)))


class _Painter:
    """Draws the text's rows."""

    def __init__(self, editor: Editor, height: int, columns: int) -> None:
        self.editor, self.height, self.columns = editor, max(1, height), columns
        editor.budget = Budget(HIGHLIGHT_WORK)
        number, relative = editor.number("number"), editor.number("relativenumber")
        self.gutter = max(4, len(str(len(editor.lines))) + 1) if number or relative else 0
        self.width = max(1, columns - self.gutter)
        self.left = 0
        if not editor.number("wrap"):
            column = editor.cursor_column()
            self.left = max(0, column - self.width // 2) if column >= self.width else 0

    def text(self) -> tuple[list[Row], tuple[int, int]]:
        """Returns the rows, and where the cursor is."""
        editor, rows, cursor = self.editor, [Row()][:0], (0, 0)
        line = editor.state.top
        while len(rows) < self.height:
            if line >= len(editor.lines):
                rows.append(Row("~", (Span(0, 1, "blank"),)))
                continue
            pieces, at = self._line(line)
            if len(rows) + len(pieces) > self.height and line > editor.line:
                rows += [Row("@", (Span(0, 1, "blank"),))] * (self.height - len(rows))
                break
            if line == editor.line:
                cursor = (min(self.height - 1, len(rows) + at[0]), at[1])
            rows += pieces
            line += 1
        return rows[: self.height], cursor

    def _line(self, line: int) -> tuple[list[Row], tuple[int, int]]:
        """Returns the rows of one line, and the place of the cursor in them."""
        editor = self.editor
        text, tabstop = editor.lines[line], editor.number("tabstop")
        limit = self.left + self.width * (self.height + 1)
        cells, starts = "", [0]
        for char in text:
            if len(cells) > limit:
                break
            drawn = shown(char, len(cells), tabstop)
            if char == "\t" and editor.number("list"):
                drawn = "^I"
            cells += drawn + (" " if len(drawn) == 1 and char != "\t" and width_of(char) == 2 else "")
            starts.append(len(cells))
        spans = self._spans(line, starts)
        if editor.number("list"):
            cells += "$"
        column = starts[min(editor.col, len(starts) - 1)]
        if (
            editor.col < len(text)
            and text[editor.col] == "\t"
            and not editor.inserting
            and editor.col + 1 < len(starts)
        ):
            column = starts[editor.col + 1] - 1
        if not editor.number("wrap"):
            piece = Row(cells[self.left : self.left + self.width], _within(spans, self.left, self.width))
            return [self._numbered(line, piece, True)], (0, self.gutter + column - self.left)
        rows: list[Row] = []
        for start in range(0, max(1, len(cells) + (column == len(cells) and line == editor.line)), self.width):
            piece = Row(cells[start : start + self.width], _within(spans, start, self.width))
            rows.append(self._numbered(line, piece, start == 0))
        return rows, (column // self.width, self.gutter + column % self.width)

    def _numbered(self, line: int, row: Row, first: bool) -> Row:
        if not self.gutter:
            return row
        editor, here = self.editor, self.editor.line
        label = " " * self.gutter
        if first:
            number = line + 1
            if editor.number("relativenumber") and line != here:
                number = abs(line - here)
            elif editor.number("relativenumber") and not editor.number("number"):
                number = 0
            label = f"{number:{self.gutter - 1}} "
            if editor.number("relativenumber") and editor.number("number") and line == here:
                label = f"{number:<{self.gutter - 1}} "
        moved = [Span(span.start + self.gutter, span.end + self.gutter, span.style) for span in row.spans]
        return Row(label + row.text, (Span(0, self.gutter, "number"), *moved))

    def _spans(self, line: int, starts: list[int]) -> list[Span]:
        """Returns the marked cells of a line: matches of the search, and the selection."""
        editor, spans = self.editor, [Span(0, 0, "")][:0]
        pattern = editor.state.search.pattern
        if pattern and editor.number("hlsearch") and editor.state.highlight:
            spans += self._matches(line, starts, pattern)
        if editor.visual:
            spans += self._selected(line, starts)
        return spans

    def _matches(self, line: int, starts: list[int], pattern: str) -> list[Span]:
        editor, spans, col = self.editor, [Span(0, 0, "")][:0], 0
        size = len(starts) - 1
        try:
            matcher = compiled(editor, pattern)
            while (hit := match_at(editor, matcher, line, col, size + HIGHLIGHT_REACH)) is not None:
                end = hit.end.col if hit.end.line == line else size
                first, last = min(hit.start.col, size), min(end, size)
                if first < last:
                    spans.append(Span(starts[first], starts[last], "search"))
                col = max(end, hit.start.col + 1)
                if col >= size:
                    break
        except (Refused, LimitExceeded):
            return spans
        return spans

    def _selected(self, line: int, starts: list[int]) -> list[Span]:
        region = selected(self.editor, "<")
        if not region.start.line <= line <= region.end.line:
            return []
        size = len(starts) - 1
        if region.kind == "b":
            right = starts[size] if region.right >= END else min(starts[size], region.right + 1)
            return [Span(min(region.left, right), right, "selected")]
        first = region.start.col if line == region.start.line and region.kind == "c" else 0
        last = region.end.col + 1 if line == region.end.line and region.kind == "c" else size
        start, end = starts[min(first, size)], starts[min(last, size)]
        return [Span(start, max(end, start + (1 if line < region.end.line or not size else 0)), "selected")]


def _within(spans: list[Span], start: int, width: int) -> tuple[Span, ...]:
    """Returns the spans of a part of a line."""
    inside = [Span(max(0, s.start - start), min(width, s.end - start), s.style) for s in spans]
    return tuple([span for span in inside if span.start < span.end])


def _last_row(editor: Editor, columns: int) -> tuple[Row, int]:
    """Returns the last row and the caret, -1 for none: a typed line, a message or the mode; then the ruler."""
    state = editor.state
    text, caret = state.typing
    if caret >= 0:
        return Row(text[-columns:]), min(caret, columns - 1)
    style = ""
    message = state.message.partition("\n")[0]
    if editor.mode in _MODES and editor.number("showmode"):
        message, style = f"-- {_MODES[editor.mode]} --", "bold"
    elif state.once:
        message, style = "-- (insert) --", "bold"
    elif state.error:
        style = "error" if message.startswith("E") else "warning"
    if state.recording:
        message = f"{message if editor.mode in _MODES else ''}recording @{state.recording}"
    room = columns - 30
    message = message if len(message) <= columns - 1 else message[: columns - 1]
    spans = (Span(0, len(message), style),) if style and message else ()
    text = message
    if editor.number("ruler") and len(message) < columns - 18:
        text = message.ljust(columns - 18) + _ruler(editor)
    if editor.number("showcmd") and state.pending and len(message) < room:
        shown_keys = "".join([f"^{chr(ord(key) + 64)}" if key < " " else key for key in state.pending])[-10:]
        text = text[: columns - 29].ljust(columns - 29) + shown_keys.ljust(11) + text[columns - 18 :]
    return Row(text.rstrip(), spans), -1


def _ruler(editor: Editor) -> str:
    """Returns the cursor's place and how far down the text is."""
    state, count = editor.state, len(editor.lines)
    col, column = editor.col, editor.cursor_column() + 1
    byte = len(editor.text[:col].encode("utf-8", "surrogateescape")) + 1
    if not editor.text:
        where = "0-1"
    else:
        where = f"{byte}" if byte == column else f"{byte}-{column}"
    height = state.rows - 1
    if state.top == 0:
        place = "All" if count <= height else "Top"
    elif state.top + height >= count:
        place = "Bot"
    else:
        place = f"{state.top * 100 // max(1, count - height)}%"
    return f"{editor.line + 1},{where}".ljust(14) + place
