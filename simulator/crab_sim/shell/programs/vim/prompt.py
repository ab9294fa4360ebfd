"""The last row while a command or a pattern is typed into it."""

from __future__ import annotations

from crab_sim.shell.programs.vim.editor import Editor
from crab_sim.shell.programs.vim.registers import read_register
from crab_sim.shell.programs.vim.state import ESCAPE

__all__ = ["read_line"]

_CANCEL = (ESCAPE, "\x03")


def read_line(editor: Editor, prompt: str, text: str = "") -> str | None:
    """Reads a line after a prompt; None where it was given up.

    Raises:
        NeedKey: It isn't complete.
    """
    caret, at, draft = len(text), len(editor.state.history), text
    while True:
        editor.typing = (prompt + text, len(prompt) + caret)
        key = editor.getkey()
        if key in "\r\n":
            editor.typing = ("", -1)
            return text
        if key in _CANCEL or (key in "\b\x7f" and not text):
            editor.typing = ("", -1)
            return None
        if key in "\b\x7f":
            text, caret = text[: max(0, caret - 1)] + text[caret:], max(0, caret - 1)
        elif key == "\ue007":
            text = text[:caret] + text[caret + 1 :] if caret < len(text) else text[:-1]
            caret = min(caret, len(text))
        elif key == "\x15":
            text, caret = text[caret:], 0
        elif key == "\x17":
            start = _word_start(text, caret)
            text, caret = text[:start] + text[caret:], start
        elif key in "\ue003\ue004\x02\ue005\x05\ue006":
            caret = _moved(key, text, caret)
        elif key in "\ue001\ue002\x10\x0e":
            history = [line for line in editor.state.history if line.startswith(draft)] if prompt[-1:] == ":" else []
            at = max(0, min(len(history), min(at, len(history)) + (-1 if key in "\ue001\x10" else 1)))
            text = history[at] if at < len(history) else draft
            caret = len(text)
        else:
            added = _inserted(editor, key)
            text, caret = text[:caret] + added + text[caret:], caret + len(added)
            draft = text


def _moved(key: str, text: str, caret: int) -> int:
    if key == "\ue003":
        return max(0, caret - 1)
    if key == "\ue004":
        return min(len(text), caret + 1)
    return 0 if key in "\x02\ue005" else len(text)


def _word_start(text: str, at: int) -> int:
    while at and text[at - 1].isspace():
        at -= 1
    word = text[at - 1 : at].isalnum()
    while at and not text[at - 1].isspace() and text[at - 1].isalnum() == word:
        at -= 1
    return at


def _inserted(editor: Editor, key: str) -> str:
    """Returns the text that a key puts into the line."""
    if key == "\x12":
        name = editor.getkey()
        if name in "\x17\x01":
            return word_under(editor)
        register = read_register(editor, name)
        return "\r".join(register.lines) if register is not None else ""
    if key in "\x16\x11":
        return editor.getkey()
    return key if key >= " " or key == "\t" else ""


def word_under(editor: Editor) -> str:
    """Returns the word under the cursor, or the next one in its line."""
    text, at = editor.text, editor.col
    while at < len(text) and not (text[at].isalnum() or text[at] == "_"):
        at += 1
    start = end = at
    while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return text[start:end]
