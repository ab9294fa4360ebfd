"""The values of ``awk``: numbers, texts, and texts from input that may be numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Final, TypeAlias

_NUMBER = re.compile(r"\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?")


class Input(str):
    """Text that came from input: it compares as a number when it looks like one."""

    __slots__ = ()


UNSET: Final = Input("")
Value: TypeAlias = float | str


def to_number(value: Value) -> float:
    """Returns the number that a value begins with, 0 without one."""
    if isinstance(value, float):
        return value
    found = _NUMBER.match(value[:400])
    return float(found[0]) if found else 0.0


def is_numeric(value: Value) -> bool:
    """Returns whether a value compares as a number."""
    if isinstance(value, float) or value is UNSET:
        return True
    if not isinstance(value, Input):
        return False
    found = _NUMBER.match(value[:400])
    return found is not None and not value[found.end() :].strip()


def to_integer(value: float) -> int:
    """Cuts a number to an integer; what is not finite becomes 0."""
    return int(value) if math.isfinite(value) and abs(value) < 1e300 else 0


def convert(letter: str, flags: str, precision: int | None, text: str, number: float) -> str | None:
    """Converts one value for printf; None for an unknown letter."""
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


def _substr(texts: list[str], numbers: list[float]) -> str:
    text = texts[0]
    start = numbers[1]
    end = start + numbers[2] if len(numbers) > 2 else math.inf
    if math.isnan(start) or math.isnan(end):
        return ""
    first = max(1, _round(start))
    last = len(text) + 1 if end == math.inf else min(len(text) + 1, _round(end))
    return text[first - 1 : last - 1] if last > first else ""


def _round(value: float) -> int:
    return round(max(-1e9, min(value, 1e9)))


SIMPLE: dict[str, Callable[[list[str], list[float]], Value]] = {
    "substr": _substr,
    "index": lambda t, n: float(t[0].find(t[1]) + 1),
    "tolower": lambda t, n: t[0].lower(),
    "toupper": lambda t, n: t[0].upper(),
    "int": lambda t, n: float(math.trunc(n[0])) if math.isfinite(n[0]) else n[0],
    "sqrt": lambda t, n: math.sqrt(n[0]),
    "exp": lambda t, n: math.exp(n[0]),
    "log": lambda t, n: math.log(n[0]) if n[0] > 0 else -math.inf if n[0] == 0 else math.nan,
    "sin": lambda t, n: math.sin(n[0]),
    "cos": lambda t, n: math.cos(n[0]),
    "atan2": lambda t, n: math.atan2(n[0], n[1]),
}
