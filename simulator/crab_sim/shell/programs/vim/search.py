"""Searching: ``/``, ``?``, ``n``, ``N``, ``*`` and ``#``, the last row, where one types; ranges such as ``/a/,+3``."""

from __future__ import annotations

import re
from typing import NamedTuple

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.state import ESCAPE, Place, Search
from crab_sim.shell.regex.vim import Pattern, compile_pattern

__all__ = [
    "Range",
    "check",
    "compiled",
    "find",
    "matches",
    "parse_range",
    "read_line",
    "remembered",
    "search",
    "split_pattern",
    "star",
]


def compiled(editor: Editor, pattern: str) -> Pattern:
    """Returns a compiled pattern."""
    return compile_pattern(pattern, bool(editor.number("ignorecase")), bool(editor.number("smartcase")))


def remembered(editor: Editor, pattern: str, forward: bool | None = None) -> str:
    """Returns a pattern, by default that of the last search, and keeps it for the next one.

    Raises:
        Refused: There is none.
    """
    last = editor.state.search
    if not (pattern or last.pattern):
        raise Refused("E35: No previous regular expression")
    search = Search(pattern or last.pattern, last.forward if forward is None else forward)
    editor.state = editor.state._replace(search=search)
    return search.pattern


def matches(editor: Editor, pattern: Pattern, line: int) -> list[int]:
    """Returns where the matches that begin in a line begin; they don't overlap."""
    text = editor.lines[line]
    size = max(1, len(text))
    editor.budget.charge(0.4)
    if pattern.multiline:
        text = "\n".join([*editor.lines[line : line + 500], ""])
        editor.budget.handle(len(text))
    starts: list[int] = []
    at = 0
    while at < size and (hit := pattern.search(text, at, editor.budget)) is not None and hit.start <= size:
        starts.append(min(hit.start, size - 1))
        at = max(hit.end, hit.start + 1)
    return starts


def find(editor: Editor, text: str, start: Place, forward: bool) -> Place:
    """Returns where the next match begins; with the option ``wrapscan``, also from the buffer's other end on.

    Args:
        editor: The editor.
        text: The pattern.
        start: The place from which to search.
        forward: Whether to search downwards.

    Raises:
        Refused: There is none.
    """
    pattern, count, wrap = compiled(editor, text), len(editor.lines), editor.number("wrapscan")
    for step in range(count + 1):
        line = start.line + (step if forward else -step)
        if not 0 <= line < count and not wrap:
            border = "E385: Search hit BOTTOM" if forward else "E384: Search hit TOP"
            raise Refused(f"{border} without match for: {text}")
        line %= count
        cols = matches(editor, pattern, line)
        if step == 0:
            cols = [col for col in cols if (col > start.col if forward else col < start.col)]
        if cols:
            place = Place(line, cols[0] if forward else cols[-1])
            if forward and place <= start:
                editor.say("search hit BOTTOM, continuing at TOP", True)
            elif not forward and place >= start:
                editor.say("search hit TOP, continuing at BOTTOM", True)
            return place
    raise Refused(f"E486: Pattern not found: {text}")


# The keys ---------------------------------------------------------------------------------------------------------


def search(editor: Editor, key: str, count: int) -> None:
    """Goes to a match: ``/`` and ``?`` read a pattern, ``n`` and ``N`` take the last one."""
    last = editor.state.search
    if key in "/?":
        line = read_line(editor, key)
        if line is None:
            raise Refused
        _go_to_match(editor, split_pattern(line, key)[0], key == "/", count)
    else:
        _go_to_match(editor, "", last.forward == (key == "n"), count)
        editor.state = editor.state._replace(search=last)


def star(editor: Editor, forward: bool, count: int) -> None:
    """Searches for the word under the cursor, or the next one in the line."""
    match = next((one for one in re.finditer(r"\w+", editor.text) if one.end() > editor.col), None)
    if match is None:
        raise Refused("E348: No string under cursor")
    editor.col = match.start()
    _go_to_match(editor, f"\\<{match[0]}\\>", forward, count)


def _go_to_match(editor: Editor, pattern: str, forward: bool, count: int) -> None:
    pattern = remembered(editor, pattern, forward)
    editor.say(("/" if forward else "?") + pattern)
    place = editor.cursor
    for _ in range(count):
        place = find(editor, pattern, place, forward)
    editor.go(*place)


