"""Insert and replace mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from crab_sim.shell.programs.vim.editor import Editor
from crab_sim.shell.programs.vim.erase import backspace, delete, delete_line, delete_word, indent_text
from crab_sim.shell.programs.vim.moves.motions import move
from crab_sim.shell.programs.vim.region import Region, block_spans
from crab_sim.shell.programs.vim.registers import read_register
from crab_sim.shell.programs.vim.state import END, ESCAPE, Insert, Place, Redo

__all__ = ["begin", "begin_block", "finish", "indent_text", "insert_key", "open_line"]

_ARROWS: Final = {
    "\ue001": "k", "\ue002": "j", "\ue003": "h", "\ue004": "l", "\ue005": "0", "\ue006": "$", "\ue008": "\x02",
    "\ue009": "\x06", "\ue00a": "b", "\ue00b": "w",
}  # fmt: skip


def begin(
    editor: Editor, redo: Redo, count: int = 1, opened: bool = False, indent: bool = False, replace: bool = False
) -> None:
    """Begins an insertion at the cursor.

    Args:
        editor: The editor.
        redo: The command that began it.
        count: How often its text is to be there in the end.
        opened: Whether a line was opened for it.
        indent: Whether the line has nothing but an indent that was made for it.
        replace: Whether it is replace mode.
    """
    editor.touch()
    editor.mode = "R" if replace else "i"
    insert = Insert(editor.cursor, max(1, count), opened=opened, indent=indent, redo=redo)
    editor.state = editor.state._replace(insert=insert)


def begin_block(editor: Editor, redo: Redo, first: int, last: int, column: int, append: bool, left: int = -1) -> None:
    """Begins an insertion into all lines of a block.

    Args:
        editor: The editor.
        redo: The change that ``.`` repeats, up to the typed text.
        first: Number of the block's first line, from 0.
        last: Number of its last line, included.
        column: The screen's column at which the text goes into the other lines; `END` for the end of each line.
        append: Whether a line too short for the column is filled up with blanks.
        left: Index in the line to which the cursor goes in the end; -1 for where it is.
    """
    editor.touch()
    editor.mode = "i"
    left = editor.col if left < 0 else left
    insert = Insert(editor.cursor, block=(first, last, column), opened=append, left=left, redo=redo)
    editor.state = editor.state._replace(insert=insert)


def insert_key(editor: Editor) -> None:
    """Handles a key in insert or replace mode."""
    before = editor.at
    key = editor.getkey()
    insert = editor.state.insert
    assert insert is not None
    if key in (ESCAPE, "\x03"):
        finish(editor, repeat=key == ESCAPE)
        return
    if key == "\x0f":
        finish(editor, repeat=False, once=True)
        return
    if key in _ARROWS:
        _arrow(editor, _ARROWS[key])
        return
    handler = _KEYS.get(key)
    if handler is not None:
        handler(editor)
    elif key >= " " and not "\ue000" <= key <= "\uf8ff":
        type_char(editor, key)
    insert = editor.state.insert
    if insert is not None:
        typed = insert.typed + editor.queue[before : editor.at]
        editor.state = editor.state._replace(insert=insert._replace(typed=typed[-200_000:]))


def _arrow(editor: Editor, motion: str) -> None:
    """Moves the cursor: the text typed so far becomes a change of its own."""
    insert = editor.state.insert
    assert insert is not None
    _keep(editor, insert)
    _drop_indent(editor)
    editor.commit()
    try:
        move(editor, motion, 0, "")
    except Exception as error:
        if type(error).__name__ != "Refused":
            raise
    if motion == "$":
        editor.col = len(editor.text)
    elif motion == "l" and editor.col == len(editor.text) - 1:
        editor.col += 1
    editor.clamp()
    begin(editor, Redo(keys="i"), replace=editor.mode == "R")


# Typing -----------------------------------------------------------------------------------------------------------


def type_char(editor: Editor, char: str) -> None:
    """Types one character."""
    insert = editor.state.insert
    if insert is not None and insert.indent:
        editor.state = editor.state._replace(insert=insert._replace(indent=False))
    width = editor.number("textwidth")
    if width and char not in " \t" and editor.column(editor.line, editor.col) >= width:
        _break_line(editor, width)
    text, col = editor.text, editor.col
    if editor.mode == "R" and insert is not None:
        old = text[col : col + 1]
        replaced = (*insert.replaced, old)
        editor.state = editor.state._replace(insert=insert._replace(replaced=replaced, indent=False))
        editor.set_line(editor.line, text[:col] + char + text[col + 1 :])
    else:
        editor.set_line(editor.line, text[:col] + char + text[col:])
    editor.go(editor.line, col + 1)


def _break_line(editor: Editor, width: int) -> None:
    """Breaks the line at its last blank within the text's width."""
    text, col = editor.text, editor.col
    at = next((i for i in range(min(col, width) - 1, 0, -1) if text[i] in " \t" and text[:i].strip()), -1)
    if at < 0:
        return
    head, tail = text[:at].rstrip(" \t"), text[at:].lstrip(" \t")
    cut = len(text) - len(tail)
    indent = indent_text(text) if editor.number("autoindent") else ""
    editor.replace(editor.line, editor.line + 1, (head, indent + tail))
    editor.go(editor.line + 1, len(indent) + max(0, col - cut))


