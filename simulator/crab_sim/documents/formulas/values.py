"""Values of cells, and their conversion and comparison as LibreOffice Calc does it.

* `Value`, `SheetError` - the value of a cell. `FormulaError` - raised where a formula has an error for its value.
* `number`, `text`, `truth` - conversions. `compare`, `equal` - the order of values.
"""

from __future__ import annotations

import datetime
import math
import re
from typing import Final, NamedTuple, TypeAlias

__all__ = [
    "BAD_ARGUMENT",
    "BAD_NAME",
    "BAD_PARAMETERS",
    "BAD_PARENTHESES",
    "BAD_REFERENCE",
    "BAD_VALUE",
    "CIRCULAR",
    "DIVISION",
    "ERRORS",
    "LONGEST",
    "MISSING",
    "NOT_AVAILABLE",
    "OVERFLOW",
    "FormulaError",
    "SheetError",
    "Value",
    "add",
    "compare",
    "equal",
    "general",
    "holds",
    "limited",
    "number",
    "parse_number",
    "serial_date",
    "subtract",
    "text",
    "truth",
]  # fmt: skip


class SheetError(NamedTuple):
    """An error as the value of a cell; `code` is its text, such as ``"#DIV/0!"``."""

    code: str


Value: TypeAlias = float | str | bool | SheetError | None
"""A number, a text, a truth value, an error, or None for an empty cell."""

DIVISION: Final = SheetError("#DIV/0!")
BAD_NAME: Final = SheetError("#NAME?")
BAD_REFERENCE: Final = SheetError("#REF!")
BAD_VALUE: Final = SheetError("#VALUE!")
NOT_AVAILABLE: Final = SheetError("#N/A")
OVERFLOW: Final = SheetError("#NUM!")
BAD_ARGUMENT: Final = SheetError("Err:502")
BAD_PARAMETERS: Final = SheetError("Err:504")
BAD_PARENTHESES: Final = SheetError("Err:508")
MISSING: Final = SheetError("Err:510")
CIRCULAR: Final = SheetError("Err:522")
ERRORS: Final = (DIVISION, BAD_NAME, BAD_REFERENCE, BAD_VALUE, NOT_AVAILABLE, OVERFLOW)
"""The errors that can be written in a formula."""

LONGEST: Final = 32_767
"""Characters of the longest text of a cell."""

_EPOCH: Final = datetime.date(1899, 12, 30).toordinal()
_ISO_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?")
_NEAR = 2.0**-48  # two numbers whose difference is smaller than this share of them count as equal


class FormulaError(Exception):
    """Raised while a formula is computed, whose value is then the error."""

    def __init__(self, error: SheetError) -> None:
        super().__init__(error.code)
        self.error = error


def parse_number(typed: str) -> float | None:
    """Returns the number of a plain text, None if it is none.

    >>> parse_number(" 12.5 "), parse_number("1e3"), parse_number("12a")
    (12.5, 1000.0, None)
    """
    typed = typed.strip()
    if len(typed) > 60 or not typed.isascii() or _NUMBER.fullmatch(typed) is None:
        return None
    value = float(typed)
    return value if math.isfinite(value) else None


def serial_date(year: int, month: int, day: int) -> float | None:
    """Returns the days since 1899-12-30 of a date, None if there is no such day."""
    if not (1 <= month <= 12 and 1 <= day <= 31 and 1583 <= year <= 9956):
        return None
    try:
        return float(datetime.date(year, month, day).toordinal() - _EPOCH)
    except ValueError:
        return None


def number(value: Value) -> float:
    """Returns a value as a number; a text counts if it is plainly one, or an ISO date.

    Raises:
        FormulaError: It is no number.
    """
    if isinstance(value, bool):
        return 1.0 if value else 0.0
    if isinstance(value, float):
        return value
    if value is None:
        return 0.0
    if isinstance(value, SheetError):
        raise FormulaError(value)
    parsed = parse_number(value)
    if parsed is not None:
        return parsed
    match = _ISO_DATE.fullmatch(value.strip())
    if match is not None:
        date = serial_date(int(match[1]), int(match[2]), int(match[3]))
        if date is not None:
            return date
    raise FormulaError(BAD_VALUE)


