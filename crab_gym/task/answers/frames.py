"""The thing that a number is told of: whether a sentence tells it of the thing that was asked for.

* `tells_of_asked` - whether the words around a number attach it to nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from crab_gym.task.answers.days import MARK
from crab_gym.task.answers.questions import Question
from crab_gym.task.answers.words import ARTICLES, PREPOSITIONS, VERBS, says_nothing, stem

__all__ = ["tells_of_asked"]

_MEASURES = {
    "long": "long length distance km kilometre metre hour minute second".split(),
    "wide": "wide width".split(),
    "high": "high height".split(),
    "tall": "tall high height".split(),
    "away": "away far distance".split(),
}
"""Adjectives behind a number with its unit, and the words of which a question for such a number has one."""
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
    if any([word in _MEASURES and not any(map(asked.has, _MEASURES[word])) for word in words]):
        return False
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
