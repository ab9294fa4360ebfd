"""Days and times as tools take them and tell them.

* `day_text`, `time_text`, `moment_text` - moments as tools tell them.
* `day_number`, `minute_of_day`, `length` - moments and times as tools take them; `END_DAY` - a bound of theirs.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Final

from crab_sim.machine.machine import ActionRefused

__all__ = ["END_DAY", "day_number", "day_text", "length", "minute_of_day", "moment_text", "time_text"]

_EPOCH: Final = date(1970, 1, 1).toordinal()
END_DAY: Final = date(2100, 1, 1).toordinal() - _EPOCH
"""The day, counted from 1970, before which the days lie that tools take."""
_LONGEST: Final = 366 * 24 * 60
_TIME: Final = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")


def day_number(text: str) -> int:
    """Returns a date's day, counted from 1970.

    >>> day_number("1970-01-02")
    1
    """
    try:
        day = date.fromisoformat(text.strip()).toordinal() - _EPOCH
    except ValueError:
        raise ActionRefused(f"the date is {text[:40]!r}; expected one such as 2026-05-04") from None
    if not 0 <= day < END_DAY:
        raise ActionRefused(f"the date is {text[:40]!r}; expected one from 1970 to 2099")
    return day


def length(minutes: int) -> int:
    """Returns a number of minutes that something may take.

    >>> length(90)
    90
    """
    if not 0 < minutes <= _LONGEST:
        raise ActionRefused(f"the length is {minutes} minutes; expected 1 to {_LONGEST}")
    return minutes


def minute_of_day(text: str) -> int:
    """Returns a time's minute in the day.

    >>> minute_of_day("09:30")
    570
    """
    match = _TIME.fullmatch(text.strip())
    if match is None:
        raise ActionRefused(f"the time is {text[:40]!r}; expected one such as 09:30")
    return 60 * int(match[1]) + int(match[2])


def day_text(day: int) -> str:
    """Returns the date of a day that is counted from 1970.

    >>> day_text(1)
    '1970-01-02'
    """
    return date.fromordinal(day + _EPOCH).isoformat()


def time_text(minute: int) -> str:
    """Returns a minute of a day as a time.

    >>> time_text(570)
    '09:30'
    """
    return f"{minute // 60:02}:{minute % 60:02}"


def moment_text(seconds: float) -> str:
    """Returns a moment in seconds since 1970 as date and time.

    >>> moment_text(86_460)
    '1970-01-02 00:01'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
