"""Visual mode: keys that change the selection, and commands that work on it."""

from __future__ import annotations

from typing import Final

from crab_sim.shell.programs.vim import numbers
from crab_sim.shell.programs.vim.commands import SHARED, Command
from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.ex import typed_command
from crab_sim.shell.programs.vim.insert import begin, begin_block
from crab_sim.shell.programs.vim.moves.motions import move
from crab_sim.shell.programs.vim.moves.objects import text_object
from crab_sim.shell.programs.vim.operators import delete, operate
from crab_sim.shell.programs.vim.region import Region, block_spans
from crab_sim.shell.programs.vim.registers import put, read_register
from crab_sim.shell.programs.vim.state import END, ESCAPE, Place, Redo, Visual

__all__ = ["visual_command"]

_OPERATORS: Final = {
    "d": "d", "x": "d", "\ue007": "d", "c": "c", "s": "c", "y": "y", "<": "<", ">": ">", "=": "=", "~": "g~",
    "u": "gu", "U": "gU", "J": "J", "\b": "", "\x7f": "",
}  # fmt: skip
_LINES: Final = {"D": "d", "X": "d", "C": "c", "S": "c", "R": "c", "Y": "y"}
_ON_LINES: Final = ("<", ">", "=", "J", "gJ", "gq", "gw")


def leave(editor: Editor) -> None:
    """Ends the selection, which ``gv`` can take up again."""
    state = editor.state
    last = Visual(editor.mode, state.anchor, editor.cursor, editor.want)
    editor.state = state._replace(visual=last)
    editor.mode = "n"


def selected(editor: Editor, operator: str, lines: bool = False, count: int = 1) -> Region:
    """Returns the selection as an operator takes it.

    Args:
        editor: The editor.
        operator: The key of the operator, on which the ends of the selection depend.
        lines: Whether the operator takes whole lines.
        count: Its count.
    """
    anchor, cursor = editor.state.anchor, editor.cursor
    start, end = min(anchor, cursor), max(anchor, cursor)
    mode = "V" if lines and editor.mode != "\x16" else editor.mode
    if mode == "V":
        if operator != "y":
            start = Place(start.line, 0)
        return Region(start, end, "l", selected=True, times=count)
    if mode == "\x16":
        right = END if editor.want >= END else max(editor.end_column(*anchor), editor.end_column(*cursor))
        left = min(editor.column(*anchor), editor.column(*cursor))
        return Region(start, end, "b", selected=True, left=left, right=right, times=count)
    inclusive = True
    if end.col >= len(editor.lines[end.line]):
        inclusive = False
        if operator not in _ON_LINES and end.line + 1 < len(editor.lines):
            end = Place(end.line + 1, 0)
    return Region(start, end, inclusive=inclusive, selected=True, times=count)


def _extent(editor: Editor, region: Region) -> tuple[str, int, int]:
    """Returns mode, lines and columns of the selection, for ``.``."""
    lines = region.lines
    if editor.mode == "V":
        return "V", lines, 0
    if editor.mode == "\x16":
        return "\x16", lines, END if region.right >= END else region.right - region.left + 1
    end = max(editor.state.anchor, editor.cursor)
    last = editor.end_column(*end)
    if editor.want >= END:
        return "v", end.line - region.start.line + 1, END
    if end.line == region.start.line:
        return "v", 1, last - editor.column(*region.start) + 1
    return "v", end.line - region.start.line + 1, last


def visual_command(editor: Editor, key: str, count: int, register: str) -> None:
    """Handles a key while there is a selection.

    Args:
        editor: The editor.
        key: The key.
        count: The count before it; 0 for none.
        register: The register named before it; ``""`` for none.
    """
    from_key = editor.at - 1
    if key in (ESCAPE, "\x03"):
        leave(editor)
        editor.clamp()
        return
    if key in ("v", "V", "\x16"):
        _switch(editor, key)
        return
    operator, lines = _OPERATORS.get(key), False
    if operator is None and key in _LINES:
        operator, lines = _LINES[key], True
    if key == "g":
        following = editor.getkey()
        operator = {"u": "gu", "U": "gU", "~": "g~", "?": "g?", "q": "gq", "w": "gw", "J": "gJ"}.get(following)
        if operator is None and _with_g(editor, following, count):
            return
        if operator is None:
            editor.unread()
    if operator:
        _operate(editor, operator, lines, count, register, editor.queue[from_key : editor.at])
        return
    if _other(editor, key, count, register):
        return
    if move(editor, key, count, "") is None:
        raise Refused
    editor.clamp()


