"""Motions: where a key leads, and which text an operator takes with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.objects import matching
from crab_sim.shell.programs.vim.search import search, star
from crab_sim.shell.programs.vim.state import END, ESCAPE, Place

__all__ = ["Motion", "move"]


class Motion(NamedTuple):
    """The effect of a motion; the cursor is at its end already.

    Attributes:
        lines: Whether an operator takes whole lines.
        inclusive: Whether it takes the character at the end.
        big: Whether what a deletion takes goes to the first numbered register in any case.
    """

    lines: bool = False
    inclusive: bool = False
    big: bool = False


_WORD: Final = re.compile(r"\w+|[^\w\s]+|^$")
_BIG_WORD: Final = re.compile(r"\S+|^$")
_LINES: Final = Motion(lines=True)
_EXCLUSIVE: Final = Motion()
_INCLUSIVE: Final = Motion(inclusive=True)
_BIG: Final = Motion(big=True)
_SAME: Final = {
    "\ue001": "k", "\ue002": "j", "\ue003": "h", "\ue004": "l", "\ue005": "0", "\ue006": "$", "\n": "j", "\x0e": "j",
    "\x10": "k", "\r": "+", "\x7f": "h", "\b": "h", " ": "l", "g0": "0", "g^": "^", "g$": "$",
}  # fmt: skip
"""Keys that do what others do."""


def move(editor: Editor, key: str, count: int, operator: str) -> Motion | None:
    """Moves the cursor as a key says; None where the key is no motion.

    Args:
        editor: The editor.
        key: The key; further ones are read.
        count: The count, 0 for none.
        operator: The operator that waits, empty for none.

    Raises:
        Refused: The motion isn't possible.
    """
    if key == "g":
        key += editor.getkey()
    key = _SAME.get(key, key)
    return (
        _in_line(editor, key, count or 1, operator)
        or _by_words(editor, key, count or 1, operator)
        or _by_lines(editor, key, count)
        or _to_place(editor, key, count)
    )


def _in_line(editor: Editor, key: str, count: int, operator: str) -> Motion | None:
    """Moves within the line."""
    match key:
        case "h":
            editor.go(editor.line, max(0, editor.col - count))
        case "l":
            return _right(editor, count, operator)
        case "0":
            editor.go(editor.line, 0)
        case "^":
            editor.go_to_text(editor.line)
        case "|":
            editor.col = editor.advance(editor.line, count - 1)
            editor.want = count - 1
        case "f" | "F" | "t" | "T":
            char = editor.getkey()
            if char == ESCAPE:
                raise Refused
            editor.state = editor.state._replace(find=key + char)
            return _find(editor, key, char, count, False)
        case ";" | ",":
            direction, char = editor.state.find[:1], editor.state.find[1:]
            if not char:
                raise Refused
            return _find(editor, direction if key == ";" else direction.swapcase(), char, count, True)
        case _:
            return None
    return _EXCLUSIVE


def _right(editor: Editor, count: int, operator: str) -> Motion:
    """Moves right; an operator takes the last character, too."""
    size = len(editor.text)
    last = size if editor.visual else max(0, size - 1)
    if not operator and editor.col >= last:
        raise Refused
    beyond = bool(operator and size) and editor.col + count > last
    editor.go(editor.line, min(last, editor.col + count))
    return Motion(inclusive=beyond)


def _find(editor: Editor, key: str, char: str, count: int, again: bool) -> Motion:
    """Goes to a character in the line."""
    forward, until = key in "ft", key in "tT"
    text, col = editor.text, editor.col
    if again and until and count == 1:
        beside = col + (1 if forward else -1)
        if 0 <= beside < len(text) and text[beside] == char:
            col = beside
    for _ in range(count):
        col = text.find(char, col + 1) if forward else text.rfind(char, 0, max(0, col))
        if col < 0:
            raise Refused
    if until:
        col += -1 if forward else 1
    editor.go(editor.line, col)
    return _INCLUSIVE if forward else _EXCLUSIVE


def _by_words(editor: Editor, key: str, count: int, operator: str) -> Motion | None:
    """Moves by words, or by words between blanks; ``cw`` goes to the end of the word."""
    if key not in ("w", "W", "b", "B", "e", "E"):
        return None
    lines, start, big = editor.lines, editor.cursor, key.isupper()
    on_word = not editor.text[start.col : start.col + 1].isspace() and editor.text != ""
    ends = key in "eE" or (key in "wW" and operator == "c" and on_word)
    if key in "bB":
        places = _words_before(lines, start, big)
    else:
        from_place = start._replace(col=start.col - 1) if ends and key in "wW" else start
        places = _later_words(lines, from_place, big, ends)
    steps = [start, *islice(places, count)]
    target, last = steps[-1], Place(len(lines) - 1, max(0, len(lines[-1]) - (0 if editor.visual else 1)))
    if len(steps) <= count:
        target = Place(0, 0) if key in "bB" else last
        if operator and key in "wW" and not ends:
            target = Place(last.line, len(lines[-1]))
        elif key in "bB" or not operator:
            editor.go(*target)
            raise Refused
    elif operator and key in "wW" and not ends and target.line > steps[-2].line:
        target = Place(steps[-2].line, len(lines[steps[-2].line]))
    editor.go(*target)
    return _INCLUSIVE if ends else _EXCLUSIVE


def _by_lines(editor: Editor, key: str, count: int) -> Motion | None:
    """Moves by lines."""
    times = count or 1
    match key:
        case "j" | "gj":
            _steps(editor, times)
        case "k" | "gk":
            _steps(editor, -times)
        case "+" | "-" | "_":
            _steps(editor, {"+": times, "-": -times, "_": times - 1}[key])
            editor.go_to_text(editor.line)
        case "$":
            _steps(editor, times - 1)
            editor.want = END
            editor.col = editor.advance(editor.line, END)
            return _INCLUSIVE
        case "g_":
            _steps(editor, times - 1)
            editor.go(editor.line, max(0, len(editor.text.rstrip(" \t")) - 1))
            return _INCLUSIVE
        case "gg" | "G":
            line = times if count or key == "gg" else len(editor.lines)
            editor.go_to_text(min(len(editor.lines), line) - 1)
        case "{" | "}":
            return _paragraph(editor, key == "}", times)
        case "%":
            return _percent(editor, count)
        case _:
            return None
    return _EXCLUSIVE if key in ("gj", "gk") else _LINES


def _steps(editor: Editor, by: int) -> None:
    """Moves by lines; as far as possible, but not at all from the first or last line."""
    want = editor.wanted()
    line = max(0, min(len(editor.lines) - 1, editor.line + by))
    if line == editor.line and by:
        raise Refused
    editor.line, editor.col = line, editor.advance(line, want)


def _percent(editor: Editor, count: int) -> Motion:
    """Goes to the matching bracket, or with a count, so far into the text."""
    if count > 100:
        raise Refused
    if count:
        editor.go_to_text((count * len(editor.lines) + 99) // 100 - 1)
        return _LINES
    place = matching(editor.lines, editor.line, editor.col)
    if place is None:
        raise Refused
    editor.go(*place)
    return Motion(inclusive=True, big=True)


def _paragraph(editor: Editor, forward: bool, count: int) -> Motion:
    line = _paragraph_border(editor.lines, editor.line, forward, count)
    if line < 0:
        raise Refused
    editor.go(line, 0)
    if forward and line == len(editor.lines) - 1 and editor.text:
        editor.col = len(editor.text) - 1
        return Motion(inclusive=True, big=True)
    return _BIG


def _to_place(editor: Editor, key: str, count: int) -> Motion | None:
    """Goes to what is found, or to a mark; ``'`` goes to the mark's line."""
    match key:
        case "/" | "?" | "n" | "N":
            search(editor, key, count or 1)
        case "*" | "#":
            star(editor, key == "*", count or 1)
        case "'" | "`":
            place = editor.marks.get(editor.getkey())
            if place is None:
                raise Refused("E20: Mark not set")
            editor.go(min(place.line, len(editor.lines) - 1), place.col)
            if key == "'":
                editor.go_to_text(editor.line)
                return _LINES
            editor.clamp()
        case _:
            return None
    return _BIG


# Words and paragraphs -------------------------------------------------------------------------------------------------


def _later_words(lines: Sequence[str], place: Place, big: bool, ends: bool) -> Iterator[Place]:
    """Yields where the words behind a place begin.

    Args:
        lines: The buffer.
        place: The place.
        big: Whether words are separated by blanks only.
        ends: Whether their last characters are wanted instead; empty lines have none.
    """
    for line in range(place.line, len(lines)):
        for match in (_BIG_WORD if big else _WORD).finditer(lines[line]):
            found = Place(line, match.end() - 1 if ends else match.start())
            if found > place and found.col >= 0:
                yield found


def _words_before(lines: Sequence[str], place: Place, big: bool) -> Iterator[Place]:
    """Yields where the words before a place begin, the nearest first."""
    for line in range(place.line, -1, -1):
        starts = [match.start() for match in (_BIG_WORD if big else _WORD).finditer(lines[line])]
        yield from [Place(line, col) for col in reversed(starts) if (line, col) < place]


def _paragraph_border(lines: Sequence[str], line: int, forward: bool, count: int) -> int:
    """Returns the line of a later or earlier paragraph's border, -1 if there is none.

    Args:
        lines: The buffer's lines.
        line: Number of the line from which to go, from 0.
        forward: Whether to go down.
        count: How many paragraphs to go.
    """
    step, border = (1, len(lines) - 1) if forward else (-1, 0)
    for left in range(count, 0, -1):
        while line != border and not lines[line]:
            line += step
        while line != border and lines[line]:
            line += step
        if lines[line] and left > 1:
            return -1
    return line
