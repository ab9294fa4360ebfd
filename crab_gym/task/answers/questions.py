"""`Question`: the words of a question, and what it asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from crab_gym.task.answers.words import CHUNK, DENIALS, bare_word, numeral, stem

__all__ = ["Question", "question_of"]


class Question:
    """The words of a question.

    Args:
        text: The question; ``""`` where it isn't known.
    """

    __slots__ = ("pairs", "stems", "text", "words")

    def __init__(self, text: str) -> None:
        chunks = [numeral(word) for word in map(bare_word, CHUNK.findall(text)) if word not in (",", ":", "(", ")")]
        parts = [part for chunk in chunks for part in chunk.split("/")]
        self.text = f" {' '.join(chunks)} "
        self.words = frozenset(part for part in chunks + parts if any(map(str.isalnum, part)))
        self.pairs = frozenset(pairwise(chunks))
        parts = re.findall(r"[^\W\d_]+(?:['-][^\W\d_]+)*", text.casefold())
        self.stems = frozenset(stem(part) for part in parts if part not in DENIALS)

    def has(self, word: str) -> bool:
        """Returns whether the question has a word, in any form, that isn't a number."""
        return word in self.words or stem(word) in self.stems

    def has_behind_code(self, words: Sequence[str]) -> bool:
        """Returns whether the question has some words behind one with a digit, as in "00100, Saudi Arabia"."""
        return bool(words) and re.search(rf" \S*\d\S* {re.escape(' '.join(words))} ", self.text) is not None

    def has_run(self, words: Sequence[str]) -> bool:
        """Returns whether the question has some words, two or more, one behind the other."""
        return len(words) > 1 and "and" not in words and f" {' '.join(words)} " in self.text


@lru_cache(maxsize=256)
def question_of(text: str) -> Question:
    """Returns the words of a question, read once."""
    return Question(text)
