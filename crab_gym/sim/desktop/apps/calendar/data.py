"""Data of Calendar: its events, those of a day, and dates and times as people type them.

State: slice ``"events"``, a tuple of `EventRow`.
"""

from __future__ import annotations

import random
import re
from functools import lru_cache
from typing import Final, NamedTuple

from crab_gym.sim.content import words
from crab_gym.sim.engines.days import DAY, MONTHS, civil, day_of, month_length
from crab_gym.sim.machine.rows import next_id
from crab_gym.sim.machine.slices import Slice

__all__ = [
    "EVENTS", "EventRow", "Rows", "add", "by_day", "date_text", "last_day", "parse_date", "parse_time", "search",
    "seed",
]  # fmt: skip


class EventRow(NamedTuple):
    """One event.

    Attributes:
        start: Its beginning in seconds since 1970; midnight for one that takes whole days.
        end: Its end; for one that takes whole days the midnight after the last.
        all_day: Whether it takes whole days.
    """

    id: int
    title: str
    start: int
    end: int
    location: str = ""
    notes: str = ""
    all_day: bool = False


Rows = tuple[EventRow, ...]

EVENTS: Final = Slice[Rows]("events")

_MEETINGS: Final = (
    ("Dentist", 45, "14 Mill Street"), ("Budget review", 60, "Room 204"), ("Roof inspection", 90, ""),
    ("Haircut", 30, "Corner Salon"), ("Car service", 60, "Westside Garage"), ("Parents' evening", 90, "Oak School"),
    ("Open-air concert", 150, "Riverside Park"), ("Vet appointment", 30, ""), ("Drawing class", 120, "Studio 3"),
    ("Flat viewing", 30, "27 Harbour Road"), ("Blood donation", 45, "City Clinic"), ("Team meeting", 60, "Room 310"),
)  # fmt: skip
_TOGETHER: Final = (("Lunch with {}", 60, "Café Linden"), ("Call {}", 30, ""), ("Tennis with {}", 90, "Court 2"))


def seed(rng: random.Random, now: float) -> Rows:
    """Returns 13 to 17 events around the day of booting."""
    today = int(now // DAY)
    count = rng.randrange(9, 13)
    drafts = rng.sample(_MEETINGS, count)
    drafts += [(text.format(rng.choice(words.FIRST_NAMES)), long, place) for text, long, place in _TOGETHER]
    rows = []
    for i, (title, minutes, place) in enumerate(drafts):
        day = today + (i - 1 if i < 3 else rng.randrange(-12, 26))
        start = day * DAY + rng.randrange(32, 74) * 900
        note = rng.choice(words.NOTES) if rng.random() < 0.3 else ""
        rows.append(EventRow(0, title, start, start + 60 * minutes, place, note))
    trip = today + rng.randrange(4, 18)
    rows.append(EventRow(0, "Weekend trip", trip * DAY, (trip + rng.randrange(2, 4)) * DAY, "The coast", "", True))
    rows.sort(key=lambda row: (row.start, row.title))
    return tuple([row._replace(id=i + 1) for i, row in enumerate(rows)])


def add(rows: Rows, new: EventRow) -> Rows:
    """Returns the events with another, which gets an id."""
    return (*rows, new._replace(id=next_id(rows)))


def last_day(row: EventRow) -> int:
    """Returns the last day of an event, since 1970; an end at midnight doesn't reach into the next day."""
    return max(row.start // DAY, (row.end - 1) // DAY)


@lru_cache(maxsize=64)
def by_day(rows: Rows, first: int, days: int) -> tuple[tuple[EventRow, ...], ...]:
    """Returns the events of each of some days, those of whole days first."""
    found: list[list[EventRow]] = [[] for _ in range(days)]
    for row in rows:
        for day in range(max(first, row.start // DAY), min(first + days - 1, last_day(row)) + 1):
            found[day - first].append(row)
    return tuple(
        [tuple(sorted(of_day, key=lambda row: (not row.all_day, row.start, row.title, row.id))) for of_day in found]
    )


def search(rows: Rows, query: str) -> list[EventRow]:
    """Returns the events with a text in their title, place or notes, by date."""
    wanted = query.strip().casefold()
    found = [row for row in rows if wanted in f"{row.title}\n{row.location}\n{row.notes}".casefold()]
    return sorted(found, key=lambda row: (row.start, row.id)) if wanted else []


# Dates and times as they are typed ----------------------------------------------------------------------------------

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
