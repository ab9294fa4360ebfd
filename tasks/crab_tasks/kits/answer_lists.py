"""Evaluators of answers of a given form: lists, numbers within a tolerance, a date with a time.

A goal that is checked by one of these tells the form. A list names each of its items once, in any order, and nothing
else: parted by commas, semicolons or line ends, the last one maybe by "and". Small misspellings are forgiven; a digit
that differs is none, and neither is a word such as "not".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from crab_gym.task.types import names
from crab_tasks.kits.compare import squeezed
from crab_tasks.kits.state import State

__all__ = ["SIMILAR", "answer_is_about", "answer_is_list", "answer_is_moment", "similarity"]

SIMILAR = 0.9
"""Least similarity of two texts that count as the same."""
_MAX_ANSWER = 2000  # characters
_PARTS = re.compile(r"[,;\n]")
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_AROUND = " \t\"'“”‘’`*•-."
_DENIALS = frozenset(("not", "no", "nor", "or", "never", "except", "without", "either", "maybe", "perhaps"))
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<number>-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?![.,]?\d|%)"
    r"(?:\s?(?P<unit>km|kilomet(?:er|re)s?)\b|(?=\s?m\b|\b))",
    re.IGNORECASE,
)
_DAY_FIRST = re.compile(r"\b\d{1,2}\.\s?\d{1,2}\.\s?\d{4}\b")
"""A date whose day and month look like a time."""


def similarity(text: str, wanted: str) -> float:
    """Returns how alike two texts are, in capital or small letters: 0 to 1, and 0 if one says something else.

    >>> similarity("team lunch", "Team lunch"), similarity("Team lunch 2", "Team lunch 3")
    (1.0, 0.0)
    """
    first, second = squeezed(text).casefold(), squeezed(wanted).casefold()
    if (
        _DIGITS.findall(first) != _DIGITS.findall(second)
        or set(first.split()) & _DENIALS != set(second.split()) & _DENIALS
    ):
        return 0.0
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


def _bare(part: str) -> str:
    return part.strip(_AROUND)


def _splits(answer: str, count: int) -> Iterator[list[str]]:
    """Yields the ways to part an answer into so many items."""
    parts = [part for part in map(_bare, _PARTS.split(answer)) if part]
    if len(parts) == count:
        *others, last = parts
        yield [*others, re.sub(r"^and\s+", "", last, flags=re.IGNORECASE)] if others else parts
        yield parts
    if parts and len(parts) == count - 1:
        *others, last = parts
        for found in _AND.finditer(last):
            yield [*others, _bare(last[: found.start()]), _bare(last[found.end() :])]


def _are(parts: Sequence[str], items: Sequence[str]) -> bool:
    """Returns whether each part is one of the items, and each item one of the parts."""
    pairs = [(similarity(part, item), i, j) for i, part in enumerate(parts) for j, item in enumerate(items)]
    left, missing = set(range(len(parts))), set(range(len(items)))
    for alike, part, item in sorted(pairs, reverse=True):
        if alike >= SIMILAR and part in left and item in missing:
            left.remove(part)
            missing.remove(item)
    return not left and not missing


def answer_is_list(state: State, answer: str | None, items: Sequence[str]) -> bool:
    """The answer names each of these items once, in any order, and nothing else.

    An item with a comma can't be named: no task asks for one.
    """
    if answer is None or len(answer) > _MAX_ANSWER:
        return False
    return any(_are(parts, items) for parts in _splits(answer, len(items)))


def answer_is_about(state: State, answer: str | None, value: float, tolerance: float) -> bool:
    """The answer, which may be a sentence, names a number that differs from a value by less than a tolerance.

    Every other number in it has to as well, so that a guess isn't right. The same length may be given in kilometres
    beside metres.

    Args:
        state: Not used.
        answer: The answer.
        value: The number.
        tolerance: The least difference that is too great.
    """
    if answer is None or len(answer) > _MAX_ANSWER or any(char.isnumeric() and not char.isascii() for char in answer):
        return False
    found = list(_NUMBER.finditer(answer))
    told = {i for match in found for i in range(*match.span("number"))}
    if any(char.isdecimal() and i not in told for i, char in enumerate(answer)):
        return False  # a number that isn't clear
    values = [float(match["number"].replace(",", "")) * (1000 if match["unit"] else 1) for match in found]
    return not all(match["unit"] for match in found) and all(abs(one - value) < tolerance for one in values)


def answer_is_moment(state: State, answer: str | None, day: str, time: str) -> bool:
    """The answer, which may be a sentence, names one date and one time.

    Args:
        state: Not used.
        answer: The answer.
        day: The date, as ``"2026-10-15"``.
        time: The time, as ``"14:35"``.
    """
    if answer is None or len(answer) > _MAX_ANSWER:
        return False
    return names("date", answer, day) and names("time", _DAY_FIRST.sub(" ", answer), time)
