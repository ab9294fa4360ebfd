"""Chance that follows from a seed: the draws of `random.Random`, in less time.

A machine's content takes hundreds of draws, and a reset makes much of it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, MutableSequence, Sequence
from typing import Protocol, TypeVar

__all__ = ["Chance"]

_T_co = TypeVar("_T_co", covariant=True)


class _Indexable(Protocol[_T_co]):
    """A list, or anything else with a length and indices."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> _T_co: ...


_T = TypeVar("_T")


class Chance(random.Random):
    """A seeded generator with the draws of a `random.Random` of the same seed.

    Its methods are those of Python 3.11 without their checks and calls, which take most of the time of small draws.

    >>> Chance("a").sample(range(9), 3) == random.Random("a").sample(range(9), 3)
    True
    """

    def choice(self, seq: _Indexable[_T]) -> _T:
        """Returns one of several things.

        Raises:
            IndexError: There is none.
        """
        count = len(seq)
        if not count:
            raise IndexError("there is nothing to choose from")
        bits = count.bit_length()
        at = self.getrandbits(bits)
        while at >= count:
            at = self.getrandbits(bits)
        return seq[at]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Returns a whole number from `start` and below `stop`, or from 0 and below `start` without a `stop`.

        Raises:
            ValueError: There is no such number.
        """
        if step != 1 or type(start) is not int:
            return super().randrange(start, stop, step)
        low, count = (0, start) if stop is None else (start, stop - start)
        if count <= 0:
            raise ValueError(f"randrange({start}, {stop}): there is no such number")
        bits = count.bit_length()
        drawn = self.getrandbits(bits)
        while drawn >= count:
            drawn = self.getrandbits(bits)
        return low + drawn

    def shuffle(self, x: MutableSequence[_T]) -> None:
        """Puts things into random order."""
        draw = self.getrandbits
        for last in range(len(x) - 1, 0, -1):
            bits = (last + 1).bit_length()
            at = draw(bits)
            while at > last:
                at = draw(bits)
            x[last], x[at] = x[at], x[last]

    def sample(self, population: Sequence[_T], k: int, *, counts: Iterable[int] | None = None) -> list[_T]:
        """Returns different ones of several things, in random order.

        Args:
            population: The things.
            k: How many of them.
            counts: How often each thing is there; None for once.

        Raises:
            ValueError: There are fewer than `k`.
        """
        count = len(population)
        if counts is not None or not 0 <= k <= count or k >= len(_MAX_LISTED):
            return super().sample(population, k, counts=counts)
        chosen: list[_T] = []
        draw = self.getrandbits
        if count > _MAX_LISTED[k]:
            taken: set[int] = set()
            bits = count.bit_length()
            while len(chosen) < k:
                at = draw(bits)
                if at < count and at not in taken:
                    taken.add(at)
                    chosen.append(population[at])
            return chosen
        left = list(population)
        for last in range(count - 1, count - 1 - k, -1):
            bits = (last + 1).bit_length()
            at = draw(bits)
            while at > last:
                at = draw(bits)
            chosen.append(left[at])
            left[at] = left[last]
        return chosen


_MAX_LISTED = tuple([21 + (4 ** math.ceil(math.log(3 * k, 4)) if k > 5 else 0) for k in range(64)])
"""By `k`, the most things that are listed to choose `k` of them; of more things, indices are drawn till they differ."""
