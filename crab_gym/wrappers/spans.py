"""Spans: words and runs of words of texts, of which drafts are put together.

* `WORDS` - the number of words that can be distinguished; `words_of` - where a text's words are; `span` - a run of
  them.
* `spelling` - the fewest steps that put a text together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

__all__ = ["WORDS", "Step", "span", "spelling", "words_of"]

WORDS = 64
"""Number of a text's words, the first ones, at which a span can begin or end."""
_WORD = re.compile(r"\w+|[^\w\s]")


class Step(NamedTuple):
    """A step of a spelling.

    Attributes:
        verb: ``"from"``, ``"to"``, ``"add"`` or ``"spell"``.
        place: The number of a word, the place of a text, or a byte.
    """

    verb: str
    place: int


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[tuple[int, int], ...]:
    """Returns where the first words of a text begin and end; a sign is a word, too.

    >>> words_of("Call 555-0169")
    ((0, 4), (5, 8), (8, 9), (9, 13))
    """
    return tuple(match.span() for match, _ in zip(_WORD.finditer(text), range(WORDS), strict=False))


def span(text: str, first: int, last: int) -> str:
    """Returns a text's words from the first to the last one, ``""`` if it hasn't as many.

    >>> span("Call 555-0169 now", 1, 3)
    '555-0169'
    """
    words = words_of(text)
    return text[words[first][0] : words[last][1]] if last < len(words) else ""


def spelling(text: str, texts: Sequence[str]) -> list[Step]:
    r"""Returns the fewest steps that put a text together of texts, spans of them, and bytes.

    Args:
        text: The text.
        texts: Texts that can be added, by place.

    >>> [tuple(step) for step in spelling("ls notes\n", ["my notes", "no"])]
    [('spell', 108), ('spell', 115), ('spell', 32), ('from', 1), ('add', 0), ('spell', 10)]
    """
    openings: dict[str, list[tuple[int, int]]] = {}  # first character to places of texts and of words in them
    for place, one in enumerate(texts):
        for number, (start, _) in enumerate(words_of(one)):
            openings.setdefault(one[start], []).append((place, number))
    costs = [0] * (len(text) + 1)  # of the text from each character on
    best: list[tuple[int, tuple[Step, ...]]] = [(1, ())] * len(text)
    for at in range(len(text) - 1, -1, -1):
        letters = tuple(Step("spell", byte) for byte in text[at].encode())
        costs[at], best[at] = costs[at + 1] + len(letters), (1, letters)
        for length, steps in _additions(text, at, texts, openings.get(text[at], ())):
            if costs[at + length] + len(steps) < costs[at]:
                costs[at], best[at] = costs[at + length] + len(steps), (length, steps)
    steps_in_order: list[Step] = []
    at = 0
    while at < len(text):
        length, steps = best[at]
        steps_in_order += steps
        at += length
    return steps_in_order


def _additions(
    text: str, at: int, texts: Sequence[str], openings: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, tuple[Step, ...]]]:
    """Yields what can be added at a character of a text: its length, and the steps."""
    for place, one in enumerate(texts):
        if text.startswith(one, at):
            yield len(one), (Step("add", place),)
    for place, first in openings:
        one = texts[place]
        words = words_of(one)
        start, add = words[first][0], Step("add", place)
        for last in range(first, len(words)):
            piece = one[start : words[last][1]]
            if not text.startswith(piece, at):
                break
            yield len(piece), (Step("from", first), *((Step("to", last),) if last > first else ()), add)
