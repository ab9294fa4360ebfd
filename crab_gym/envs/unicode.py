"""The space of text.

* `Unicode` - strings of any characters, up to a length.
"""

from __future__ import annotations

from typing import Any

import gymnasium as gym
from numpy.random import Generator

__all__ = ["Unicode"]

_LETTERS = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ.,:;!?-0123456789\n"
_LONGEST_SAMPLE = 64


class Unicode(gym.Space[str]):
    """Strings of any characters, up to a length.

    Unlike Gymnasium's ``Text``, it needs no list of all its characters, and a vector environment with shared memory
    refuses it instead of returning outdated strings.

    Args:
        max_length: Limit of a string's length, in characters.
        seed: Seed of `sample`, which draws short ASCII strings.

    Raises:
        ValueError: `max_length` isn't a whole number of at least 0.

    Example:
        >>> space = Unicode(10, seed=0)
        >>> "Grüße" in space, "Ελληνικά και" in space, b"bytes" in space
        (True, False, False)
        >>> space.sample() in space
        True
    """

    def __init__(self, max_length: int = 100_000, seed: int | Generator | None = None) -> None:
        if type(max_length) is not int or max_length < 0:
            raise ValueError(f"max_length is {max_length!r}; expected a whole number of characters, at least 0")
        self.max_length = max_length
        super().__init__(None, None, seed)

    @property
    def is_np_flattenable(self) -> bool:
        """False: text has no fixed size."""
        return False

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> str:
        """Returns a random string.

        Raises:
            ValueError: A mask or probabilities are given, which this space doesn't support.
        """
        if mask is not None or probability is not None:
            raise ValueError("Unicode takes no mask and no probability")
        length = int(self.np_random.integers(min(self.max_length, _LONGEST_SAMPLE) + 1))
        return "".join(_LETTERS[index] for index in self.np_random.integers(len(_LETTERS), size=length).tolist())

    def contains(self, x: Any) -> bool:
        """Returns whether a value is text that isn't too long."""
        return isinstance(x, str) and len(x) <= self.max_length

    def to_jsonable(self, sample_n: Any) -> list[str]:
        """Returns a batch of strings as JSON data, which strings are already."""
        return list(sample_n)

    def from_jsonable(self, sample_n: list[Any]) -> list[str]:
        """Returns a batch of strings from JSON data."""
        return list(sample_n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unicode) and self.max_length == other.max_length

    def __hash__(self) -> int:
        return hash((Unicode, self.max_length))

    def __repr__(self) -> str:
        return f"Unicode({self.max_length})"