def _enter(editor: Editor) -> None:
    """Breaks the line at the cursor."""
    text, col = editor.text, editor.col
    head, tail, indent = text[:col], text[col:], ""
    insert = editor.state.insert
    if editor.number("autoindent") or editor.number("smartindent"):
        indent = indent_text(text)[:col]
        if editor.number("smartindent") and head.rstrip().endswith("{"):
            indent += " " * editor.shift if editor.number("expandtab") else "\t"
        tail = tail.lstrip(" \t")
        head = head.rstrip(" \t")
    if editor.mode == "R" and insert is not None:
        editor.state = editor.state._replace(insert=insert._replace(replaced=(*insert.replaced, "\n")))
        insert = editor.state.insert
    editor.replace(editor.line, editor.line + 1, (head, indent + tail))
    editor.go(editor.line + 1, len(indent))
    if insert is not None:
        editor.state = editor.state._replace(insert=insert._replace(indent=bool(indent) and not tail))


def open_line(editor: Editor, below: bool) -> bool:
    """Opens a line below or above the cursor's; returns whether it got an indent."""
    auto = editor.number("autoindent") or editor.number("smartindent")
    indent = indent_text(editor.text) if auto else ""
    if editor.number("smartindent") and below and editor.text.rstrip().endswith("{"):
        indent += " " * editor.shift if editor.number("expandtab") else "\t"
    at = editor.line + 1 if below else editor.line
    editor.touch()
    editor.replace(at, at, (indent,))
    editor.go(at, len(indent))
    return bool(indent)


