"""Seeds that mean the same on every machine."""

from __future__ import annotations

from typing import Final

__all__ = ["seed_of"]

_PRIME: Final = 2**61 - 1


def seed_of(number: float) -> int:
    """Returns the whole number by which `random.Random` is seeded with a fraction where words have 64 bits.

    Python seeds it with the number's hash, which is another one where words have 32 bits, as in a browser.

    Args:
        number: A fraction from 0 to below 1, such as ``rng.random()`` returns.

    >>> seed_of(0.75) == hash(0.75)
    True
    """
    above, below = number.as_integer_ratio()
    return above * pow(below, -1, _PRIME) % _PRIME
