"""Brace expansion, ``{a,b}`` and ``{1..9}``: it is purely textual, so the parser does it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final, TypeAlias

from crab_sim.shell.lang.tree import Literal, Part, ShellSyntaxError, Word

MAX_WORDS: Final = 10_000
"""Most words that one word may expand to."""
_MAX_BRACES: Final = 64
_MAX_ITEMS: Final = 400_000
_RANGE = re.compile(r"(?:(-?\d{1,12})\.\.(-?\d{1,12})|([A-Za-z])\.\.([A-Za-z]))(?:\.\.(-?\d{1,12}))?")

_Item: TypeAlias = str | Part  # one unquoted character, or any other part


def expand_braces(word: Word) -> list[Word]:
    """Returns the words of a brace expansion; a word with more than 64 opening braces is left alone.

    Raises:
        ShellSyntaxError: more than `MAX_WORDS` words.
    """
    opening = sum(part.text.count("{") for part in word if type(part) is Literal and not part.quoted)
    if not 0 < opening <= _MAX_BRACES:
        return [word]
    items: list[_Item] = []
    for part in word:
        if type(part) is Literal and not part.quoted:
            items += part.text
        else:
            items.append(part)
    return [_join(expanded) for expanded in _expand(items)]


def _expand(items: list[_Item]) -> list[list[_Item]]:
    results: list[list[_Item]] = [[]]
    i = 0
    while i < len(items):
        parsed = _alternatives(items, i) if items[i] == "{" else None
        if parsed is None:
            for result in results:
                result.append(items[i])
            i += 1
            continue
        choices, i = parsed
        options = [expanded for choice in choices for expanded in _expand(choice)]
        left, right = sum(map(len, results)), sum(map(len, options))
        _check(len(results) * len(options), left * len(options) + right * len(results))
        results = [result + option for result in results for option in options]
    return results


def _check(words: int, items: int) -> None:
    if words > MAX_WORDS or items > _MAX_ITEMS:
        raise ShellSyntaxError(f"brace expansion: too many words (at most {MAX_WORDS})")


def _alternatives(items: list[_Item], start: int) -> tuple[list[list[_Item]], int] | None:
    """Returns the alternatives of the brace at `start` and its end; None when it is an ordinary character."""
    level = 0
    cuts = [start]
    for i in range(start, len(items)):
        item = items[i]
        if item == "{":
            level += 1
        elif item == "," and level == 1:
            cuts.append(i)
        elif item == "}":
            level -= 1
            if level == 0:
                if len(cuts) > 1:
                    cuts.append(i)
                    return [items[a + 1 : b] for a, b in pairwise(cuts)], i + 1
                listed = _range(items[start + 1 : i])
                return None if listed is None else ([list(text) for text in listed], i + 1)
    return None


def _range(items: list[_Item]) -> list[str] | None:
    if len(items) > 60 or not all(type(item) is str for item in items):
        return None
    match = _RANGE.fullmatch("".join(str(item) for item in items))
    if match is None:
        return None
    letters = match[3] is not None
    low, high = (ord(match[3]), ord(match[4])) if letters else (int(match[1]), int(match[2]))
    step = abs(int(match[5] or 1)) or 1
    _check(abs(high - low) // step + 1, 0)
    numbers = range(low, high + 1, step) if low <= high else range(low, high - 1, -step)
    if letters:
        return [chr(n) for n in numbers]
    padded = any(re.match(r"-?0\d", text) for text in (match[1], match[2]))
    width = max(len(match[1]), len(match[2])) if padded else 0
    return [f"{n:0{width}d}" for n in numbers]


def _join(items: list[_Item]) -> Word:
    parts: list[Part] = []
    text: list[str] = []
    for item in items:
        if isinstance(item, str):
            text.append(item)
            continue
        if text:
            parts.append(Literal("".join(text), False))
            text.clear()
        parts.append(item)
    if text:
        parts.append(Literal("".join(text), False))
    return tuple(parts)
