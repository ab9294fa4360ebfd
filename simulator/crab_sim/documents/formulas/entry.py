"""Typed text as the content of a cell: numbers, percentages, amounts, dates, times, truth values, formulas, texts."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.documents.formulas.formats import CURRENCY, DATE, GENERAL, ISO_DATE, PERCENT, PERCENT_2, SCIENTIFIC, TIME
from crab_sim.documents.formulas.tokens import normalised
from crab_sim.documents.formulas.values import Value, parse_number, serial_date

__all__ = ["Entry", "read_entry"]

_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?")
_US = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?(?: (\d{1,2}):(\d{2})(?::(\d{2}))?)?")
_TIME = re.compile(r"(\d{1,4}):(\d{2})(?::(\d{2})(\.\d+)?)?( ?[AaPp][Mm])?")
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?")
_LONGEST: Final = 60


class Entry(NamedTuple):
    """The content that typed text gives a cell.

    Attributes:
        value: Its value, None for a formula.
        formula: Its formula, ``""`` for a value.
        format: The format that the text asks for, such as that of a percentage; `GENERAL` for none.
    """

    value: Value
    formula: str = ""
    format: str = GENERAL


@lru_cache(maxsize=4096)
def read_entry(typed: str, year: int = 2026) -> Entry:
    """Returns the content that typed text gives a cell.

    Args:
        typed: The text.
        year: The year of dates that have none.

    >>> read_entry("12.50").value, read_entry("8%"), read_entry("'007").value, read_entry("=a1+1").formula
    (12.5, Entry(value=0.08, formula='', format='0%'), '007', '=A1+1')
    >>> read_entry("2024-02-29")
    Entry(value=45351.0, formula='', format='YYYY-MM-DD')
    """
    if not typed:
        return Entry(None)
    if len(typed) > 1 and typed[0] == "=":
        return Entry(None, normalised(typed))
    if len(typed) > 1 and typed[0] in "+-" and any([char in "+-*/^&(" for char in typed[1:]]):
        if parse_number(typed) is None and typed[1] != " ":
            return Entry(None, normalised("=" + (typed[1:] if typed[0] == "+" else typed)))
    if typed[0] == "'":
        return Entry(typed[1:])
    plain = typed.strip()
    if not plain or len(plain) > _LONGEST or not plain.isascii():
        return Entry(typed)
    value = parse_number(plain)
    if value is not None:
        return Entry(value, "", SCIENTIFIC if "e" in plain.lower() else GENERAL)
    return _special(plain) or _dated(plain, year) or Entry(typed)


def _special(plain: str) -> Entry | None:
    """Reads truth values, percentages, amounts of money and numbers in groups of three digits."""
    if plain.upper() in ("TRUE", "FALSE"):
        return Entry(plain.upper() == "TRUE")
    if plain.endswith("%"):
        share = _grouped(plain[:-1].strip())
        if share is not None:
            return Entry(share / 100, "", PERCENT if "." not in plain else PERCENT_2)
    sign = -1.0 if plain.startswith("-") else 1.0
    rest = plain.removeprefix("-")
    if rest.startswith("$"):
        amount = _grouped(rest[1:].strip())
        if amount is not None:
            return Entry(sign * amount, "", CURRENCY)
    value = _grouped(plain)
    return None if value is None else Entry(value)


def _grouped(plain: str) -> float | None:
    return parse_number(plain.replace(",", "") if _GROUPED.fullmatch(plain) else plain)


def _dated(plain: str, year: int) -> Entry | None:
    match = _ISO.fullmatch(plain)
    if match is not None:
        day = serial_date(int(match[1]), int(match[2]), int(match[3]))
        clock = _clock(match[4], match[5], match[6])
        if day is not None and clock is not None:
            return Entry(day + clock, "", ISO_DATE if match[4] is None else f"{ISO_DATE} HH:MM:SS")
    match = _US.fullmatch(plain)
    if match is not None:
        typed_year = int(match[3]) if match[3] else year
        if typed_year < 100:
            typed_year += 2000 if typed_year < 30 else 1900
        day, clock = serial_date(typed_year, int(match[1]), int(match[2])), _clock(match[4], match[5], match[6])
        if day is not None and clock is not None:
            return Entry(day + clock, "", DATE if match[4] is None else f"{DATE} HH:MM")
    match = _TIME.fullmatch(plain)
    if match is not None and int(match[2]) < 60 and int(match[3] or 0) < 60:
        hours = int(match[1])
        half = (match[5] or "").strip().upper()
        if half and not 1 <= hours <= 12:
            return None
        if half:
            hours = hours % 12 + (12 if half == "PM" else 0)
        seconds = hours * 3600 + int(match[2]) * 60 + int(match[3] or 0) + float(match[4] or 0)
        code = "HH:MM:SS AM/PM" if half else TIME if hours < 24 else "[HH]:MM:SS"
        return Entry(seconds / 86_400, "", code)
    return None


def _clock(hours: str | None, minutes: str | None, seconds: str | None) -> float | None:
    if hours is None or minutes is None:
        return 0.0
    h, m, s = int(hours), int(minutes), int(seconds or 0)
    return (h * 3600 + m * 60 + s) / 86_400 if h < 24 and m < 60 and s < 60 else None
