"""The days on which events of a calendar fall, repeating ones too.

Days are numbers, counted from 1 January 1970. A repeating event has ``interval``, in seconds: a multiple of a day, of a
week, of `MONTH` or of `YEAR`; ``rule``, a bit per weekday for weeks (1 for Monday), one of the rules below for months
and years; and ``limit``: above 0, the latest start; below 0, minus the number of times.
"""

from __future__ import annotations

import datetime
from typing import Any

__all__ = ["DAY", "MONTH", "UNITS", "YEAR", "date_of", "day_of", "falls", "lasts", "said", "step_of"]

DAY = 86_400
WEEK = 7 * DAY
MONTH = 2_592_001
"""Stands for a month; 30 days would mean every 30th day."""
YEAR = 31_536_000
UNITS = {"daily": DAY, "weekly": WEEK, "monthly": MONTH, "yearly": YEAR}
"""The units of repetition, in seconds."""
_LAST_WEEKDAY, _LAST_DAY, _NTH_WEEKDAY = 2, 3, 4
_EPOCH = datetime.date(1970, 1, 1).toordinal()
_LONGEST = 366  # days of an event that are shown
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_ORDINALS = ("first", "second", "third", "fourth", "fifth")

Row = dict[str, Any]


def date_of(day: int) -> datetime.date:
    """Returns the date of a day."""
    return datetime.date.fromordinal(day + _EPOCH)


def day_of(date: datetime.date) -> int:
    """Returns the day of a date."""
    return date.toordinal() - _EPOCH


def _weekday(day: int) -> int:
    return (day + 3) % 7


def step_of(row: Row) -> tuple[str, int]:
    """Returns the unit in which an event repeats, and the number of units between; ``("", 0)`` for none."""
    for name, unit in reversed(UNITS.items()):
        if row["interval"] >= DAY and row["interval"] % unit == 0:
            return name, row["interval"] // unit
    return "", 0


def lasts(row: Row) -> int:
    """Returns the number of days after its first one on which an event goes on."""
    start, end = int(row["start"]), int(row["end"])
    return min(_LONGEST, max(0, (end - 1) // DAY - start // DAY))


def _in_month(first: int, rule: int, day: int) -> int | None:
    """Returns the day of a series by months in the month of a day; None if that month has no such day."""
    date, begun = date_of(day), date_of(first)
    start = day - date.day + 1
    length = day_of((date.replace(day=28) + datetime.timedelta(days=4)).replace(day=1)) - start
    number = begun.day
    if rule == _LAST_DAY:
        number = length
    elif rule in (_LAST_WEEKDAY, _NTH_WEEKDAY):
        offset = (_weekday(first) - _weekday(start)) % 7
        weeks = (length - 1 - offset) // 7 if rule == _LAST_WEEKDAY else (number - 1) // 7
        number = offset + weeks * 7 + 1
    return start + number - 1 if number <= length else None


def _in_series(row: Row, day: int) -> bool:
    """Returns whether a day belongs to a series that had neither an end nor exceptions."""
    first, (unit, step) = int(row["start"]) // DAY, step_of(row)
    if day < first or not unit:
        return day == first
    if unit == "daily":
        return (day - first) % step == 0
    if unit == "weekly":
        weeks = (day - _weekday(day) - first + _weekday(first)) // 7
        mask = row["rule"] & 0b1111111 or 1 << _weekday(first)
        return weeks % step == 0 and bool(mask >> _weekday(day) & 1)
    date, begun = date_of(day), date_of(first)
    months = (date.year - begun.year) * 12 + date.month - begun.month
    return months % (step if unit == "monthly" else 12 * step) == 0 and _in_month(first, row["rule"], day) == day


def falls(row: Row, day: int) -> bool:
    """Returns whether an event begins on a day."""
    if not _in_series(row, day) or date_of(day).strftime("%Y%m%d") in row["exceptions"]:
        return False
    start, limit = int(row["start"]), row["limit"]
    if not row["interval"] or limit == 0:
        return True
    if limit > 0:
        return bool(day * DAY + start % DAY <= limit)
    earlier = sum([_in_series(row, other) for other in range(start // DAY, day)])
    return bool(earlier < -limit)


def said(row: Row) -> str:
    """Returns an event's repetition in words."""
    unit, step = step_of(row)
    if not unit:
        return "Does not repeat"
    noun = {"daily": "day", "weekly": "week", "monthly": "month", "yearly": "year"}[unit]
    text = f"Repeats {unit}" if step == 1 else f"Repeats every {step} {noun}s"
    first = int(row["start"]) // DAY
    nth = "last" if row["rule"] == _LAST_WEEKDAY else _ORDINALS[(date_of(first).day - 1) // 7]
    if unit == "weekly" and row["rule"]:
        text += " on " + ", ".join([_WEEKDAYS[i] for i in range(7) if row["rule"] >> i & 1])
    elif unit in ("monthly", "yearly") and row["rule"] in (_LAST_WEEKDAY, _NTH_WEEKDAY):
        text += f" on the {nth} {_WEEKDAYS[_weekday(first)]}"
    elif unit == "monthly":
        text += " on the last day" if row["rule"] == _LAST_DAY else f" on day {date_of(first).day}"
    if row["limit"] < 0:
        text += f", {-row['limit']} times"
    elif row["limit"] > 0:
        until = date_of(row["limit"] // DAY)
        text += f", until {until.day} {until.strftime('%B %Y')}"
    return text
