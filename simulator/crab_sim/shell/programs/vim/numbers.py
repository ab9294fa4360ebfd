"""Adding to the number at the cursor: ctrl+a and ctrl+x."""

from __future__ import annotations

import re
from typing import Final

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.region import Region, block_spans

__all__ = ["add", "add_to_lines"]

_NUMBER: Final = re.compile(r"0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+")
_MASK: Final = (1 << 64) - 1


def add(editor: Editor, count: int) -> None:
    """Adds to the number at or behind the cursor.

    Raises:
        Refused: There is none in the line.
    """
    text = editor.text
    for match in _NUMBER.finditer(text):
        if match.end() > editor.col:
            start, new = _added(text, match.start(), match.end(), count)
            editor.set_line(editor.line, text[:start] + new + text[match.end() :])
            editor.go(editor.line, start + len(new) - 1)
            return
    raise Refused


def add_to_lines(editor: Editor, region: Region, count: int, growing: bool) -> None:
    """Adds to the first number in each line of a region.

    Args:
        editor: The editor.
        region: The region.
        count: The number to add; a negative one subtracts.
        growing: Whether each further line gets `count` more than the one before.
    """
    amount = count
    editor.touch()
    editor.line, editor.col = region.start
    new: list[str] = []
    for line in range(region.start.line, region.end.line + 1):
        text = editor.lines[line]
        first, last = 0, len(text)
        if region.kind == "b":
            span = block_spans(editor, region, line)
            first, last = span.start, span.end
        elif region.kind == "c":
            first = region.start.col if line == region.start.line else 0
            last = region.stop(editor) if line == region.end.line else len(text)
        match = _NUMBER.search(text[first:last])
        if match is not None:
            start, number = _added(text, first + match.start(), first + match.end(), amount, first)
            text = text[:start] + number + text[first + match.end() :]
            if growing:
                amount += count
        new.append(text)
    editor.replace(region.start.line, region.end.line + 1, new)


def _added(text: str, start: int, end: int, count: int, border: int = 0) -> tuple[int, str]:
    """Returns where a number begins, with its sign, and the text of the sum."""
    digits = text[start:end]
    if digits[1:2] in ("x", "X", "b", "B"):
        base = 16 if digits[1] in "xX" else 2
        value = (int(digits[2:], base) + count) & _MASK
        body = f"{value:x}" if base == 16 else f"{value:b}"
        letters = [char for char in digits[2:] if char.isalpha()]
        if letters and letters[-1].isupper():
            body = body.upper()
        return start, digits[:2] + body.zfill(len(digits) - 2)
    negative = start > border and text[start - 1] == "-"
    old = -int(digits) if negative else int(digits)
    value = max(-(1 << 63), min(old + count, (1 << 64) - 1))
    body = str(abs(value))
    if digits.startswith("0") and len(digits) > 1:
        body = body.zfill(len(digits))
    if negative:
        return start - 1, ("-" if value < 0 else "") + body
    return start, ("-" if value < 0 else "") + body
