"""Telephone numbers as the phone compares them."""

from __future__ import annotations

from functools import lru_cache

__all__ = ["digits"]


@lru_cache(maxsize=4096)
def digits(number: str) -> str:
    """Returns the key by which phone numbers are compared: the digits, or the sender's name in lower case.

    >>> digits("+1 (206) 555-0143"), digits("Pharmacy")
    ('12065550143', 'pharmacy')
    """
    return "".join([char for char in number if char.isdecimal()]) or number.strip().casefold()