def _switch(editor: Editor, key: str) -> None:
    if editor.mode == key:
        leave(editor)
        editor.clamp()
    else:
        editor.mode = key


def _operate(editor: Editor, operator: str, lines: bool, count: int, register: str, keys: str) -> None:
    if editor.mode == "\x16" and lines:
        if keys in ("C", "D"):
            editor.want = END
        elif keys in ("S", "R"):
            editor.mode = "V"
    region = selected(editor, operator, lines, count or 1)
    extent = _extent(editor, region)
    leave(editor)
    redo = Redo(register, count, keys, extent)
    if operator != "y":
        editor.set_redo(redo.register, redo.times, redo.keys, redo.visual)
    if operator == "J" or operator == "gJ":
        region = region._replace(kind="l")
    operate(editor, operator, region, register, redo)
    editor.clamp()


def _with_g(editor: Editor, key: str, count: int) -> bool:
    """Handles the other keys behind g; returns whether it was one."""
    if key == "v":
        last = editor.state.visual
        if last is not None:
            leave(editor)
            _restore(editor, last)
        return True
    if key in ("\x01", "\x18"):
        _add(editor, count or 1, key == "\x01", True)
        return True
    return False


def _restore(editor: Editor, last: Visual) -> None:
    editor.mode = last.mode
    editor.state = editor.state._replace(anchor=last.start)
    editor.line, editor.col, editor.want = last.end.line, last.end.col, last.want
    editor.clamp()


def _add(editor: Editor, count: int, up: bool, growing: bool) -> None:
    """Adds to the first number of each selected line."""
    region = selected(editor, "y")
    extent = _extent(editor, region)
    leave(editor)
    keys = ("g" if growing else "") + ("\x01" if up else "\x18")
    editor.set_redo("", count, keys, extent)
    numbers.add_to_lines(editor, region, count if up else -count, growing)
    editor.go(*region.start)
    editor.clamp()


def _other(editor: Editor, key: str, count: int, register: str) -> bool:
    """Handles the keys that are neither motions nor operators."""
    if key in "oO":
        _other_end(editor, key)
    elif key in "ia":
        _select_object(editor, key == "a", count or 1)
    elif key in "IA":
        _insert(editor, key, count)
    elif key in "pP":
        _put(editor, register, count or 1, key == "P")
    elif key == "r":
        _fill(editor, editor.getkey())
    elif key == ":":
        leave(editor)
        typed_command(editor, "'<,'>")
        editor.clamp()
    elif key in "\x01\x18":
        _add(editor, count or 1, key == "\x01", False)
    elif key in SHARED:
        SHARED[key](editor, Command(key, count, register))
    elif key == "&":
        raise Refused
    else:
        return False
    return True


def _other_end(editor: Editor, key: str) -> None:
    anchor, cursor = editor.state.anchor, editor.cursor
    if key == "O" and editor.mode == "\x16":
        left, right = editor.column(*anchor), editor.column(*cursor)
        editor.state = editor.state._replace(anchor=Place(anchor.line, editor.advance(anchor.line, right)))
        editor.col = editor.advance(editor.line, left)
        editor.want = -1
        return
    editor.state = editor.state._replace(anchor=cursor)
    editor.go(*anchor)


def _select_object(editor: Editor, around: bool, count: int) -> None:
    key = editor.getkey()
    found = text_object(editor, around, key, count)
    end = found.end
    if not found.inclusive and not found.lines:
        end = Place(end.line, end.col - 1) if end.col else Place(max(0, end.line - 1), 10**6)
    editor.state = editor.state._replace(anchor=found.start)
    if found.lines:
        editor.mode = "V"
    elif editor.mode == "V" and key not in "s":
        editor.mode = "v"
    editor.go(*end)
    editor.clamp()