def general(value: float, digits: int = 15) -> str:
    """Returns a number as text, with at most so many significant digits.

    >>> general(0.1 + 0.2), general(1e21), general(-2.5), general(1 / 3, 10)
    ('0.3', '1E+21', '-2.5', '0.3333333333')
    """
    if value == 0:
        return "0"
    shown = f"{value:.{digits}g}"
    mantissa, _, exponent = shown.partition("e")
    power = int(exponent) if exponent else 0
    if exponent and -5 <= power < 0:
        shown = f"{value:.{digits - power}f}"
        return shown.rstrip("0").rstrip(".")
    if not exponent:
        return mantissa
    if 0 < power < 20:
        return f"{value:.0f}"
    return f"{mantissa}E{'+' if power > 0 else '-'}{abs(power):02d}"


def text(value: Value) -> str:
    """Returns a value as text.

    Raises:
        FormulaError: It is an error.
    """
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"  # truth values are numbers that are only shown as words
    if isinstance(value, SheetError):
        raise FormulaError(value)
    return general(value)


def limited(result: str) -> str:
    """Returns a text that a cell can hold.

    Raises:
        FormulaError: It is longer.
    """
    if len(result) > LONGEST:
        raise FormulaError(BAD_ARGUMENT)
    return result


def truth(value: Value) -> bool:
    """Returns a value as a truth value.

    Raises:
        FormulaError: It is a text or an error.
    """
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        folded = value.strip().upper()
        if folded in ("TRUE", "FALSE"):
            return folded == "TRUE"
        return number(value) != 0
    return number(value) != 0


def _close(a: float, b: float) -> bool:
    return a == b or abs(a - b) < _NEAR * max(abs(a), abs(b))


def add(a: float, b: float) -> float:
    """Returns a sum, 0 where it is only a rounding error.

    >>> add(0.3, -(0.1 + 0.2))
    0.0
    """
    if (a < 0) != (b < 0) and _close(a, -b):
        return 0.0
    return a + b


def subtract(a: float, b: float) -> float:
    """Returns a difference like `add`."""
    return add(a, -b)


def _rank(value: Value) -> int:
    if isinstance(value, str):
        return 1
    return 0


def compare(a: Value, b: Value) -> int:
    """Returns -1, 0 or 1: numbers come before texts, texts regardless of case; an empty cell is 0 or an empty text.

    Raises:
        FormulaError: One of them is an error.

    >>> compare(2.0, "a"), compare("A", "a"), compare(None, 0.0), compare(None, "")
    (-1, 0, 0, 0)
    """
    if isinstance(a, SheetError):
        raise FormulaError(a)
    if isinstance(b, SheetError):
        raise FormulaError(b)
    if a is None and isinstance(b, str):
        a = ""
    if b is None and isinstance(a, str):
        b = ""
    if _rank(a) != _rank(b):
        return -1 if _rank(a) < _rank(b) else 1
    if isinstance(a, str) and isinstance(b, str):
        one, two = a.casefold(), b.casefold()
        return (one > two) - (one < two)
    left, right = number(a), number(b)
    return 0 if _close(left, right) else -1 if left < right else 1


def equal(a: Value, b: Value) -> bool:
    """Returns whether two values are equal; see `compare`."""
    return compare(a, b) == 0


def holds(op: str, a: Value, b: Value) -> bool:
    """Returns whether a comparison of two values holds; see `compare`.

    Raises:
        FormulaError: One of them is an error.

    >>> holds("<=", 2.0, "a"), holds("<>", "A", "a")
    (True, False)
    """
    order = compare(a, b)
    match op:
        case "=":
            return order == 0
        case "<>":
            return order != 0
        case "<":
            return order < 0
        case ">":
            return order > 0
        case "<=":
            return order <= 0
    return order >= 0
