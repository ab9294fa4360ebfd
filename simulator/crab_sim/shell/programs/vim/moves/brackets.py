"""Matching brackets: ``%``, and the blocks around a place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crab_sim.shell.programs.vim.state import Place

__all__ = ["enclosing", "following", "matching"]

_PAIRS: Final = {"(": ")", "[": "]", "{": "}"}
_BACK: Final = {close: start for start, close in _PAIRS.items()}


def _escaped(text: str, col: int) -> bool:
    """Returns whether an odd number of backslashes stands before an index."""
    before = text[:col]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def matching(lines: Sequence[str], line: int, col: int) -> Place | None:
    """Returns the bracket that matches the one at or behind a place in its line."""
    text = lines[line]
    if text and col >= len(text):
        col = len(text) - 1
    while col < len(text) and text[col] not in _PAIRS and text[col] not in _BACK:
        col += 1
    if col >= len(text):
        return None
    char = text[col]
    other = _PAIRS.get(char) or _BACK[char]
    return _search(lines, line, col, char, other, char in _BACK, _escaped(text, col))


def enclosing(
    lines: Sequence[str], line: int, col: int, bracket: str, forward: bool = False, smart: bool = True
) -> Place | None:
    """Returns the place of a bracket of the block around a place, None if there is none.

    Args:
        lines: The buffer's lines.
        line: The place's line, from 0.
        col: Its index in the line.
        bracket: The bracket to look for.
        forward: Whether it is the closing one.
        smart: Whether brackets between quotes are left out.
    """
    if forward:
        return _search(lines, line, col, _BACK[bracket], bracket, False, False, smart)
    return _search(lines, line, col, _PAIRS[bracket], bracket, True, False, smart)


def following(lines: Sequence[str], line: int, col: int, bracket: str) -> Place | None:
    """Returns the next bracket of a kind behind a place, None if there is none.

    Args:
        lines: The buffer's lines.
        line: The place's line, from 0.
        col: Its index in the line.
        bracket: The opening bracket.
    """
    return _search(lines, line, col, _PAIRS[bracket], bracket, False, False, False)


class _Quotes:
    """Whether brackets between quotes count: they don't where a line has an even number of quotes."""

    def __init__(self) -> None:
        self.known = False
        self.even = False
        self.inside = False
        self.from_inside: bool | None = None

    def enter(self, lines: Sequence[str], line: int, col: int, backwards: bool) -> None:
        """Counts the quotes of a line.

        Args:
            lines: The buffer's lines.
            line: Number of the line, from 0.
            col: Index in it at which the search begins.
            backwards: Whether the search goes to earlier brackets.
        """
        if self.known:
            return
        self.known = True
        text, count, at_start, index = lines[line], 0, True, 0
        while index < len(text):
            if index == col + backwards:
                at_start = count % 2 == 1
            char = text[index]
            if char == '"' and not (index and text[index - 1] == "'" and text[index + 1 : index + 2] == "'"):
                count += 1
            if char == "\\" and index + 1 < len(text):
                index += 1
            index += 1
        self.even = count % 2 == 0
        if not self.even:
            self.inside = False
            if text.endswith("\\"):
                self.even = True
                if self.from_inside is None:
                    self.inside = self.from_inside = True
                elif backwards:
                    self.inside = True
            if line and lines[line - 1].endswith("\\"):
                self.even = True
                if self.from_inside is None:
                    self.inside = at_start
                    if self.inside:
                        self.from_inside = True
                elif not backwards:
                    self.inside = True


def _single_quoted(text: str, col: int, backwards: bool) -> int:
    """Returns the index behind a quoted character such as ``'('``, or the same index."""
    if backwards:
        if col > 1 and text[col - 2] == "'":
            return col - 2
        if col > 2 and text[col - 2] == "\\" and text[col - 3] == "'":
            return col - 3
    elif col + 1 < len(text):
        if text[col + 1] == "\\" and text[col + 3 : col + 4] == "'":
            return col + 3
        if text[col + 2 : col + 3] == "'":
            return col + 2
    return col


def _search(  # noqa: C901 - step by step as vim does
    lines: Sequence[str],
    line: int,
    col: int,
    start: str,
    target: str,
    backwards: bool,
    escaped: bool,
    smart: bool = True,
) -> Place | None:
    """Searches for the bracket that matches `start`, as vim does: quoted ones don't count."""
    quotes, depth = _Quotes(), 0
    while True:
        if backwards:
            if col == 0:
                if line == 0:
                    return None
                line -= 1
                col = len(lines[line])
                quotes.known = False
            else:
                col -= 1
        elif col >= len(lines[line]):
            if line == len(lines) - 1:
                return None
            line, col = line + 1, 0
            quotes.known = False
        else:
            col += 1
        if smart:
            quotes.enter(lines, line, col, backwards)
        if quotes.from_inside is None:
            quotes.from_inside = False
        text = lines[line]
        if col >= len(text):
            if col == 0 or text[col - 1] != "\\":
                quotes.inside = False
                quotes.from_inside = False
            continue
        char = text[col]
        if char == '"':
            if quotes.even and not _escaped(text, col):
                quotes.inside = not quotes.inside
                quotes.from_inside = False
            continue
        if char == "'" and smart:
            col = _single_quoted(text, col, backwards)
            continue
        if char not in (start, target) or (quotes.inside and not quotes.from_inside):
            continue
        if _escaped(text, col) != escaped:
            continue
        if char == start:
            depth += 1
        elif depth == 0:
            return Place(line, col)
        else:
            depth -= 1
