"""Insert mode."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.motions import move
from crab_sim.shell.programs.vim.registers import read_register
from crab_sim.shell.programs.vim.state import ESCAPE, Insert, Place, Redo

__all__ = ["begin", "insert_key", "open_line"]

_ARROWS: Final = {
    "\ue001": "k", "\ue002": "j", "\ue003": "h", "\ue004": "l", "\ue005": "0", "\ue006": "$", "\ue00a": "b",
    "\ue00b": "w",
}  # fmt: skip
_MAX_TYPED: Final = 200_000


def begin(editor: Editor, redo: Redo, count: int = 1, opened: bool = False, indent: bool = False) -> None:
    """Begins an insertion at the cursor.

    Args:
        editor: The editor.
        redo: The command that began it.
        count: How often its text is to be there in the end.
        opened: Whether a line was opened for it.
        indent: Whether the line has nothing but an indent that was made for it.
    """
    editor.mode = "i"
    insert = Insert(editor.cursor, max(1, count), opened=opened, indent=indent, redo=redo)
    editor.state = editor.state._replace(insert=insert)


def insert_key(editor: Editor) -> None:
    """Handles a key in insert mode."""
    before = editor.at
    key = editor.getkey()
    if key in (ESCAPE, "\x03"):
        _finish(editor, repeat=key == ESCAPE)
        return
    if key in _ARROWS:
        _arrow(editor, _ARROWS[key])
        return
    handler = _KEYS.get(key)
    if handler is not None:
        handler(editor)
    elif key >= " " and not "\ue000" <= key <= "\uf8ff":
        type_char(editor, key)
    typed = _insert(editor).typed + editor.queue[before : editor.at]
    _update(editor, _insert(editor)._replace(typed=typed[-_MAX_TYPED:]))


def _insert(editor: Editor) -> Insert:
    insert = editor.state.insert
    assert insert is not None
    return insert


def _update(editor: Editor, insert: Insert) -> None:
    editor.state = editor.state._replace(insert=insert)


def _arrow(editor: Editor, motion: str) -> None:
    """Moves the cursor: the text typed so far becomes a change of its own."""
    _keep(editor)
    editor.commit()
    try:
        move(editor, motion, 0, "")
    except Refused:
        pass
    if motion == "$" or (motion == "l" and editor.col == len(editor.text) - 1):
        editor.col = len(editor.text)
    editor.clamp()
    begin(editor, Redo(keys="i"))


# Typing -----------------------------------------------------------------------------------------------------------


def type_char(editor: Editor, char: str) -> None:
    """Types one character."""
    _update(editor, _insert(editor)._replace(indent=False))
    text, col = editor.text, editor.col
    editor.set_line(editor.line, text[:col] + char + text[col:])
    editor.go(editor.line, col + 1)


def _indent_of(text: str) -> str:
    return text[: len(text) - len(text.lstrip(" \t"))]


def _enter(editor: Editor) -> None:
    """Breaks the line at the cursor."""
    head, tail, indent = editor.text[: editor.col], editor.text[editor.col :], ""
    if editor.number("autoindent"):
        indent = _indent_of(head)
        head, tail = head.rstrip(" \t"), tail.lstrip(" \t")
    editor.replace(editor.line, editor.line + 1, (head, indent + tail))
    editor.go(editor.line + 1, len(indent))
    _update(editor, _insert(editor)._replace(indent=bool(indent) and not tail))


def open_line(editor: Editor, below: bool) -> bool:
    """Opens a line below or above the cursor's; returns whether it got an indent."""
    indent = _indent_of(editor.text) if editor.number("autoindent") else ""
    at = editor.line + 1 if below else editor.line
    editor.replace(at, at, (indent,))
    editor.go(at, len(indent))
    return bool(indent)


def _tab(editor: Editor) -> None:
    """Types a tab, or blanks up to the next stop."""
    if not editor.number("expandtab"):
        type_char(editor, "\t")
        return
    step = editor.number("softtabstop") or editor.number("tabstop")
    for _ in range(step - editor.column(editor.line, editor.col) % step):
        type_char(editor, " ")


