"""Texts as vectors without a model, by hashed words and n-grams of characters; the same in every process.

* `embed` - a text's vector; texts with common words or parts have similar vectors.
* `words` - a text reduced to its words, to look for one text in another.
"""

from __future__ import annotations

import re
from functools import lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

__all__ = ["embed", "words"]

_WORD = re.compile(r"\w+")


@lru_cache(maxsize=16_384)
def words(text: str) -> str:
    """Returns the words of a text in lower case, each between blanks; ``""`` if it has none.

    >>> words("Do Not Disturb!") in words("Turn on “do not disturb”")
    True
    """
    tokens = _WORD.findall(text.casefold())
    return f" {' '.join(tokens)} " if tokens else ""


@lru_cache(maxsize=16_384)
def embed(text: str, size: int) -> NDArray[np.float32]:
    """Returns the feature-hashed vector of a text, ``(size,) float32`` of length 1, all zeros if it has no word.

    Each word counts once, and its trigrams (with its ends) together as much as the word itself. A feature's hash
    (CRC-32) determines its component and its sign. The array is read-only.
    """
    vector = np.zeros(size, np.float32)
    for word in words(text).split():
        vector += _embed_word(word, size)
    length = float(np.linalg.norm(vector))
    if length:
        vector /= length
    vector.flags.writeable = False
    return vector


@lru_cache(maxsize=16_384)
def _embed_word(word: str, size: int) -> NDArray[np.float32]:
    padded, weight = f" {word} ", len(word) ** -0.5
    sums = [0.0] * size
    for feature, value in [(word, 1.0), *(("#" + padded[i : i + 3], weight) for i in range(len(word)))]:
        code = crc32(feature.encode("utf-8", "surrogatepass"))
        sums[(code >> 1) % size] += value if code & 1 else -value
    return np.array(sums, np.float32)
