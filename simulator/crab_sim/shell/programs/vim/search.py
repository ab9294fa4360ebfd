"""Searching: ``/``, ``?``, ``n``, ``N``, ``*`` and ``#``."""

from __future__ import annotations

import re
from typing import NamedTuple

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.moves.walker import char_class
from crab_sim.shell.programs.vim.pattern import Found, Pattern, compile_pattern
from crab_sim.shell.programs.vim.prompt import read_line
from crab_sim.shell.programs.vim.state import END, Place, Search

__all__ = ["Hit", "compiled", "find", "match_at", "repeat_search", "search_motion", "split_pattern", "star"]


class Hit(NamedTuple):
    """A match in the buffer; its end may be in a later line."""

    start: Place
    end: Place
    groups: tuple[str, ...]


def compiled(editor: Editor, pattern: str) -> Pattern:
    """Returns a compiled pattern."""
    ignore, smart = bool(editor.number("ignorecase")), bool(editor.number("smartcase"))
    return compile_pattern(pattern, ignore, smart, editor.state.substitution.replacement)


def match_at(editor: Editor, pattern: Pattern, line: int, col: int, limit: int = END) -> Hit | None:
    """Returns the first match that begins in a line, at or behind an index.

    Args:
        editor: The editor.
        pattern: The compiled pattern.
        line: Number of the line, from 0.
        col: The index.
        limit: How many characters of the text from the line's start on are looked at.
    """
    text = editor.lines[line]
    size = len(text)
    editor.budget.charge(0.4)
    if pattern.multiline:
        text = "\n".join(editor.lines[line : line + 500])
        editor.budget.handle(len(text))
        if line + 500 >= len(editor.lines):
            text += "\n"
    found = pattern.search(text[:limit], col, editor.budget)
    if found is None or found.start > size:
        return None
    return Hit(Place(line, found.start), _end(found, text, line), found.groups)


def _end(found: Found, text: str, line: int) -> Place:
    breaks = text.count("\n", 0, found.end)
    return Place(line + breaks, found.end - (text.rfind("\n", 0, found.end) + 1))


def _next_in_line(editor: Editor, pattern: Pattern, hit: Hit) -> Hit | None:
    """Returns the match behind another one of the same line; they don't overlap."""
    line, text = hit.start.line, editor.lines[hit.start.line]
    if hit.end.line != line:
        return None
    col = hit.end.col
    if col == hit.start.col and col < len(text):
        col += 1
    return match_at(editor, pattern, line, col) if col < len(text) else None


def find(editor: Editor, pattern: Pattern, start: Place, forward: bool, ends: bool = False) -> Hit | None:
    """Returns the next match; with the option ``wrapscan``, the search goes on at the buffer's other end.

    Args:
        editor: The editor.
        pattern: The compiled pattern.
        start: The place from which to search.
        forward: Whether to search downwards.
        ends: Whether the ends of matches are compared with the place, instead of their starts.
    """
    count = len(editor.lines)
    wrap = bool(editor.number("wrapscan"))
    first = start.line if forward or start.col else start.line - 1
    for step in range(count + 1):
        line = first + step if forward else first - step
        if not 0 <= line < count:
            if not wrap:
                return None
            line %= count
        beyond = step > 0 and line == start.line and (forward or start.col > 0 or step >= 1)
        hit = match_at(editor, pattern, line, 0)
        if forward and line == start.line and not beyond:
            while hit is not None and _before(editor, hit, start, ends):
                hit = _next_in_line(editor, pattern, hit)
        elif not forward and hit is not None:
            hit = _last_in_line(editor, pattern, hit, start if line == start.line and step == 0 else None, ends)
        if hit is not None:
            _tell_wrap(editor, forward, hit.start, start)
            return hit
    return None


def _before(editor: Editor, hit: Hit, start: Place, ends: bool) -> bool:
    if ends:
        return hit.end.line == start.line and hit.end.col - 1 < start.col + 1
    return hit.start.col - (hit.start.col >= len(editor.lines[hit.start.line])) < start.col + 1


def _last_in_line(editor: Editor, pattern: Pattern, hit: Hit, start: Place | None, ends: bool) -> Hit | None:
    best: Hit | None = None
    following: Hit | None = hit
    while following is not None:
        col = following.end.col - 1 if ends else following.start.col
        if start is not None and col >= start.col:
            break
        best = following
        following = _next_in_line(editor, pattern, following)
    return best


def _tell_wrap(editor: Editor, forward: bool, found: Place, start: Place) -> None:
    if forward and found <= start:
        editor.say("search hit BOTTOM, continuing at TOP", True)
    elif not forward and found >= start:
        editor.say("search hit TOP, continuing at BOTTOM", True)


# The keys ---------------------------------------------------------------------------------------------------------


