"""The thing that a value is told of: whether a sentence tells it of the thing that was asked for.

* `tells_of_asked` - whether the words around a number attach it to nothing else.
* `tells_of_persons` - whether those around a value attach it to who tells it or who is told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from crab_gym.task.answers.days import MARK
from crab_gym.task.answers.questions import Question
from crab_gym.task.answers.words import ARTICLES, NOUNS, PREPOSITIONS, VERBS, says_nothing, stem

__all__ = ["tells_of_asked", "tells_of_persons"]

_SUMS = frozenset("answer result value sum total product difference count amount exactly just".split())
"""Nouns before a number that are the number."""
_PERSONS = frozenset("you me us".split())
_ANSWERS = frozenset("answer final result count contacts".split())
"""What somebody may call one's own without telling a value of oneself."""
_WAY = re.compile(r"\bfrom (?P<start>\S.*?) to (?P<end>[^\s,.]+)")


def tells_of_asked(before: Sequence[str], after: Sequence[str], asked: Question, counts: bool) -> bool:
    """Returns whether the words around a number attach it to nothing but what was asked for.

    Args:
        before: The words before the number, in small letters.
        after: The words behind it and its unit.
        asked: The question, or the part of it that asks for the number.
        counts: Whether the number is that of things, so that their noun may stand behind it.
    """
    words = [*before, *after]
    if _is_place(before) or (after[:1] == ["of"] and (after[1:] != ["them"] or "there" not in before)):
        return False  # "line 5", and "5 of the lines"
    if asked.comparison and not asked.comparison.holds(f"{' '.join(before)} 0 {' '.join(after)}"):
        return False
    nouns = asked.counted if counts else frozenset[str]()
    if any([_is_plural(word) and stem(word) not in nouns for word in _behind(after)]):
        return False
    way = _WAY.search(" ".join(words))
    if way and f" from {way['end']} to {way['start']} " in asked.text.replace(",", ""):
        return False
    if not asked.particular:
        return True
    stems = {stem(word.lstrip(".")) for word in words}
    return not asked.particular.isdisjoint(stems) or all([_may_be_told_of_more(word, asked) for word in words])


def _is_place(before: Sequence[str]) -> bool:
    """Returns whether a number right behind some words says which one of its kind a thing is, as in "line 5"."""
    word = before[-1] if before else ""
    if not word.isalpha() or word in VERBS | PREPOSITIONS | ARTICLES | _SUMS:
        return False
    return word in NOUNS or not (says_nothing(word) or word.endswith("ed"))


def tells_of_persons(words: Sequence[str], asked: Question, for_others: bool, dated: bool) -> bool:
    """Returns whether words attach a value to who tells it or who is told, of whom the question isn't.

    Args:
        words: The words around the value, in small letters, with ``""`` in its place.
        asked: The question, or the part of it that asks.
        for_others: Whether somebody else is told than who asks, whose things aren't the receiver's.
        dated: Whether the value is a date or a time, as of what who tells it has in a calendar.
    """
    if asked.is_of_own:
        return False
    refused = {"our", *(() if dated else ("my",)), *(("your",) if for_others else ())}
    return any(
        [
            (word in refused and before not in ("in", "from", "on", "to") and after not in _ANSWERS)
            or (word in _PERSONS and before in ("with", "of", "at"))
            or (for_others and word == "you" and after in ("are", "ran") and "looking" not in words)
            for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False)
        ]
    )


def _behind(after: Sequence[str]) -> list[str]:
    """Returns the words right behind a number, up to a verb, a preposition or the like: those that say what it counts.

    They may be in parentheses.
    """
    ends = VERBS | PREPOSITIONS | ARTICLES | {",", ":", MARK}
    return list(takewhile(lambda word: word not in ends, [word for word in after if word not in ("(", ")")]))


def _is_plural(word: str) -> bool:
    return len(word) > 3 and word.endswith("s") and not word.endswith("ss") and word.replace("-", "").isalpha()


def _may_be_told_of_more(word: str, asked: Question) -> bool:
    """Returns whether a word may stand in a sentence that doesn't say which things of several kinds it counts."""
    return says_nothing(word) or not word.isascii() or stem(word) in asked.counted or not asked.has(word)
