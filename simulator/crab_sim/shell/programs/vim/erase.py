"""Keys of insert and replace mode that delete."""

from __future__ import annotations

from collections.abc import Callable

from crab_sim.shell.programs.vim.editor import Editor
from crab_sim.shell.programs.vim.moves.walker import char_class
from crab_sim.shell.programs.vim.state import Insert, Place

__all__ = ["backspace", "delete", "delete_line", "delete_word", "indent_text"]


def indent_text(text: str) -> str:
    """Returns the blanks at a line's start."""
    return text[: len(text) - len(text.lstrip(" \t"))]


def backspace(editor: Editor) -> None:
    """Deletes the character before the cursor, or joins the line with the one above."""
    insert = editor.state.insert
    assert insert is not None
    if editor.mode == "R":
        _unreplace(editor, insert)
        return
    if editor.col == 0:
        _join_above(editor)
        return
    col = editor.col
    step = editor.number("softtabstop")
    start = col - 1
    if step and editor.text[start] == " ":
        target = (editor.column(editor.line, col) - 1) // step * step
        while start and editor.text[start - 1] == " " and editor.column(editor.line, start) > target:
            start -= 1
    _delete_back(editor, start)


def _join_above(editor: Editor) -> None:
    """Joins the line with the one above it."""
    if not editor.line:
        return
    above, text = editor.lines[editor.line - 1], editor.text
    editor.replace(editor.line - 1, editor.line + 1, (above + text,))
    editor.go(editor.line - 1, len(above))


def _delete_back(editor: Editor, start: int) -> None:
    """Deletes from an index up to the cursor."""
    text, insert = editor.text, editor.state.insert
    editor.set_line(editor.line, text[:start] + text[editor.col :])
    editor.go(editor.line, start)
    if insert is not None and editor.line == insert.start.line and start < insert.start.col:
        editor.state = editor.state._replace(insert=insert._replace(start=Place(editor.line, start)))
    insert = editor.state.insert
    if insert is not None and insert.indent:
        editor.state = editor.state._replace(insert=insert._replace(indent=False))


def _unreplace(editor: Editor, insert: Insert) -> None:
    """Puts a replaced character back."""
    if not insert.replaced:
        if editor.col:
            editor.go(editor.line, editor.col - 1)
        elif editor.line:
            editor.go(editor.line - 1, len(editor.lines[editor.line - 1]))
        return
    old = insert.replaced[-1]
    editor.state = editor.state._replace(insert=insert._replace(replaced=insert.replaced[:-1]))
    if old == "\n":
        _join_above(editor)
    else:
        text, col = editor.text, editor.col - 1
        editor.set_line(editor.line, text[:col] + old + text[col + 1 :])
        editor.go(editor.line, col)


def delete(editor: Editor) -> None:
    """Deletes the character at the cursor."""
    text, col = editor.text, editor.col
    if col < len(text):
        editor.set_line(editor.line, text[:col] + text[col + 1 :])
    elif editor.line + 1 < len(editor.lines):
        editor.replace(editor.line, editor.line + 2, (text + editor.lines[editor.line + 1],))


def _stop_at(editor: Editor) -> int:
    """Returns the index at which deleting by words or lines stops: where the insertion began, the first time."""
    insert = editor.state.insert
    if insert is not None and insert.start.line == editor.line and insert.start.col < editor.col:
        return insert.start.col
    return 0


def _unreplace_back(editor: Editor, stop: Callable[[str, bool], bool]) -> None:
    """Puts replaced characters back up to where the insertion began; `stop` tells before which one to end."""
    begun = False
    while editor.col:
        insert = editor.state.insert
        char = editor.text[editor.col - 1 : editor.col]
        if insert is None or (begun and stop(char, True)) or (not begun and stop(char, False)):
            return
        begun = begun or char not in " \t"
        _unreplace(editor, insert)
        insert = editor.state.insert
        if insert is not None and insert.start == editor.cursor:
            return


def delete_word(editor: Editor) -> None:
    """Deletes the word before the cursor."""
    if editor.mode == "R":
        kinds: list[int] = []

        def ended(char: str, begun: bool) -> bool:
            kind = char_class(char, False)
            if begun:
                return kind != kinds[-1]
            kinds.append(kind)
            return False

        _unreplace_back(editor, ended)
        return
    if editor.col == 0:
        _join_above(editor)
        return
    text, at, stop = editor.text, editor.col, _stop_at(editor)
    while at > stop and text[at - 1] in " \t":
        at -= 1
    if at > stop:
        kind = char_class(text[at - 1], False)
        while at > stop and text[at - 1] not in " \t" and char_class(text[at - 1], False) == kind:
            at -= 1
    _delete_back(editor, at)


def delete_line(editor: Editor) -> None:
    """Deletes the typed part of the line."""
    if editor.mode == "R":
        _unreplace_back(editor, lambda char, begun: False)
        return
    if editor.col == 0:
        _join_above(editor)
        return
    stop = _stop_at(editor)
    if editor.number("autoindent"):
        indent = len(indent_text(editor.text))
        if indent < editor.col:
            stop = max(stop, indent)
    _delete_back(editor, stop)
