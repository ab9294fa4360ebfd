"""Ranges of ex commands, such as ``%``, ``'<,'>`` or ``/from/,+3``."""

from __future__ import annotations

import re
from typing import NamedTuple

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.search import compiled, find, split_pattern
from crab_sim.shell.programs.vim.state import Place, Search

__all__ = ["Range", "address", "parse_range"]


class Range(NamedTuple):
    """Lines from 0, both included, and the number of given addresses; a first line of -1 is the one before all."""

    first: int
    last: int
    given: int


class Address(NamedTuple):
    """A line (None where there is no address), and the text behind it."""

    line: int | None
    rest: str


def parse_range(editor: Editor, text: str) -> tuple[Range, str]:
    """Returns the range at a command's start, and the rest of the command.

    Raises:
        Refused: It isn't one, or outside of the buffer.
    """
    text = text.lstrip(" \t:")
    if text.startswith("%"):
        return Range(0, len(editor.lines) - 1, 2), text[1:].lstrip()
    if text.startswith("*"):
        text = "'<,'>" + text[1:]
    first = last = editor.line
    given, here = 0, editor.line
    while True:
        found = address(editor, text, here)
        text = found.rest.lstrip(" \t")
        separator = text[:1]
        if found.line is not None or separator in (",", ";"):
            first, last = last, found.line if found.line is not None else here
            given += 1
        if separator not in (",", ";") or not separator:
            break
        if separator == ";":
            here = last
            editor.line = max(0, min(len(editor.lines) - 1, last))
        text = text[1:].lstrip(" \t")
        if address(editor, text, here).line is None and text[:1] not in (",", ";"):
            first, last = last, here
            given += 1
            break
    if given <= 1:
        first = last
    return Range(first, last, min(given, 2)), text


def check(editor: Editor, lines: Range) -> Range:
    """Returns a range within the buffer.

    Raises:
        Refused: It isn't.
    """
    if lines.first > lines.last:
        raise Refused("E493: Backwards range given")
    if lines.last >= len(editor.lines) or lines.first < -1:
        raise Refused("E16: Invalid range")
    return lines


def address(editor: Editor, text: str, here: int) -> Address:
    """Parses one address."""
    line: int | None = None
    text = text.lstrip(" \t")
    char = text[:1]
    number = re.match(r"\d{1,9}", text)
    if number is not None:
        line, text = int(number[0]) - 1, text[number.end() :]
    elif char == ".":
        line, text = here, text[1:]
    elif char == "$":
        line, text = len(editor.lines) - 1, text[1:]
    elif char == "'":
        line, text = _mark(editor, text[1:2]), text[2:]
    elif char and char in "/?":
        pattern, rest = split_pattern(text[1:], char)
        line, text = _search(editor, pattern, here, char == "/"), rest or ""
    elif text[:2] in ("\\/", "\\?", "\\&"):
        line, text = _search(editor, "", here, text[1] != "?"), text[2:]
    while True:
        offset = re.match(r"\s*([-+])\s*(\d{0,9})|\s*(\d{1,9})", text) if line is not None else None
        if offset is None:
            offset = re.match(r"([-+])(\d{0,9})", text)
        if offset is None:
            return Address(line, text)
        base = here if line is None else line
        if offset[1] is None:
            line = base + int(offset[3])
        else:
            line = base + (1 if offset[1] == "+" else -1) * int(offset[2] or 1)
        text = text[offset.end() :]


def _mark(editor: Editor, name: str) -> int:
    last = editor.state.visual
    if name in ("<", ">") and last is not None:
        ends = sorted((last.start.line, last.end.line))
        return ends[0] if name == "<" else ends[1]
    place = editor.marks.get("'" if name == "`" else name)
    if place is None:
        raise Refused("E20: Mark not set")
    return place.line


def _search(editor: Editor, pattern: str, here: int, forward: bool) -> int:
    if not pattern:
        pattern = editor.state.search.pattern or editor.state.substitution.pattern
        if not pattern:
            raise Refused("E35: No previous regular expression")
    else:
        editor.state = editor.state._replace(search=Search(pattern, editor.state.search.forward))
    start = Place(here, len(editor.lines[here]) if forward else 0)
    hit = find(editor, compiled(editor, pattern), start, forward)
    if hit is None:
        raise Refused(f"E486: Pattern not found: {pattern}")
    return hit.start.line
