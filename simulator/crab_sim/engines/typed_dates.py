"""Dates and times of day as people type them into fields."""

from __future__ import annotations

import re
from typing import Final

from crab_sim.engines.days import MONTHS, civil, day_of, month_length

__all__ = ["date_text", "parse_date", "parse_time"]

_ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)
_SLASHES: Final = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)
_WORDS: Final = re.compile(r"(\d{1,2})\.? ([A-Za-z]{3,9}),? (\d{4})", re.ASCII)
_TIME: Final = re.compile(r"(\d{1,2}):(\d{2})(?: ?([AaPp])[Mm])?", re.ASCII)


def date_text(day: int) -> str:
    """Returns a day since 1970 as a field shows it.

    >>> date_text(20740)
    '2026-10-14'
    """
    year, month, number = civil(day)
    return f"{year:04}-{month:02}-{number:02}"


def parse_date(text: str) -> int | None:
    """Returns the day since 1970 of a typed date, None if it is none.

    >>> parse_date("2026-10-14"), parse_date("10/14/2026"), parse_date("14 Oct 2026"), parse_date("2026-02-30")
    (20740, 20740, 20740, None)
    """
    text = text.strip()
    if match := _ISO.fullmatch(text):
        year, month, number = int(match[1]), int(match[2]), int(match[3])
    elif match := _SLASHES.fullmatch(text):
        year, month, number = int(match[3]), int(match[1]), int(match[2])
    elif match := _WORDS.fullmatch(text):
        name = match[2].casefold()
        months = [i + 1 for i, full in enumerate(MONTHS) if full.casefold().startswith(name)]
        if not months:
            return None
        year, month, number = int(match[3]), months[0], int(match[1])
    else:
        return None
    if not (1900 <= year <= 2200 and 1 <= month <= 12 and 1 <= number <= month_length(12 * year + month - 1)):
        return None
    return day_of(year, month, number)


def parse_time(text: str) -> int | None:
    """Returns the seconds since midnight of a typed time of day, None if it is none.

    >>> parse_time("14:05"), parse_time("2:05 pm"), parse_time("12:00 AM"), parse_time("24:00"), parse_time("13:00 PM")
    (50700, 50700, 0, None, None)
    """
    match = _TIME.fullmatch(text.strip())
    if match is None:
        return None
    hour, minute = int(match[1]), int(match[2])
    if match[3]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match[3] in "Pp" else 0)
    return hour * 3600 + minute * 60 if hour < 24 and minute < 60 else None