def _register(editor: Editor) -> None:
    """Types a register's text."""
    register = read_register(editor, editor.getkey())
    if register is None:
        return
    text = "\n".join(register.lines) + ("\n" if register.whole else "")
    for char in text[:100_000]:
        editor.budget.charge(1)
        if char == "\n":
            _enter(editor)
        else:
            type_char(editor, char)


# Deleting ---------------------------------------------------------------------------------------------------------


def _delete_back(editor: Editor, start: int) -> None:
    """Deletes from an index up to the cursor, at a line's start the break before it."""
    line, col, text = editor.line, editor.col, editor.text
    if col == 0:
        if line:
            above = editor.lines[line - 1]
            editor.replace(line - 1, line + 1, (above + text,))
            editor.go(line - 1, len(above))
        return
    editor.set_line(line, text[:start] + text[col:])
    editor.go(line, start)
    insert = _insert(editor)._replace(indent=False)
    if line == insert.start.line and start < insert.start.col:
        insert = insert._replace(start=Place(line, start))
    _update(editor, insert)


def _backspace(editor: Editor) -> None:
    """Deletes the character before the cursor."""
    _delete_back(editor, editor.col - 1)


def _delete_word(editor: Editor) -> None:
    """Deletes the word before the cursor, the first time up to where the insertion began."""
    stop = _stop_at(editor)
    typed = editor.text[stop : editor.col].rstrip(" \t")
    match = re.search(r"(\w+|[^\w\s]+|)$", typed)
    _delete_back(editor, stop + (match.start() if match is not None else 0))


def _delete_line(editor: Editor) -> None:
    """Deletes the typed part of the line, the next time all before the cursor."""
    stop = _stop_at(editor)
    if editor.number("autoindent") and len(_indent_of(editor.text)) < editor.col:
        stop = max(stop, len(_indent_of(editor.text)))
    _delete_back(editor, stop)


def _stop_at(editor: Editor) -> int:
    start = _insert(editor).start
    return start.col if start.line == editor.line and start.col < editor.col else 0


def _delete(editor: Editor) -> None:
    """Deletes the character at the cursor."""
    line, text, col = editor.line, editor.text, editor.col
    if col < len(text):
        editor.set_line(line, text[:col] + text[col + 1 :])
    elif line + 1 < len(editor.lines):
        editor.replace(line, line + 2, (text + editor.lines[line + 1],))


_KEYS: Final[dict[str, Callable[[Editor], None]]] = {
    "\r": _enter, "\n": _enter, "\t": _tab, "\b": _backspace, "\x7f": _backspace, "\ue007": _delete,
    "\x17": _delete_word, "\x15": _delete_line, "\x12": _register,
}  # fmt: skip


# The end ----------------------------------------------------------------------------------------------------------


def _keep(editor: Editor) -> None:
    """Remembers the typed text for ``.``, and removes an indent that was made for a text that didn't come."""
    insert = _insert(editor)
    redo = insert.redo
    editor.set_redo(redo.register, redo.times, redo.keys + insert.typed + ESCAPE, redo.visual)
    if insert.indent and not editor.text.strip(" \t"):
        editor.set_line(editor.line, "")
        editor.go(editor.line, 0)


def _finish(editor: Editor, repeat: bool) -> None:
    """Ends the insertion: types its text again where it had a count."""
    insert = _insert(editor)
    again = ("\r" if insert.opened else "") + insert.typed
    if repeat and insert.times > 1 and again:
        editor.run(again * max(1, min(insert.times - 1, 5000, _MAX_TYPED // len(again))))
    _update(editor, insert._replace(indent=_insert(editor).indent))
    _keep(editor)
    editor.state = editor.state._replace(insert=None)
    editor.mode = "n"
    editor.go(editor.line, max(0, editor.col - 1))
