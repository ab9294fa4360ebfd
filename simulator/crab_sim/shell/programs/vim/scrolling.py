"""Scrolling: which line is the first on the screen."""

from __future__ import annotations

from typing import Protocol

from crab_sim.shell.programs.vim.editor import Editor, Refused

__all__ = [
    "follow", "half_down", "half_up", "line_down", "line_up", "page_down", "page_up", "text_rows", "z_command",
]  # fmt: skip


class _Counted(Protocol):
    @property
    def times(self) -> int:
        """The count, 0 for none."""


def text_rows(editor: Editor) -> int:
    """Returns the rows of the screen that show text."""
    return max(1, editor.state.rows - 1)


def _set_top(editor: Editor, top: int) -> None:
    editor.state = editor.state._replace(top=max(0, min(top, len(editor.lines) - 1)))


def rows_of(editor: Editor, line: int) -> int:
    """Returns the rows that a line takes on the screen."""
    if not editor.number("wrap"):
        return 1
    gutter = 0
    if editor.number("number") or editor.number("relativenumber"):
        gutter = max(4, len(str(len(editor.lines))) + 1)
    width = max(1, editor.state.columns - gutter)
    return max(1, -(-editor.column(line, len(editor.lines[line])) // width))


def follow(editor: Editor) -> None:
    """Scrolls until the cursor is in view, with some lines around it."""
    height, top, line = text_rows(editor), min(editor.state.top, len(editor.lines) - 1), editor.line
    margin = min(editor.number("scrolloff"), (height - 1) // 2)
    first = max(0, line - margin)
    if first < top:
        top = first if top - first < height - 2 else max(0, line - height // 2)
    last, used = min(len(editor.lines) - 1, line + margin), 0
    needed = last
    while needed >= top and used <= height:
        used += rows_of(editor, needed)
        needed -= 1
        if used > height:
            needed += 2
            break
    else:
        needed = top
    if needed > top:
        far = needed - top >= height - 2
        top = max(0, line - (height - 1) // 2) if far else min(needed, line)
    _set_top(editor, top)


def _move(editor: Editor, by: int) -> None:
    want = editor.wanted()
    editor.line = max(0, min(len(editor.lines) - 1, editor.line + by))
    editor.col = editor.advance(editor.line, want)


def _half(editor: Editor, command: _Counted, sign: int) -> None:
    amount = command.times or editor.number("scroll") or max(1, text_rows(editor) // 2)
    if command.times:
        editor.state = editor.state._replace(options={**editor.state.options, "scroll": command.times})
    border = len(editor.lines) - 1 if sign > 0 else 0
    if editor.line == border:
        raise Refused
    _set_top(editor, min(editor.state.top + sign * amount, max(0, len(editor.lines) - text_rows(editor))))
    _move(editor, sign * amount)
    editor.go(editor.line, editor.first_word(editor.line))


def half_down(editor: Editor, command: _Counted) -> None:
    """Scrolls half a screen down."""
    _half(editor, command, 1)


def half_up(editor: Editor, command: _Counted) -> None:
    """Scrolls half a screen up."""
    _half(editor, command, -1)


def page_down(editor: Editor, command: _Counted) -> None:
    """Scrolls a screen down."""
    height = text_rows(editor)
    top = editor.state.top + max(1, height - 2) * (command.times or 1)
    if editor.state.top >= len(editor.lines) - 1:
        raise Refused
    _set_top(editor, min(top, len(editor.lines) - 1))
    _into_view(editor)


def page_up(editor: Editor, command: _Counted) -> None:
    """Scrolls a screen up."""
    height = text_rows(editor)
    if editor.state.top == 0:
        raise Refused
    _set_top(editor, editor.state.top - max(1, height - 2) * (command.times or 1))
    _into_view(editor)


def _into_view(editor: Editor) -> None:
    """Moves the cursor into the rows in view."""
    top, height = editor.state.top, text_rows(editor)
    margin = min(editor.number("scrolloff"), (height - 1) // 2)
    last = len(editor.lines) - 1
    low = top + margin if top else 0
    high = max(low, top + height - 1 - margin) if top + height - 1 < last else last
    line = max(min(low, last), min(high, editor.line))
    if line != editor.line:
        editor.go(line, editor.first_word(line))


def line_down(editor: Editor, command: _Counted) -> None:
    """Scrolls a line down."""
    _scroll_lines(editor, command.times or 1)


def line_up(editor: Editor, command: _Counted) -> None:
    """Scrolls a line up."""
    _scroll_lines(editor, -(command.times or 1))


def _scroll_lines(editor: Editor, by: int) -> None:
    _set_top(editor, editor.state.top + by)
    top, height = editor.state.top, text_rows(editor)
    margin = min(editor.number("scrolloff"), (height - 1) // 2)
    last = len(editor.lines) - 1
    low = min(last, top + margin if top else 0)
    high = max(low, top + height - 1 - margin)
    line = max(low, min(high, editor.line))
    if line != editor.line:
        _move(editor, line - editor.line)


def z_command(editor: Editor, command: _Counted) -> None:
    """Scrolls the cursor's line to the top, the middle or the bottom: zt, zz, zb, and z with Enter, ``.`` and ``-``."""
    key = editor.getkey()
    if command.times:
        editor.go(min(len(editor.lines), command.times) - 1, editor.col)
        editor.clamp()
    height = text_rows(editor)
    margin = min(editor.number("scrolloff"), (height - 1) // 2)
    if key in "t\r":
        _set_top(editor, editor.line - margin)
    elif key in "z.":
        _set_top(editor, editor.line - (height - 1) // 2)
    elif key in "b-":
        _set_top(editor, editor.line + margin - height + 1)
    else:
        raise Refused
    if key in "\r.-":
        editor.go(editor.line, editor.first_word(editor.line))
