"""The rows of the Calendar's events, and the occurrences that follow from their repetition.

* `EventRow` - one event, perhaps repeating, with all columns of its table.
* `occurrences` - the occurrences within a stretch of time; `by_day` - the same, day by day.
* `repeat_name`, `repeat_text` - an event's repetition as a word and as a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.engines.days import DAY, MONTHS, WEEKDAYS, civil, day_name, day_of, month_length, month_of, weekday

__all__ = [
    "LAST_DAY", "LAST_WEEKDAY", "MONTH", "NTH_WEEKDAY", "SAME_DAY", "UNITS", "WEEK", "YEAR", "EventRow", "Occurrence",
    "Rows", "by_day", "day_code", "first_day", "last_day", "occurrences", "repeat_name", "repeat_step", "repeat_text",
]  # fmt: skip

WEEK: Final = 7 * DAY
MONTH: Final = 2_592_001  # stands for a month in the table; 30 days would mean every 30th day
YEAR: Final = 31_536_000
UNITS = {"daily": DAY, "weekly": WEEK, "monthly": MONTH, "yearly": YEAR}
"""The units of repetition, in seconds."""

SAME_DAY, LAST_WEEKDAY, LAST_DAY, NTH_WEEKDAY = 1, 2, 3, 4  # rules of events that repeat by months or years

_LONGEST = 366 * DAY  # a repeated event that goes on longer isn't found later, which bounds the search
_MAX_MONTHS = 6000  # 500 years, which bounds the search for the end of a series with a number of times


class EventRow(NamedTuple):
    """One event; times in whole seconds since 1970.

    Attributes:
        start: Start of the (first) occurrence; midnight for an all-day event.
        end: Its end; for an all-day event the midnight after its last day.
        repeat_interval: 0, or seconds: a multiple of a day, a week, `MONTH` or `YEAR`.
        repeat_rule: For weeks, a bit per weekday, 1 for Monday; for months or years, one of the rules above, or 0.
        repeat_limit: Above 0, the latest start of an occurrence; below 0, minus their number; 0 for no end.
        reminders: Minutes before the start, -1 for none.
        reminder_types: 0 for a notification, 1 for an e-mail.
        exceptions: Days that a series leaves out, such as ``"20261014"``.
        color: Android's signed 0xAARRGGBB, 0 for the calendar's own.

    The others are only columns of the table.
    """

    id: int
    title: str
    start: int
    end: int
    location: str = ""
    notes: str = ""
    all_day: bool = False
    repeat_interval: int = 0
    repeat_rule: int = 0
    repeat_limit: int = 0
    reminders: tuple[int, int, int] = (-1, -1, -1)
    reminder_types: tuple[int, int, int] = (0, 0, 0)
    exceptions: tuple[str, ...] = ()
    color: int = 0
    attendees: str = ""
    import_id: str = ""
    time_zone: str = "UTC"
    flags: int = 0
    event_type: int = 1
    parent_id: int = 0
    last_updated: int = 0
    source: str = "simple-calendar"
    availability: int = 0
    type: int = 0


Rows = tuple[EventRow, ...]


class Occurrence(NamedTuple):
    """One occurrence of an event."""

    row: EventRow
    start: int
    end: int


def first_day(start: int) -> int:
    """Returns the day on which something begins."""
    return start // DAY


def last_day(start: int, end: int) -> int:
    """Returns the last day of something; an end at midnight doesn't reach into the next day."""
    return max(start // DAY, (end - 1) // DAY)


def day_code(day: int) -> str:
    """Returns a day in the form of `EventRow.exceptions`.

    >>> day_code(20740)
    '20261014'
    """
    year, month, number = civil(day)
    return f"{year:04}{month:02}{number:02}"


def repeat_step(row: EventRow) -> tuple[str, int]:
    """Returns the unit in which an event repeats, and the number of units between; ``("", 0)`` for none.

    >>> repeat_step(EventRow(1, "", 0, 60, repeat_interval=2 * WEEK))
    ('weekly', 2)
    """
    interval = row.repeat_interval
    if interval < DAY:
        return "", 0
    for name, unit in (("yearly", YEAR), ("monthly", MONTH), ("weekly", WEEK), ("daily", DAY)):
        if interval % unit == 0:
            return name, interval // unit
    return "daily", interval // DAY


def repeat_name(row: EventRow) -> str:
    """Returns ``""``, ``"daily"``, ``"weekly"``, ``"monthly"`` or ``"yearly"``."""
    return repeat_step(row)[0]


_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_EVERY = {"daily": "day", "weekly": "week", "monthly": "month", "yearly": "year"}


def repeat_text(row: EventRow) -> str:
    """Returns an event's repetition as a sentence.

    >>> repeat_text(EventRow(1, "", 0, 60, repeat_interval=WEEK, repeat_rule=5, repeat_limit=-3))
    'Repeats weekly on Mon, Wed; 3 times'
    """
    name, step = repeat_step(row)
    if not name:
        return "Does not repeat"
    text = f"Repeats {name}" if step == 1 else f"Repeats every {step} {_EVERY[name]}s"
    day = first_day(row.start)
    number = civil(day)[2]
    if name == "weekly" and row.repeat_rule:
        text += " on " + ", ".join([WEEKDAYS[i][:3] for i in range(7) if row.repeat_rule >> i & 1])
    elif name == "monthly" and row.repeat_rule == LAST_DAY:
        text += " on the last day"
    elif name in ("monthly", "yearly") and row.repeat_rule in (LAST_WEEKDAY, NTH_WEEKDAY):
        nth = "last" if row.repeat_rule == LAST_WEEKDAY else _ORDINALS[(number - 1) // 7]
        text += f" on the {nth} {WEEKDAYS[weekday(day)]}"
    elif name == "monthly":
        text += f" on day {number}"
    elif name == "yearly":
        text += f" on {number} {MONTHS[civil(day)[1] - 1]}"
    if row.repeat_limit < 0:
        text += f"; {-row.repeat_limit} times" if row.repeat_limit < -1 else "; once"
    elif row.repeat_limit > 0:
        text += f"; until {day_name(row.repeat_limit // DAY)}"
    return text


# Occurrences --------------------------------------------------------------------------------------------------------


def _days(day: int, step: int, low: int, high: int) -> Iterator[tuple[int, int]]:
    """Yields (number in the series, day) of a series by days, at least those from `low` to `high`."""
    k = max(0, (low - day) // step)
    while day + k * step <= high:
        yield k, day + k * step
        k += 1


def _weeks(day: int, step: int, mask: int, low: int, high: int) -> Iterator[tuple[int, int]]:
    """Like `_days`, for a series by weeks on the weekdays of a mask."""
    chosen = [i for i in range(7) if mask >> i & 1] or [weekday(day)]
    monday = day - weekday(day)
    early = sum([i < weekday(day) for i in chosen])  # days of the first week that are before the series begins
    block = max(0, (low - monday) // (7 * step))
    while (base := monday + block * 7 * step) <= high:
        for place, i in enumerate(chosen):
            if base + i >= day:
                yield block * len(chosen) + place - early, base + i
        block += 1


def _in_month(day: int, rule: int, month: int) -> int | None:
    """Returns the day of a series by months in one month; None if the month has no such day.

    Args:
        day: The series' first day.
        rule: The rule by which it repeats.
        month: The month, counted from year 0.
    """
    number, length = civil(day)[2], month_length(month)
    first = day_of(month // 12, month % 12 + 1, 1)
    if rule == LAST_DAY:
        return first + length - 1
    if rule in (LAST_WEEKDAY, NTH_WEEKDAY):
        offset = (weekday(day) - weekday(first)) % 7
        if rule == LAST_WEEKDAY:
            return first + offset + (length - 1 - offset) // 7 * 7
        number = offset + (number - 1) // 7 * 7 + 1
    return first + number - 1 if number <= length else None


def _months(day: int, step: int, rule: int, counted: bool, low: int, high: int) -> Iterator[tuple[int, int]]:
    """Like `_days`, for a series by months; months without such a day are left out and don't count."""
    start = month_of(day)
    k = 0 if counted else max(0, (month_of(low) - start) // step)
    number = 0
    for month in range(start + k * step, min(month_of(high), start + (k + _MAX_MONTHS) * step) + 1, step):
        then = _in_month(day, rule, month)
        if then is not None and then >= day:
            yield number, then
            number += 1


def _series(row: EventRow, low: int, high: int) -> Iterator[tuple[int, int]]:
    """Yields (number in the series, day) of a repeating event, in order."""
    name, step = repeat_step(row)
    day = first_day(row.start)
    if name == "daily":
        return _days(day, step, low, high)
    if name == "weekly":
        return _weeks(day, step, row.repeat_rule, low, high)
    months = step if name == "monthly" else 12 * step
    return _months(day, months, row.repeat_rule, row.repeat_limit < 0, low, high)


def _of_row(row: EventRow, start: int, end: int) -> Iterator[Occurrence]:
    length = max(0, row.end - row.start)
    if not repeat_name(row):
        if row.start < end and (row.start + length > start or row.start >= start):
            yield Occurrence(row, row.start, row.start + length)
        return
    time, limit = row.start % DAY, row.repeat_limit
    for number, day in _series(row, (start - min(length, _LONGEST)) // DAY, end // DAY):
        begin = day * DAY + time
        if begin >= end or (limit > 0 and begin > limit) or (limit < 0 and number >= -limit):
            return
        if (begin + length > start or begin >= start) and day_code(day) not in row.exceptions:
            yield Occurrence(row, begin, begin + length)


@lru_cache(maxsize=256)
def occurrences(rows: Rows, start: int, end: int) -> tuple[Occurrence, ...]:
    """Returns the occurrences that begin or go on between `start` and `end` (seconds, `end` excluded), in order.

    >>> row = EventRow(1, "Run", 25_200, 28_800, repeat_interval=2 * DAY, repeat_limit=-2)
    >>> [one.start // DAY for one in occurrences((row,), 0, 30 * DAY)]
    [0, 2]
    """
    found = [one for row in rows for one in _of_row(row, start, end)]
    return tuple(sorted(found, key=lambda one: (one.start, one.end, one.row.id)))


@lru_cache(maxsize=256)
def by_day(rows: Rows, first: int, last: int) -> Mapping[int, tuple[Occurrence, ...]]:
    """Returns the occurrences on each of the days `first` to `last` that has any, all-day events first."""
    days: dict[int, list[Occurrence]] = {}
    for one in occurrences(rows, first * DAY, (last + 1) * DAY):
        for day in range(max(first, first_day(one.start)), min(last, last_day(one.start, one.end)) + 1):
            days.setdefault(day, []).append(one)
    return {
        day: tuple(sorted(days[day], key=lambda one: (not one.row.all_day, one.start, one.end, one.row.id)))
        for day in sorted(days)
    }
