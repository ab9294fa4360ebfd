"""The values of ``awk``: numbers, texts, and texts from input that may be numbers."""

from __future__ import annotations

import math
import re
from typing import Final, NamedTuple, TypeAlias

_NUMBER = re.compile(r"\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?")


class InputText(str):
    """Text from input: it compares as a number if it looks like one."""

    __slots__ = ()


UNSET: Final = InputText("")
Value: TypeAlias = float | str


class Frame(NamedTuple):
    """The parameters of one call of a function: those that hold values, and those that are arrays."""

    values: dict[str, Value]
    arrays: dict[str, dict[str, Value]]


def to_number(value: Value) -> float:
    """Returns the number that a value begins with, 0 without one."""
    if isinstance(value, float):
        return value
    match = _NUMBER.match(value[:400])
    return float(match[0]) if match else 0.0


def is_numeric(value: Value) -> bool:
    """Returns whether a value compares as a number."""
    if isinstance(value, float) or value is UNSET:
        return True
    if not isinstance(value, InputText):
        return False
    match = _NUMBER.match(value[:400])
    return match is not None and not value[match.end() :].strip()


def to_integer(value: float) -> int:
    """Truncates a number to an integer; infinities and NaN become 0."""
    return int(value) if math.isfinite(value) and abs(value) < 1e300 else 0


def convert(letter: str, flags: str, precision: int | None, text: str, number: float) -> str | None:
    """Converts one value for ``printf``.

    Args:
        letter: the letter of the directive.
        flags: the characters behind ``%``.
        precision: digits, or characters of a text; None when not given.
        text: the value as text.
        number: the value as a number.

    Returns:
        the text, or None for an unknown letter.
    """
    if letter == "s":
        return text if precision is None or precision < 0 else text[:precision]
    if letter == "c":
        code = to_integer(number)
        return chr(code) if _NUMBER.fullmatch(text) and 0 < code < 0xD800 else text[:1]
    sign = "+" if "+" in flags else " " if " " in flags else "-"
    if letter in "eEfFgG":
        return f"{number:{sign}.{6 if precision is None or precision < 0 else precision}{letter}}"
    if letter in "dixXou":
        value = to_integer(number)
        digits = f"{abs(value):{letter if letter in 'xXo' else 'd'}}".rjust(max(0, precision or 0), "0")
        return ("-" if value < 0 else sign.strip("-")) + digits
    return None
