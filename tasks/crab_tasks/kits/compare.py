"""Normal forms in which evaluators compare texts, telephone numbers and files."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from crab_gym.devices.footprints import Matcher

__all__ = ["digest", "digits", "same_number", "same_text", "squeezed"]


@lru_cache(maxsize=1024)
def digits(number: str) -> str:
    """Returns a telephone number's digits."""
    return "".join([char for char in number if char.isdecimal()])


def squeezed(text: str) -> str:
    """Returns a text with one blank for each run of blanks and line breaks: layouts differ in these."""
    return " ".join(text.split())


def same_number(number: str) -> Matcher:
    """Returns a function that accepts this telephone number, however it is written."""
    return lambda value: isinstance(value, str) and digits(value) == digits(number)


def same_text(text: str) -> Matcher:
    """Returns a function that accepts this text, with any blanks around it."""
    return lambda value: isinstance(value, str) and value.strip() == text


@lru_cache(maxsize=64)
def digest(data: bytes) -> str:
    """Returns a short name for a file's content."""
    return hashlib.sha256(data).hexdigest()[:24]