def split_pattern(text: str, delimiter: str) -> tuple[str, str | None]:
    r"""Splits a pattern from the text behind its delimiter, which is None if there is no delimiter.

    >>> split_pattern(r"a\/b/e", "/")
    ('a/b', 'e')
    """
    index, bracket = 0, False
    while index < len(text):
        char = text[index]
        if char == "\\" and index + 1 < len(text):
            if text[index + 1] == delimiter and not bracket:
                text = text[:index] + text[index + 1 :]
                index += 1
                continue
            index += 2
            continue
        if char == "[" and not bracket and text.find("]", index + 2) > 0:
            bracket = True
            index += 2 if text[index + 1 : index + 2] == "]" else 1
            continue
        if char == "]":
            bracket = False
        if char == delimiter and not bracket:
            return text[:index], text[index + 1 :]
        index += 1
    return text, None


def search_motion(editor: Editor, key: str, count: int) -> str:
    """Reads a pattern and goes to its match; returns the kind of motion, as `run_search` does."""
    line = read_line(editor, key)
    if line is None:
        raise Refused
    pattern, offset = split_pattern(line, key)
    last = editor.state.search
    if not pattern:
        if not last.pattern:
            raise Refused("E35: No previous regular expression")
        search = Search(last.pattern, key == "/", offset if offset is not None else last.offset if not line else "")
    else:
        search = Search(pattern, key == "/", offset or "")
    editor.state = editor.state._replace(search=search, highlight=True)
    return run_search(editor, search, search.forward, count, key)


def run_search(editor: Editor, search: Search, forward: bool, count: int, shown: str) -> str:
    """Goes to a match, and returns the kind of motion: ``lines``, ``inclusive`` or ``exclusive``.

    Args:
        editor: The editor.
        search: The search, with its offset.
        forward: Whether to search downwards.
        count: How many matches to go on.
        shown: The character before the pattern in the message, ``/`` or ``?``.
    """
    offset = re.fullmatch(r"(?:([esb])?([-+]?\d*))?(?:;(.*))?", search.offset or "")
    ends = offset is not None and offset[1] == "e"
    amount = _amount(offset[2] or "") if offset is not None else 0
    by_line = offset is not None and not offset[1] and bool(offset[2])
    editor.say(shown + search.pattern + (("/" if shown == "/" else "?") + search.offset if search.offset else ""))
    place = editor.cursor
    pattern = compiled(editor, search.pattern)
    if by_line:
        place = Place(place.line, len(editor.lines[place.line]) if forward else 0)
    elif amount and not ends:
        place = Place(place.line, max(0, place.col - amount))
    hit: Hit | None = None
    for _ in range(count):
        hit = find(editor, pattern, place, forward, ends)
        if hit is None:
            raise Refused(_not_found(editor, search.pattern, forward))
        place = Place(hit.end.line, max(0, hit.end.col - 1)) if ends else hit.start
    assert hit is not None
    editor.jump()
    if by_line:
        line = max(0, min(len(editor.lines) - 1, hit.start.line + amount))
        editor.go(line, editor.first_word(line))
        return "lines"
    col = max(0, place.col + amount)
    editor.go(place.line, col)
    if editor.col >= len(editor.text) and not editor.visual:
        editor.col = len(editor.text)
    return "inclusive" if ends else "exclusive"


def _amount(text: str) -> int:
    """Returns the number of an offset such as ``+2`` or ``-``."""
    if text in ("+", "-"):
        return int(text + "1")
    return int(text[:8]) if text else 0


def _not_found(editor: Editor, pattern: str, forward: bool) -> str:
    if editor.number("wrapscan"):
        return f"E486: Pattern not found: {pattern}"
    if forward:
        return f"E385: Search hit BOTTOM without match for: {pattern}"
    return f"E384: Search hit TOP without match for: {pattern}"


def repeat_search(editor: Editor, same: bool, count: int) -> str:
    """Goes to the next match of the last search, in its direction or against it."""
    search = editor.state.search
    if not search.pattern:
        raise Refused("E35: No previous regular expression")
    editor.state = editor.state._replace(highlight=True)
    forward = search.forward == same
    return run_search(editor, search, forward, count, "/" if forward else "?")


def star(editor: Editor, forward: bool, whole: bool, count: int) -> None:
    """Searches for the word under the cursor, or the next one in the line.

    Args:
        editor: The editor.
        forward: Whether to search downwards.
        whole: Whether only whole words match.
        count: How many matches to go on.
    """
    text, col = editor.text, editor.col
    at = col
    while at < len(text) and char_class(text[at], False) != 2:
        at += 1
    keyword = at < len(text)
    if not keyword:
        at = col
        while at < len(text) and text[at] in " \t":
            at += 1
        if at >= len(text):
            raise Refused("E348: No string under cursor")
    kind = char_class(text[at], not keyword)
    start = end = at
    while start and char_class(text[start - 1], not keyword) == kind:
        start -= 1
    while end < len(text) and char_class(text[end], not keyword) == kind:
        end += 1
    word = re.sub(r"[/\\.*$^~\[]" if forward else r"[?\\.*$^~\[]", lambda match: "\\" + match[0], text[start:end])
    pattern = f"\\<{word}\\>" if keyword and whole else word
    editor.jump()
    editor.col = start
    search = Search(pattern, forward, "")
    editor.state = editor.state._replace(search=search, highlight=True)
    run_search(editor, search, forward, count, "/" if forward else "?")
