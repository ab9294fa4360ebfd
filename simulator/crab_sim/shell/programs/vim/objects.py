"""Text objects: words, paragraphs, blocks between brackets and quoted text; and the matching bracket."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence
from typing import Final, NamedTuple

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.state import Place

__all__ = ["Object", "matching", "text_object"]

_CLOSING: Final = {"(": ")", "[": "]", "{": "}", "<": ">"}
_OPENING: Final = {close: start for start, close in _CLOSING.items()}


class Object(NamedTuple):
    """The text that an object covers.

    Attributes:
        start: Its first character.
        end: Its last one, or the one behind it unless `inclusive`.
        lines: Whether it is whole lines.
        inclusive: Whether the character at the end belongs to it.
    """

    start: Place
    end: Place
    lines: bool = False
    inclusive: bool = True


def text_object(editor: Editor, around: bool, key: str, count: int) -> Object:
    """Returns the text of an object at the cursor.

    Args:
        editor: The editor.
        around: Whether it is an ``a`` object, with what surrounds it, rather than an ``i`` one.
        key: The object's key, such as ``w`` or ``(``.
        count: How many objects.

    Raises:
        Refused: There is none.
    """
    if key in "wW":
        return _word(editor, around, key == "W", count)
    if key == "p":
        return _paragraph(editor, around, count)
    opening = {"b": "(", "B": "{"}.get(key, _OPENING.get(key, key))
    if opening in _CLOSING:
        return _block(editor, around, opening, count)
    if key in "\"'`":
        return _quoted(editor, around, key)
    raise Refused


def _word(editor: Editor, around: bool, big: bool, count: int) -> Object:
    """Returns words; the blanks between them count as words of ``iw``, and belong to those of ``aw``."""
    line, pieces = editor.line, re.findall(r"\s+|\S+" if big else r"\s+|\w+|[^\w\s]+", editor.text)
    starts = [sum(map(len, pieces[:index])) for index in range(len(pieces) + 1)]
    first = max(0, bisect(starts, editor.col) - 1)
    last = first + (count * 2 if around else count)
    if around and pieces[first:] and not pieces[first].isspace():
        gaps = [index for index in range(first, len(pieces)) if pieces[index].isspace()]
        words = [index for index in range(first, len(pieces)) if not pieces[index].isspace()]
        last = (words[count - 1] if count <= len(words) else len(pieces)) + 1
        if last in gaps:
            last += 1
        elif first > 1 and pieces[first - 1].isspace():
            first -= 1
    if last > len(pieces):
        raise Refused
    return Object(Place(line, starts[first]), Place(line, starts[last]), inclusive=False)


def _paragraph(editor: Editor, around: bool, count: int) -> Object:
    """Returns paragraphs; the blank lines between them count as paragraphs of ``ip``."""
    blank = [not text.strip(" \t") for text in editor.lines]
    start = end = editor.line
    while start > 0 and blank[start - 1] == blank[editor.line]:
        start -= 1
    pieces = count * 2 if around else count
    for piece in range(pieces):
        first = editor.line if piece == 0 else end + 1
        if first == len(blank):
            if not around or piece < pieces - 1 or blank[editor.line]:
                raise Refused
            while start > 0 and blank[start - 1]:
                start -= 1
            break
        end = first
        while end + 1 < len(blank) and blank[end + 1] == blank[first]:
            end += 1
    return Object(Place(start, 0), Place(end, 0), lines=True)


# Brackets and quotes ----------------------------------------------------------------------------------------------


def matching(lines: Sequence[str], line: int, col: int) -> Place | None:
    """Returns the bracket that matches the one at or behind a place in its line."""
    text = lines[line]
    col = next((at for at in range(col, len(text)) if text[at] in "()[]{}"), -1)
    if col < 0:
        return None
    forward = text[col] in _CLOSING
    return _bracket(lines, Place(line, col), (_CLOSING if forward else _OPENING)[text[col]], text[col], forward)


def _bracket(lines: Sequence[str], place: Place, target: str, other: str, forward: bool) -> Place | None:
    """Returns the next bracket that isn't one of a pair; those behind an odd number of backslashes don't count.

    Args:
        lines: The buffer's lines.
        place: Where to begin, behind or before this place.
        target: The bracket.
        other: Its counterpart, which begins a pair on the way.
        forward: Whether to go on rather than back.
    """
    depth, line = 0, place.line
    while 0 <= line < len(lines):
        here = line == place.line
        cols = range(place.col + 1 if here else 0, len(lines[line]))
        if not forward:
            cols = range((place.col if here else len(lines[line])) - 1, -1, -1)
        for col in cols:
            char = lines[line][col]
            if char not in (target, other) or _escaped(lines[line], col):
                continue
            if char == target and not depth:
                return Place(line, col)
            depth += 1 if char == other else -1
        line += 1 if forward else -1
    return None


def _block(editor: Editor, around: bool, opening: str, count: int) -> Object:
    """Returns the block between brackets around the cursor, with them or without."""
    lines, start = editor.lines, editor.cursor
    closing = _CLOSING[opening]
    if editor.text[start.col : start.col + 1] == opening:
        start = Place(start.line, start.col + 1)
    for step in range(count):
        place = _bracket(lines, start, opening, closing, False)
        if place is None and step == 0 and opening != "<":
            place = _bracket(lines, start, opening, closing, True)
        if place is None:
            raise Refused
        start = place
    end = _bracket(lines, start, closing, opening, True)
    if end is None:
        raise Refused
    if around:
        return Object(start, end)
    first = Place(start.line, start.col + 1)
    if first.col == len(lines[start.line]) and end.line > start.line:
        first = Place(start.line + 1, 0)
    if opening == "{" and not lines[end.line][: end.col].strip(" \t") and end.line > first.line:
        end = Place(end.line - 1, len(lines[end.line - 1]))
    return Object(first, max(first, end), inclusive=False)


def _quoted(editor: Editor, around: bool, quote: str) -> Object:
    """Returns the text between quotes of the cursor's line: around the cursor, else behind it."""
    text, col, line = editor.text, editor.col, editor.line
    quotes = [at for at, char in enumerate(text) if char == quote and not _escaped(text, at)]
    if col in quotes:
        quotes = quotes[quotes.index(col) // 2 * 2 :]
    else:
        quotes = [at for at in quotes if at < col][-1:] + [at for at in quotes if at > col]
    if len(quotes) < 2:
        raise Refused
    first, last = quotes[:2]
    if not around:
        return Object(Place(line, first + 1), Place(line, last), inclusive=False)
    behind = len(text) - len(text[last + 1 :].lstrip(" \t"))
    if behind == last + 1:
        first = len(text[:first].rstrip(" \t"))
    return Object(Place(line, first), Place(line, behind - 1))


def _escaped(text: str, col: int) -> bool:
    """Returns whether an odd number of backslashes stands before an index."""
    before = text[:col]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1
