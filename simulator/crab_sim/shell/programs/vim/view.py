"""The editor's screen."""

from __future__ import annotations

from crab_sim.shell.programs.cells import laid_out
from crab_sim.shell.programs.screen import Row, Screenful, Span
from crab_sim.shell.programs.vim import scrolling
from crab_sim.shell.programs.vim.editor import Editor
from crab_sim.shell.programs.vim.normal import selection
from crab_sim.shell.programs.vim.state import VimState
from crab_sim.shell.programs.world import World

__all__ = ["draw"]

_MODES = {"i": "INSERT", "v": "VISUAL", "V": "VISUAL LINE"}


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
        prompt = "Press ENTER or type command to continue"
        lines = [Row(line[:columns]) for line in state.output][-(rows - 1) :]
        above = [Row()] * (rows - 1 - len(lines))
        return Screenful((*above, *lines, Row(prompt, (Span(0, len(prompt), "bold"),))), (rows - 1, len(prompt)))
    scrolling.follow(editor)
    drawn, cursor = _Painter(editor, rows - 1, columns).text()
    last, caret = _last_row(editor, columns)
    return Screenful((*drawn, last), cursor if caret < 0 else (rows - 1, min(columns - 1, caret)))


class _Painter:
    """Draws the text's rows."""

    def __init__(self, editor: Editor, height: int, columns: int) -> None:
        self.editor, self.height = editor, max(1, height)
        self.gutter = scrolling.gutter(editor)
        self.width = max(1, columns - self.gutter)

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
        column = editor.cursor_column() if line == editor.line else 0
        cells, starts = laid_out(editor.lines[line][: self.width * (self.height + 1)], editor.number("tabstop"))
        spans = self._selected(line, starts)
        end = len(cells) + (column == len(cells) and line == editor.line)
        rows: list[Row] = []
        for start in range(0, max(1, end), self.width):
            label = f"{line + 1:{self.gutter - 1}} " if self.gutter and not start else " " * self.gutter
            inside = [Span(max(0, s.start - start), min(self.width, s.end - start), s.style) for s in spans]
            moved = [Span(s.start + self.gutter, s.end + self.gutter, s.style) for s in inside if s.start < s.end]
            number = (Span(0, self.gutter, "number"),) if self.gutter else ()
            rows.append(Row(label + cells[start : start + self.width], (*number, *moved)))
        return rows, (column // self.width, self.gutter + column % self.width)

    def _selected(self, line: int, starts: list[int]) -> list[Span]:
        """Returns the cells of a line that are selected."""
        editor, size, region = self.editor, len(starts) - 1, selection(self.editor)
        if not editor.visual or not region.start.line <= line <= region.end.line:
            return []
        first = region.start.col if line == region.start.line and not region.whole else 0
        last = region.end.col + 1 if line == region.end.line and not region.whole else size
        start, end = starts[min(first, size)], starts[min(last, size)]
        return [Span(start, max(end, start + (line < region.end.line or not size)), "selected")]


def _last_row(editor: Editor, columns: int) -> tuple[Row, int]:
    """Returns the last row and the caret, -1 for none: a typed line, a message or the mode; then the ruler."""
    state = editor.state
    text, caret = state.typing
    if caret >= 0:
        return Row(text[-columns:]), min(caret, columns - 1)
    message, style = state.message.partition("\n")[0][: columns - 1], ""
    if editor.mode in _MODES and editor.number("showmode"):
        message, style = f"-- {_MODES[editor.mode]} --", "bold"
    elif state.error:
        style = "error" if message.startswith("E") else "warning"
    spans = (Span(0, len(message), style),) if style and message else ()
    text = message
    if editor.number("ruler") and len(message) < columns - 18:
        text = message.ljust(columns - 18) + _ruler(editor)
    return Row(text.rstrip(), spans), -1


def _ruler(editor: Editor) -> str:
    """Returns the cursor's place and how far down the text is."""
    state, count = editor.state, len(editor.lines)
    column = editor.cursor_column() + 1
    byte = len(editor.text[: editor.col].encode("utf-8", "surrogateescape")) + 1
    where = "0-1" if not editor.text else f"{byte}" if byte == column else f"{byte}-{column}"
    height = state.rows - 1
    if state.top == 0:
        place = "All" if count <= height else "Top"
    elif state.top + height >= count:
        place = "Bot"
    else:
        place = f"{state.top * 100 // max(1, count - height)}%"
    return f"{editor.line + 1},{where}".ljust(14) + place
