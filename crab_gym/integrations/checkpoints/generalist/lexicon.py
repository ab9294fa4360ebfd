"""Words as numbers, and the parts of words that a network reads.

* `Lexicon` - numbers words in the order in which they are met, and knows the hashed parts of each.
* `PARTS`, `HASHES`, `COMMON` - the sizes that a network has to know.
* `words_in` - where the words of a text are.
"""

from __future__ import annotations

import re
from functools import lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

__all__ = ["COMMON", "HASHES", "PARTS", "Lexicon", "words_in"]

PARTS = 10
"""Number of parts of a word that are told apart: the whole word, its kind, and its first trigrams."""
HASHES = 3072
"""Number of values that a part's hash has; 0 stands for no part."""
_WORD = re.compile(r"\w+|[^\w\s]")
_SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~“”‘’–—…•"
_STOP_WORDS = (
    "a an and as at be by for from has have in into is it its of on or that the then this to whose with you your "
    "phone desktop app phone's desktop's s name called new whole same make use using open add write"
).split()
COMMON = 1 + len(_SIGNS) + len(_STOP_WORDS)
"""Words with lower numbers are signs and common words: that two texts share them says nothing."""
_MOST = 65_000


@lru_cache(maxsize=32_768)
def words_in(text: str, limit: int) -> tuple[tuple[int, int], ...]:
    """Returns where the first words of a text begin and end; a sign is a word, too.

    >>> words_in("Call 555-0169", 3)
    ((0, 4), (5, 8), (8, 9))
    """
    return tuple(match.span() for match, _ in zip(_WORD.finditer(text), range(limit), strict=False))


class Lexicon:
    """Numbers words, in lower case, from 1 on; 0 is no word.

    Attributes:
        parts: The hashed parts of each word, ``(words, PARTS) uint16``.

    >>> lexicon = Lexicon()
    >>> first, second = lexicon.numbers("Lamp lamp", 4)
    >>> first == second >= COMMON
    True
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self.parts: NDArray[np.uint16] = np.zeros((4096, PARTS), np.uint16)
        for word in (*_SIGNS, *_STOP_WORDS):
            self.number(word)
        self._texts: dict[tuple[str, int], tuple[int, ...]] = {}

    def __len__(self) -> int:
        """Returns the number of words, with the one that is none."""
        return len(self._numbers) + 1

    def number(self, word: str) -> int:
        """Returns the number of a word; once the lexicon is full, new words share numbers."""
        word = word.casefold()
        found = self._numbers.get(word)
        if found is None:
            if len(self) >= _MOST:
                return COMMON + crc32(word.encode("utf-8", "surrogatepass")) % (_MOST - COMMON)
            found = self._numbers[word] = len(self)
            if found >= len(self.parts):
                self.parts = np.concatenate([self.parts, np.zeros_like(self.parts)])
            self.parts[found] = _parts_of(word)
        return found

    def numbers(self, text: str, limit: int) -> tuple[int, ...]:
        """Returns the numbers of the first words of a text."""
        found = self._texts.get((text, limit))
        if found is None:
            if len(self._texts) > 100_000:
                self._texts.clear()
            found = tuple([self.number(text[start:end]) for start, end in words_in(text, limit)])
            self._texts[text, limit] = found
        return found


def _parts_of(word: str) -> list[int]:
    """Returns the hashes of a word's parts."""
    if word.isdecimal():
        kind = f"digits{min(len(word), 5)}"
    elif len(word) == 1 and not word.isalnum():
        kind = "sign"
    else:
        kind = "letters" if word.isalpha() else "mixed"
    padded = f" {word} "
    features = [word, f"<{kind}>", *[f"#{padded[at : at + 3]}" for at in range(len(word))]][:PARTS]
    codes = [1 + crc32(feature.encode("utf-8", "surrogatepass")) % (HASHES - 1) for feature in features]
    return codes + [0] * (PARTS - len(codes))