def _tab(editor: Editor) -> None:
    step = editor.number("softtabstop") or (editor.number("tabstop") if editor.number("expandtab") else 0)
    if not step:
        type_char(editor, "\t")
        return
    column = editor.column(editor.line, editor.col)
    spaces = step - column % step
    if editor.number("expandtab"):
        for _ in range(spaces):
            type_char(editor, " ")
        return
    target = column + spaces
    text, col = editor.text, editor.col
    start = col - (len(text[:col]) - len(text[:col].rstrip(" \t")))
    first, tabstop = editor.column(editor.line, start), editor.number("tabstop")
    blanks = ""
    while first // tabstop < target // tabstop:
        blanks += "\t"
        first = (first // tabstop + 1) * tabstop
    blanks += " " * (target - first)
    editor.set_line(editor.line, text[:start] + blanks + text[col:])
    editor.go(editor.line, start + len(blanks))


# Other keys -------------------------------------------------------------------------------------------------------


def _shift_line(by: int) -> Callable[[Editor], None]:
    def handler(editor: Editor) -> None:
        text, size = editor.text, editor.shift
        old = indent_text(text)
        columns = editor.column(editor.line, len(old))
        columns = (columns // size + 1) * size if by > 0 else max(0, (columns - 1) // size * size if columns else 0)
        if editor.number("expandtab"):
            new = " " * columns
        else:
            new = "\t" * (columns // editor.number("tabstop")) + " " * (columns % editor.number("tabstop"))
        col = max(0, editor.col + len(new) - len(old)) if editor.col >= len(old) else min(editor.col, len(new))
        editor.set_line(editor.line, new + text[len(old) :])
        editor.go(editor.line, col)

    return handler


def _register(editor: Editor) -> None:
    """Types a register's text."""
    name = editor.getkey()
    if name in "\x12\x0f\x10":
        name = editor.getkey()
    register = read_register(editor, name)
    if register is None:
        return
    text = "\n".join(register.lines) + ("\n" if register.kind == "l" else "")
    _type_text(editor, text[:100_000])


def _type_text(editor: Editor, text: str) -> None:
    for char in text:
        editor.budget.charge(1)
        if char == "\n":
            _enter(editor)
        else:
            type_char(editor, char)


def _last_inserted(editor: Editor) -> None:
    _type_text(editor, editor.state.inserted)


def _literal(editor: Editor) -> None:
    """Types the next key as it is, or the character of a number."""
    key = editor.getkey()
    kinds = {"x": (16, 2), "X": (16, 2), "u": (16, 4), "U": (16, 8), "o": (8, 3), "O": (8, 3)}
    digits, base, limit = "", 10, 3
    if key in kinds:
        base, limit = kinds[key]
    elif key.isdigit():
        digits = key
    else:
        if not "\ue000" <= key <= "\uf8ff":
            type_char(editor, key)
        return
    allowed = "0123456789abcdefABCDEF" if base == 16 else "01234567" if base == 8 else "0123456789"
    while len(digits) < limit:
        key = editor.getkey()
        if key not in allowed:
            editor.unread()
            break
        digits += key
    number = int(digits or "0", base)
    if digits and 0 < number < 0x110000 and not 0xD800 <= number < 0xE000:
        type_char(editor, chr(number if base != 10 else min(number, 255)))
    elif not digits:
        type_char(editor, "u")


def _copy(by: int) -> Callable[[Editor], None]:
    def handler(editor: Editor) -> None:
        line = editor.line + by
        if 0 <= line < len(editor.lines):
            column = editor.column(editor.line, editor.col)
            text, cells = editor.lines[line], 0
            for index, char in enumerate(text):
                cells = editor.end_column(line, index)
                if cells >= column:
                    type_char(editor, char)
                    return

    return handler


_KEYS: Final[dict[str, Callable[[Editor], None]]] = {
    "\r": _enter, "\n": _enter, "\t": _tab, "\b": backspace, "\x7f": backspace, "\ue007": delete,
    "\x17": delete_word, "\x15": delete_line, "\x14": _shift_line(1), "\x04": _shift_line(-1), "\x12": _register,
    "\x16": _literal, "\x11": _literal, "\x01": _last_inserted, "\x05": _copy(1), "\x19": _copy(-1),
}  # fmt: skip


# The end ----------------------------------------------------------------------------------------------------------


def _drop_indent(editor: Editor) -> None:
    """Removes an indent that was made for a text that didn't come."""
    insert = editor.state.insert
    if insert is not None and insert.indent and not editor.text.strip(" \t"):
        editor.set_line(editor.line, "")
        editor.go(editor.line, 0)


def _keep(editor: Editor, insert: Insert) -> None:
    """Remembers the typed text, for ``.`` and for typing it again."""
    redo = insert.redo
    if redo.keys and not editor.redoing:
        editor.set_redo(redo.register, redo.times, redo.keys + insert.typed + ESCAPE, redo.visual)
    if insert.typed:
        plain = "".join(["\n" if char == "\r" else char for char in insert.typed if char >= " " or char in "\r\n\t"])
        editor.state = editor.state._replace(inserted=plain)


def finish(editor: Editor, repeat: bool, once: bool = False) -> None:
    """Ends the insertion: types its text again where it had a count, or into the other lines of a block."""
    insert = editor.state.insert
    assert insert is not None
    if repeat and insert.times > 1:
        again = ("\r" if insert.opened else "") + insert.typed
        editor.state = editor.state._replace(insert=insert._replace(times=1))
        left = min(insert.times - 1, 5000)
        if again:
            _type_again(editor, again * max(1, min(left, 200_000 // len(again))))
    _keep(editor, insert)
    _drop_indent(editor)
    first, last, column = insert.block
    if first >= 0 and repeat:
        _fill_block(editor, insert, first, last, column)
    editor.state = editor.state._replace(insert=None, once=once)
    editor.marks["^"] = editor.cursor
    editor.mode = "n"
    if editor.col and not once:
        editor.col -= 1
    editor.want = -1
    if once and editor.col and editor.col == len(editor.text):
        editor.marks["\x0f"] = editor.cursor
        editor.col -= 1


def _type_again(editor: Editor, keys: str) -> None:
    queue, at, typed = editor.queue, editor.at, editor.typed
    editor.queue, editor.at, editor.typed = keys, 0, len(keys)
    editor.nested += 1
    try:
        while editor.at < len(editor.queue) and editor.inserting:
            editor.budget.charge(1)
            insert_key(editor)
    finally:
        editor.nested -= 1
        editor.queue, editor.at, editor.typed = queue, at, typed


def _fill_block(editor: Editor, insert: Insert, first: int, last: int, column: int) -> None:
    """Inserts the text of the first line into the others."""
    start = insert.start
    added = editor.text[start.col : editor.col]
    if editor.line != first or not added or "\r" in insert.typed:
        return
    region = Region(Place(first, 0), Place(last, 0), "b", left=column, right=column)
    new: list[str] = []
    for line in range(first + 1, last + 1):
        text = editor.lines[line]
        if column >= END:
            new.append(text + added)
            continue
        span = block_spans(editor, region, line)
        width = editor.column(line, len(text))
        if width < column:
            new.append(text + " " * (column - width) + added if insert.opened else text)
        elif span.before and text[span.start : span.start + 1] == "\t":
            wide = editor.end_column(line, span.start) - editor.column(line, span.start) + 1
            blanks = " " * span.before + added + " " * (wide - span.before)
            new.append(text[: span.start] + blanks + text[span.start + 1 :])
        else:
            at = span.start if not span.short else len(text)
            new.append(text[:at] + added + text[at:])
    editor.replace(first + 1, last + 1, new)
    editor.go(first, insert.left + 1)
