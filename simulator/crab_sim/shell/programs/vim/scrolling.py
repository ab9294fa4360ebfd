"""Scrolling: which line is the first on the screen."""

from __future__ import annotations

from crab_sim.shell.programs.vim.editor import Editor, Refused

__all__ = ["follow", "gutter", "scroll"]


def _height(editor: Editor) -> int:
    """Returns the rows of the screen that show text."""
    return max(1, editor.state.rows - 1)


def _margin(editor: Editor) -> int:
    return min(editor.number("scrolloff"), (_height(editor) - 1) // 2)


def gutter(editor: Editor) -> int:
    """Returns the columns that lines' numbers take."""
    return max(4, len(str(len(editor.lines))) + 1) if editor.number("number") else 0


def _set_top(editor: Editor, top: int) -> None:
    editor.state = editor.state._replace(top=max(0, min(top, len(editor.lines) - 1)))


def _rows_of(editor: Editor, line: int) -> int:
    """Returns the rows that a line takes on the screen."""
    width = max(1, editor.state.columns - gutter(editor))
    return max(1, -(-editor.column(line, len(editor.lines[line])) // width))


def follow(editor: Editor) -> None:
    """Scrolls until the cursor is in view, with some lines around it."""
    height, top, line = _height(editor), min(editor.state.top, len(editor.lines) - 1), editor.line
    first = max(0, line - _margin(editor))
    if first < top:
        top = first if top - first < height - 2 else max(0, line - height // 2)
    needed, used = min(len(editor.lines) - 1, line + _margin(editor)), 0
    while needed >= top and used + _rows_of(editor, needed) <= height:
        used += _rows_of(editor, needed)
        needed -= 1
    needed += 1
    if needed > top:
        far = needed - top >= height - 2
        top = max(0, line - (height - 1) // 2) if far else min(needed, line)
    _set_top(editor, top)


def scroll(editor: Editor, key: str, count: int) -> bool:
    """Scrolls as a key says; returns whether it is a key for that.

    Args:
        editor: The editor.
        key: ctrl+d and ctrl+u scroll half a screen, ctrl+f and ctrl+b a whole one, zt, zz and zb the cursor's line.
        count: The count, 0 for none.

    Raises:
        Refused: The text ends here.
    """
    height, last, top = _height(editor), len(editor.lines) - 1, editor.state.top
    if key in "\x04\x15":
        by = (count or max(1, height // 2)) * (1 if key == "\x04" else -1)
        line = max(0, min(last, editor.line + by))
        if line == editor.line:
            raise Refused
        _set_top(editor, min(top + by, max(0, last + 1 - height)))
        editor.go_to_text(line)
    elif key in "\x06\x02\ue009\ue008":
        by = max(1, height - 2) * (count or 1) * (1 if key in "\x06\ue009" else -1)
        if top == (0 if by < 0 else last):
            raise Refused
        _set_top(editor, top + by)
        _into_view(editor)
    elif key == "z":
        tops = {"t": _margin(editor), "z": (height - 1) // 2, "b": height - 1 - _margin(editor)}
        place = editor.getkey()
        if place not in tops:
            raise Refused
        _set_top(editor, editor.line - tops[place])
    else:
        return False
    return True


def _into_view(editor: Editor) -> None:
    """Moves the cursor into the rows in view."""
    top, margin, last = editor.state.top, _margin(editor), len(editor.lines) - 1
    bottom = top + _height(editor) - 1
    low = top + margin if top else 0
    high = bottom - margin if bottom < last else last
    line = max(min(low, last), min(max(low, high), editor.line))
    if line != editor.line:
        editor.go_to_text(line)