def _insert(editor: Editor, key: str, count: int) -> None:
    """Inserts before or appends to the selection, in all lines of a block."""
    region = selected(editor, "y")
    extent = _extent(editor, region)
    block = editor.mode == "\x16"
    # vim then appends behind the cursor, but inserts at a line's start
    one_or_lines = editor.state.anchor == editor.cursor or editor.mode == "V"
    if editor.mode == "V":
        region = region._replace(start=Place(region.start.line, 0))
    leave(editor)
    redo = Redo("", count, key, extent)
    if not block:
        first = region.start
        if key == "I":
            editor.go(first.line, first.col)
        elif one_or_lines:
            size, col = len(editor.lines[region.end.line]), region.end.col
            editor.go(region.end.line, min(size, col + 1) if col else 0)
        else:
            editor.go(
                region.end.line, region.stop(editor) if region.kind == "c" else len(editor.lines[region.end.line])
            )
        begin(editor, redo, count or 1)
        return
    first_line, last_line = region.start.line, region.end.line
    text = editor.lines[first_line]
    if key == "I":
        column = region.left
        span = block_spans(editor, region, first_line)
        width = editor.column(first_line, len(text))
        if width < column:
            editor.set_line(first_line, text + " " * (column - width))
        editor.go(first_line, span.start if width >= column else len(editor.lines[first_line]))
    elif region.right >= END:
        column = END
        editor.go(first_line, len(text))
    else:
        column = region.right + 1
        width = editor.column(first_line, len(text))
        if width < column:
            editor.set_line(first_line, text + " " * (column - width))
        at = block_spans(editor, region._replace(left=column, right=column), first_line)
        editor.go(first_line, at.start)
    left = block_spans(editor, region, first_line).start
    begin_block(editor, redo, first_line, last_line, column, key == "A", left)


def _put(editor: Editor, register: str, count: int, keep: bool) -> None:
    """Replaces the selection by a register."""
    content = read_register(editor, register)
    region = selected(editor, "d")
    extent = _extent(editor, region)
    mode = editor.mode
    leave(editor)
    editor.set_redo(register, count, "P" if keep else "p", extent)
    editor.touch()
    editor.line, editor.col = region.start
    delete(editor, region, "_" if keep else "")
    emptied = editor.lines == [""] and mode == "V"
    editor.clamp()
    if content is None:
        raise Refused(f"E353: Nothing in register {register or chr(34)}")
    after = editor.line < region.start.line if mode == "V" else editor.col < region.start.col
    if mode == "V":
        content = content._replace(kind="l") if content.kind != "b" else content
    put(editor, content, after, count, split=mode == "v" and content.kind == "l")
    if emptied and content.kind == "l" and editor.lines[-1] == "" and len(editor.lines) > 1:
        editor.replace(len(editor.lines) - 1, len(editor.lines), ())
    editor.clamp()


def _fill(editor: Editor, char: str) -> None:
    """Replaces all selected characters by one."""
    if char in (ESCAPE, "\x03"):
        leave(editor)
        return
    region = selected(editor, "d")
    if region.end.col == 0 and not region.inclusive and region.end.line > region.start.line:
        end = Place(region.end.line - 1, len(editor.lines[region.end.line - 1]))
        region = region._replace(end=end)
    extent = _extent(editor, region)
    leave(editor)
    editor.set_redo("", 0, "r" + char, extent)
    editor.touch()
    editor.line, editor.col = region.start
    new: list[str] = []
    for line in range(region.start.line, region.end.line + 1):
        text = editor.lines[line]
        first, last, before, after = 0, len(text), 0, 0
        if region.kind == "b":
            span = block_spans(editor, region, line)
            first, last, before, after = span.start, span.end, span.before, span.after
        elif region.kind == "c":
            first = region.start.col if line == region.start.line else 0
            last = region.stop(editor) if line == region.end.line else len(text)
        if char in "\r\n":
            new += [text[:first], text[last:]] if first < last else [text]
            continue
        size = last - first
        if before or after:
            size = region.right - region.left + 1
        new.append(text[:first] + " " * before + char * size + " " * after + text[last:])
    editor.replace(region.start.line, region.end.line + 1, new)
    if region.kind == "b":
        editor.col = block_spans(editor, region, region.start.line).start
    elif region.kind == "l":
        editor.col = 0
    editor.want = -1
    editor.clamp()