def split_pattern(text: str, delimiter: str) -> tuple[str, str]:
    r"""Splits a pattern from the text behind its delimiter, which a backslash or a set makes a plain character.

    >>> split_pattern(r"a\/b/e", "/")
    ('a/b', 'e')
    """
    piece = re.compile(r"\[\^?\]?[^]]+\]|\\.|.", re.DOTALL)
    pattern, at = "", 0
    while at < len(text) and text[at] != delimiter:
        match = piece.match(text, at)
        assert match is not None
        pattern += delimiter if match[0] == "\\" + delimiter else match[0]
        at = match.end()
    return pattern, text[at + 1 :]


def read_line(editor: Editor, prompt: str, text: str = "") -> str | None:
    """Reads a line after a prompt; None where it was given up.

    Raises:
        NeedKey: It isn't complete.
    """
    caret = len(text)
    history = editor.state.history if prompt == ":" else ()
    at, draft = len(history), text
    while True:
        editor.typing = (prompt + text, len(prompt) + caret)
        key = editor.getkey()
        if key in "\r\n" or key in (ESCAPE, "\x03") or (key in "\b\x7f" and not text):
            editor.typing = ("", -1)
            return text if key in "\r\n" else None
        if key in "\b\x7f\x17\x15":
            word = re.search(r"(\w+|[^\w\s]*)\s*$", text[:caret])
            start = word.start() if word is not None and key == "\x17" else 0 if key == "\x15" else max(0, caret - 1)
            text, caret = text[:start] + text[caret:], start
        elif key in "\ue003\ue004\ue005\ue006":
            places = {"\ue003": max(0, caret - 1), "\ue004": min(len(text), caret + 1), "\ue005": 0}
            caret = places.get(key, len(text))
        elif key in "\ue001\ue002":
            matching = [line for line in history if line.startswith(draft)]
            at = max(0, min(len(matching), min(at, len(matching)) + (-1 if key == "\ue001" else 1)))
            text = matching[at] if at < len(matching) else draft
            caret = len(text)
        elif key >= " " or key == "\t":
            text, caret = text[:caret] + key + text[caret:], caret + 1
            draft = text


# Ranges of commands ---------------------------------------------------------------------------------------------------


class Range(NamedTuple):
    """Lines from 0, both included, and the number of given addresses; a first line of -1 is the one before all."""

    first: int
    last: int
    given: int


def parse_range(editor: Editor, text: str) -> tuple[Range, str]:
    """Returns the range at a command's start, and the rest of the command.

    Raises:
        Refused: It isn't one.
    """
    if text.startswith("%"):
        return Range(0, len(editor.lines) - 1, 2), text[1:].lstrip()
    first, given, here = editor.line, 0, editor.line
    last, text = _address(editor, text, here)
    if last is not None:
        given = 1
    while text.startswith((",", ";")):
        first = here if last is None else last
        if text[0] == ";":
            here = editor.line = max(0, min(len(editor.lines) - 1, first))
        last, text = _address(editor, text[1:], here)
        given = 2
    if last is None:
        last = here
    return Range(first if given == 2 else last, last, given), text


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


def _address(editor: Editor, text: str, here: int) -> tuple[int | None, str]:
    """Parses one address; returns its line (None where there is none) and the text behind it."""
    line: int | None = None
    text = text.lstrip(" \t")
    char = text[:1]
    number = re.match(r"\d{1,9}", text)
    if number is not None:
        line, text = int(number[0]) - 1, text[number.end() :]
    elif char in (".", "$"):
        line, text = here if char == "." else len(editor.lines) - 1, text[1:]
    elif char == "'":
        line, text = _mark(editor, text[1:2]), text[2:]
    elif char in ("/", "?"):
        pattern, text = split_pattern(text[1:], char)
        start = Place(here, len(editor.lines[here]) if char == "/" else 0)
        line = find(editor, remembered(editor, pattern), start, char == "/").line
    while (offset := re.match(r"\s*([-+])(\d{0,9})", text)) is not None:
        by = int(offset[2] or 1)
        line = (here if line is None else line) + (by if offset[1] == "+" else -by)
        text = text[offset.end() :]
    return line, text.lstrip(" \t")


def _mark(editor: Editor, name: str) -> int:
    if name in ("<", ">") and editor.state.selected[0] >= 0:
        return editor.state.selected[name == ">"]
    place = editor.marks.get(name)
    if place is None:
        raise Refused("E20: Mark not set")
    return place.line
