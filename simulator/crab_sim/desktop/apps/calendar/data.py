"""Data of Calendar: its events, and those of a day.

State: slice ``"events"``, a tuple of `EventRow`.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.content import words
from crab_sim.engines.days import DAY
from crab_sim.machine.rows import next_id
from crab_sim.machine.slices import Slice

__all__ = ["EVENTS", "EventRow", "Rows", "add", "by_day", "last_day", "search", "seed", "upcoming"]


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

_AHEAD: Final = 30
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


def upcoming(rows: Rows, day: int) -> list[EventRow]:
    """Returns the events of the 30 days from a day on, by date, those of several days once."""
    found = [row for row in rows if last_day(row) >= day and row.start // DAY < day + _AHEAD]
    return sorted(found, key=lambda row: (row.start, row.title, row.id))


def search(rows: Rows, query: str) -> list[EventRow]:
    """Returns the events with a text in their title, place or notes, by date."""
    wanted = query.strip().casefold()
    found = [row for row in rows if wanted in f"{row.title}\n{row.location}\n{row.notes}".casefold()]
    return sorted(found, key=lambda row: (row.start, row.id)) if wanted else []
