"""Text editing: pure functions from a text, a selection and a key to the text and selection that follow.

* `insert`, `edit` - the effect of typing and of keys.
* `word_at`, `selected_text` - parts of a text.
* `MAX_TEXT` - the longest text that a field takes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

__all__ = ["MAX_TEXT", "Selection", "clamp", "edit", "insert", "line_end", "selected_text", "word_at"]

Selection = tuple[int, int]
"""(anchor, caret): indices into the text; equal where nothing is selected."""

MAX_TEXT: Final = 100_000
"""The most characters that a field takes by typing and pasting; the clipboard, filled from fields, has no more."""


def clamp(text: str, selection: Selection) -> Selection:
    """Returns the selection cut to the text."""
    size = len(text)
    return min(selection[0], size), min(selection[1], size)


def selected_text(text: str, selection: Selection) -> str:
    """Returns the part of the text that is selected."""
    low, high = sorted(clamp(text, selection))
    return text[low:high]


def insert(text: str, selection: Selection, new: str) -> tuple[str, Selection]:
    """Types `new` over the selection, cut so that the text has at most `MAX_TEXT` characters.

    >>> insert("abc", (1, 2), "XY")
    ('aXYc', (3, 3))
    """
    low, high = sorted(clamp(text, selection))
    new = new[: max(0, MAX_TEXT - len(text) + high - low)]
    caret = low + len(new)
    return text[:low] + new + text[high:], (caret, caret)


def _word_left(text: str, at: int) -> int:
    while at and not text[at - 1].isalnum():
        at -= 1
    while at and text[at - 1].isalnum():
        at -= 1
    return at


def _word_right(text: str, at: int) -> int:
    while at < len(text) and not text[at].isalnum():
        at += 1
    while at < len(text) and text[at].isalnum():
        at += 1
    return at


def word_at(text: str, at: int) -> Selection:
    """Returns the word around an index.

    >>> word_at("one two", 5)
    (4, 7)
    """
    start = end = at
    while start and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return start, end


def _vertical(text: str, caret: int, lines: int) -> int:
    """Moves a caret up or down by whole lines of the text, keeping its column."""
    starts = [0] + [i + 1 for i, char in enumerate(text) if char == "\n"]
    row = sum(start <= caret for start in starts) - 1
    column = caret - starts[row]
    target = row + lines
    if target < 0:
        return 0
    if target >= len(starts):
        return len(text)
    end = starts[target + 1] - 1 if target + 1 < len(starts) else len(text)
    return min(starts[target] + column, end)


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def line_end(text: str, at: int) -> int:
    """Returns the index of the end of the line around an index."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end


_MOVES: dict[str, Callable[[str, int], int]] = {
    "left": lambda t, c: max(0, c - 1),
    "right": lambda t, c: min(len(t), c + 1),
    "up": lambda t, c: _vertical(t, c, -1),
    "down": lambda t, c: _vertical(t, c, 1),
    "pageup": lambda t, c: _vertical(t, c, -20),
    "pagedown": lambda t, c: _vertical(t, c, 20),
    "home": _line_start,
    "end": line_end,
    "ctrl+left": _word_left,
    "ctrl+right": _word_right,
    "ctrl+home": lambda t, c: 0,
    "ctrl+end": lambda t, c: len(t),
}

_DELETES: dict[str, Callable[[str, int], int]] = {
    "backspace": lambda t, c: c - 1,
    "delete": lambda t, c: c + 1,
    "ctrl+backspace": _word_left,
    "ctrl+delete": _word_right,
}


def edit(text: str, selection: Selection, key: str) -> tuple[str, Selection] | None:
    """Applies an editing key (pyautogui names, modifiers before it as in ``"ctrl+shift+left"``).

    Returns:
        The new text and selection, or None where the key doesn't edit.

    >>> edit("ab", (2, 2), "backspace")
    ('a', (1, 1))
    >>> edit("ab cd", (5, 5), "ctrl+shift+left")
    ('ab cd', (5, 3))
    """
    anchor, caret = clamp(text, selection)
    if key == "ctrl+a":
        return text, (0, len(text))
    if key in _DELETES:
        if anchor == caret:
            anchor = max(0, min(len(text), _DELETES[key](text, caret)))
        return insert(text, (anchor, caret), "")
    extend = "shift+" in key
    move = _MOVES.get(key.replace("shift+", ""))
    if move is None:
        return None
    if not extend and anchor != caret and key in ("left", "right"):
        caret = min(anchor, caret) if key == "left" else max(anchor, caret)
        return text, (caret, caret)
    caret = move(text, caret)
    return text, (anchor if extend else caret, caret)
