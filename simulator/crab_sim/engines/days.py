"""Arithmetic and names of dates, given as days since 1970; all is UTC.

A month is counted as ``12 * year + month - 1``, so that the next one is one more; weeks begin on Monday.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

__all__ = [
    "DAY",
    "MONTHS",
    "WEEKDAYS",
    "civil",
    "day_name",
    "day_of",
    "full_day",
    "month_length",
    "month_name",
    "month_of",
    "short_day",
    "weekday",
]

DAY: Final = 86_400
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@lru_cache(maxsize=4096)
def civil(day: int) -> tuple[int, int, int]:
    """Returns year, month and day of the month of a day since 1970, for any whole number.

    >>> civil(0), civil(20_740)
    ((1970, 1, 1), (2026, 10, 14))
    """
    era, rest = divmod(day + 719_468, 146_097)  # 400 years, beginning with 1 March
    year = (rest - rest // 1460 + rest // 36_524 - rest // 146_096) // 365
    rest -= 365 * year + year // 4 - year // 100
    month = (5 * rest + 2) // 153
    return 400 * era + year + (month >= 10), (month + 2) % 12 + 1, rest - (153 * month + 2) // 5 + 1


def day_of(year: int, month: int, day: int) -> int:
    """Returns the day since 1970 of a date.

    >>> day_of(2026, 10, 14)
    20740
    """
    year -= month <= 2
    era, year = divmod(year, 400)
    rest = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return era * 146_097 + 365 * year + year // 4 - year // 100 + rest - 719_468


def weekday(day: int) -> int:
    """Returns the day of the week, 0 for Monday."""
    return (day + 3) % 7


def month_length(month: int) -> int:
    """Returns the number of days of a month, counted as ``12 * year + month - 1``."""
    year, index = divmod(month, 12)
    return 28 + (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)) if index == 1 else 30 + (index % 7 + 1) % 2


def day_name(day: int) -> str:
    """Returns a date such as ``"14 October 2026"``."""
    year, month, number = civil(day)
    return f"{number} {MONTHS[month - 1]} {year}"


def full_day(day: int) -> str:
    """Returns a date such as ``"Wednesday, 14 October 2026"``."""
    return f"{WEEKDAYS[weekday(day)]}, {day_name(day)}"


def short_day(day: int, year: bool = False) -> str:
    """Returns a date such as ``"Wed, 14 Oct"``, with the year if asked for."""
    number, month, of_month = civil(day)
    text = f"{WEEKDAYS[weekday(day)][:3]}, {of_month} {MONTHS[month - 1][:3]}"
    return f"{text} {number}" if year else text


def month_name(month: int) -> str:
    """Returns a month, counted as ``12 * year + month - 1``, such as ``"October 2026"``."""
    return f"{MONTHS[month % 12]} {month // 12}"


def month_of(day: int) -> int:
    """Returns the month of a day, counted as ``12 * year + month - 1``."""
    year, month, _ = civil(day)
    return 12 * year + month - 1
