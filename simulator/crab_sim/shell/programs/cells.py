"""Characters in the cells of a terminal: their widths, and the looks of lines with tabs."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

__all__ = ["laid_out", "shown", "width_of"]


@lru_cache(maxsize=4096)
def width_of(char: str) -> int:
    """Returns the cells that a character other than a tab takes: 2 for wide ones and for ``^A``, 4 for ``<9f>``."""
    code = ord(char)
    if code < 0x20 or code == 0x7F:
        return 2
    if code < 0x7F:
        return 1
    if code < 0xA0 or 0xDC80 <= code <= 0xDCFF:
        return 4
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def shown(char: str, column: int, tabstop: int) -> str:
    """Returns the cells of a character that begins at `column`; an empty cell follows a wide one."""
    if char == "\t":
        return " " * (tabstop - column % tabstop)
    code = ord(char)
    if code < 0x20 or code == 0x7F:
        return "^" + chr(code ^ 0x40)
    if 0x7F < code < 0xA0:
        return f"<{code:02x}>"
    if 0xDC80 <= code <= 0xDCFF:
        return f"<{code - 0xDC00:02x}>"
    return char


def laid_out(text: str, tabstop: int) -> tuple[str, list[int]]:
    """Returns the cells of a line, and where each of its characters and the line's end begin."""
    cells, starts = "", [0]
    for char in text:
        drawn = shown(char, len(cells), tabstop)
        cells += drawn + (" " if len(drawn) == 1 and char != "\t" and width_of(char) == 2 else "")
        starts.append(len(cells))
    return cells, starts
