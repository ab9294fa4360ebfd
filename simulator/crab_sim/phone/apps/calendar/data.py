"""Data of the Calendar app: seeded events, changes to events, reminders, and the database.

State: slice ``"events"``, a tuple of `EventRow`; slice ``"reminded"``, the time up to which reminders were given.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.content import words
from crab_sim.engines.days import DAY, civil, day_of, full_day, month_of, short_day, weekday
from crab_sim.machine.machine import Machine
from crab_sim.machine.rows import get, next_id, remove, replace_row, update_row
from crab_sim.machine.slices import Slice
from crab_sim.phone.app import Database, Dump, Tables
from crab_sim.phone.apps.calendar.repeat import (
    MONTH,
    NTH_WEEKDAY,
    SAME_DAY,
    WEEK,
    YEAR,
    EventRow,
    Occurrence,
    Rows,
    by_day,
    day_code,
    first_day,
    last_day,
    occurrences,
    repeat_name,
)
from crab_sim.phone.system import notifications
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.times import clock, is_24_hour
from crab_sim.ui import PlainData
from crab_sim.ui.theme import Color

__all__ = [
    "COLORS", "DATABASE", "EventRow", "Occurrence", "Rows", "add", "append", "argb", "by_day", "cut", "describe",
    "due", "event_color", "get", "occurrences", "remove", "repeat_name", "replace_row", "seed", "seed_reminded",
    "skip", "span", "tick", "update_row",
]  # fmt: skip

EVENTS: Final = Slice[Rows](
    "events",
    volatile={
        "last_updated": "when it was changed",
        **dict.fromkeys(("import_id", "parent_id", "source", "time_zone"), "kept for other calendars"),
    },
)
REMINDED: Final = Slice[float]("reminded", volatile="the clock runs: the time up to which reminders were given")

COLORS: Final[Mapping[str, Color]] = {
    "Default": (63, 81, 181), "Tomato": (197, 34, 31), "Tangerine": (204, 84, 0), "Basil": (11, 128, 67),
    "Peacock": (2, 119, 189), "Grape": (142, 36, 170), "Graphite": (97, 97, 97),
}  # fmt: skip
"""The colours of events; white text is legible on each."""


def argb(color: Color) -> int:
    """Returns a colour as Android stores it, a signed number of 32 bits.

    >>> argb((255, 255, 255)), argb((0, 0, 0))
    (-1, -16777216)
    """
    red, green, blue = color
    return (red << 16 | green << 8 | blue) - (1 << 24)


def event_color(row: EventRow) -> Color:
    """Returns the colour in which an event is drawn."""
    color = row.color
    return (color >> 16 & 255, color >> 8 & 255, color & 255) if color else COLORS["Default"]


# Seeded events ------------------------------------------------------------------------------------------------------

_MEETINGS = (
    ("Dentist", 45, "14 Mill Street"), ("Project review", 60, "Room 204"), ("Budget meeting", 90, "Room 118"),
    ("Haircut", 30, "Corner Salon"), ("Car service", 60, "Westside Garage"), ("Parents' evening", 90, "Oak School"),
    ("Job interview prep", 60, ""), ("Concert at the park", 150, "Riverside Park"), ("Vet appointment", 30, ""),
    ("Design workshop", 180, "Studio 3"), ("Plumber visit", 60, "Home"), ("Call with the bank", 30, ""),
    ("Pottery class", 120, "Community Center"), ("Flat viewing", 30, "27 Harbour Road"), ("Library tour", 60, ""),
    ("Photo walk", 120, "Old Town"), ("Quarterly planning", 120, "Room 310"), ("Blood donation", 45, "City Clinic"),
)  # fmt: skip
_TOGETHER = (
    ("Lunch with {}", 60, "Café Linden"), ("Coffee with {}", 45, ""), ("Dinner at {}'s", 150, ""),
    ("Call {}", 30, ""), ("Tennis with {}", 90, "Court 2"), ("Cinema with {}", 150, "Odeon"),
)  # fmt: skip
_REMINDERS = ((-1, -1, -1), (10, -1, -1), (30, -1, -1), (60, 10, -1))


def seed(rng: random.Random, now: float) -> Rows:
    """Returns 17 to 23 events around the day of booting, six of them repeating."""
    today = int(now // DAY)
    drafts = _repeating(rng, now, today)
    count = rng.randrange(10, 16)
    days = [today, today, today + 1, *[today + rng.randrange(-9, 26) for _ in range(count - 3)]]
    friends = [person.name.split()[0] for person in words.people(now)[:-2]]
    titles = [*rng.sample(_MEETINGS, count - 4)]
    titles += [(title.format(rng.choice(friends)), long, place) for title, long, place in rng.sample(_TOGETHER, 4)]
    rng.shuffle(titles)
    for day, (title, minutes, place) in zip(days, titles, strict=True):
        start = day * DAY + rng.randrange(32, 76) * 900
        note = rng.choice(words.NOTES) if rng.random() < 0.3 else ""
        row = EventRow(0, title, start, start + 60 * minutes, place, note, reminders=rng.choice(_REMINDERS))
        drafts.append(row._replace(color=_some_color(rng)))
    trip = today + rng.randrange(9, 20)
    drafts.append(
        EventRow(0, "Weekend trip", trip * DAY, (trip + rng.randrange(2, 4)) * DAY, "The coast", all_day=True)
    )
    drafts.sort(key=lambda row: (row.start, row.title))
    changed = 1000 * (int(now) - 6 * DAY)
    return tuple([row._replace(id=i + 1, last_updated=changed) for i, row in enumerate(drafts)])


def _some_color(rng: random.Random) -> int:
    return argb(COLORS[rng.choice(("Tomato", "Tangerine", "Basil", "Peacock", "Grape"))]) if rng.random() < 0.5 else 0


def _repeating(rng: random.Random, now: float, today: int) -> list[EventRow]:
    monday = today - weekday(today) - 28
    begin = monday * DAY + rng.choice((9, 9.25, 9.5)) * 3600
    daily = EventRow(
        0, "Team stand-up", int(begin), int(begin) + 900, "Meeting room", repeat_interval=WEEK, repeat_rule=0b11111
    )
    evening = rng.randrange(5)
    begin = (monday + evening) * DAY + rng.randrange(70, 77) * 900
    sport = rng.choice(("Yoga class", "Choir practice", "Spanish class", "Swimming"))
    weekly = EventRow(
        0, sport, int(begin), int(begin) + 5400, repeat_interval=WEEK, repeat_rule=1 << evening,
        repeat_limit=(today + 70) * DAY + DAY - 1, reminders=(30, -1, -1), color=argb(COLORS["Basil"]),
    )  # fmt: skip
    month = month_of(today) - 2
    rent = day_of(month // 12, month % 12 + 1, 1) * DAY
    monthly = EventRow(
        0, "Pay rent", rent, rent + DAY, all_day=True, repeat_interval=MONTH, repeat_rule=SAME_DAY,
        color=argb(COLORS["Tomato"]),
    )  # fmt: skip
    club = day_of(month // 12, month % 12 + 1, rng.randrange(8, 15))
    begin = club * DAY + 19.5 * 3600
    nth = EventRow(
        0, "Book club", int(begin), int(begin) + 5400, repeat_interval=MONTH, repeat_rule=NTH_WEEKDAY,
        color=argb(COLORS["Grape"]),
    )  # fmt: skip
    rows = [daily, weekly, monthly, nth]
    for person in rng.sample(words.people(now)[:-2], 2):
        year, number, day = civil(today + rng.randrange(-12, 24))
        born = day_of(year - rng.randrange(2, 9), number, min(day, 28)) * DAY
        rows.append(
            EventRow(0, f"{person.name}'s birthday", born, born + DAY, all_day=True, repeat_interval=YEAR,
                     repeat_rule=SAME_DAY, color=argb(COLORS["Tangerine"]))
        )  # fmt: skip
    return rows


def seed_reminded(rng: random.Random, now: float) -> float:
    """Returns the time up to which reminders count as given: a phone is quiet for its first ten minutes."""
    return now + 600


# Changes ------------------------------------------------------------------------------------------------------------


def add(
    rows: Rows,
    title: str,
    start: float,
    end: float,
    location: str = "",
    notes: str = "",
    all_day: bool = False,
) -> tuple[Rows, int]:
    """Adds an event.

    Args:
        rows: The events.
        title: The new one's title.
        start: Its start, in seconds since 1970.
        end: Its end.
        location: Its place.
        notes: Its description.
        all_day: Whether it lasts all day, from midnight to midnight.

    Returns:
        All events, and the new one's id.

    >>> rows, new = add((), "Lunch", 43_200, 46_800)
    >>> new, rows[0].title, rows[0].end
    (1, 'Lunch', 46800)
    """
    return append(rows, EventRow(0, title, int(start), int(end), location, notes, all_day))


def append(rows: Rows, row: EventRow) -> tuple[Rows, int]:
    """Adds an event under a new id; returns all events and the id."""
    new = next_id(rows)
    return (*rows, row._replace(id=new)), new


def skip(rows: Rows, event_id: int, start: int) -> Rows:
    """Leaves one occurrence out of a series."""
    row = get(rows, event_id)
    if row is None:
        return rows
    return update_row(rows, event_id, exceptions=(*row.exceptions, day_code(first_day(start))))


def cut(rows: Rows, event_id: int, start: int) -> Rows:
    """Ends a series before one of its occurrences; removes it if none is left."""
    row = get(rows, event_id)
    if row is None or start <= row.start:
        return remove(rows, event_id)
    return update_row(rows, event_id, repeat_limit=start - 1)


# In words -----------------------------------------------------------------------------------------------------------


def span(one: Occurrence, full: bool) -> str:
    """Returns the times of an occurrence as text, without the day if it is on one day."""
    first, last = first_day(one.start), last_day(one.start, one.end)
    if one.row.all_day:
        return "All day" if first == last else f"All day, {short_day(first)} – {short_day(last)}"
    begin, end = clock(one.start, full), clock(one.end, full)
    if first == last or one.end == last * DAY + DAY:
        return begin if one.start == one.end else f"{begin} – {end}"
    return f"{short_day(first)}, {begin} – {short_day(last)}, {end}"


def describe(one: Occurrence, day: int, full: bool) -> str:
    """Returns the description of an occurrence for screen readers: title, date and times."""
    title = one.row.title or "(No title)"
    return f"{title}, {full_day(day)}, {span(one, full)}"


# Reminders ----------------------------------------------------------------------------------------------------------

_AHEAD = 7 * DAY  # reminders are searched for in this time
_EARLIEST = 366 * 1440  # minutes before an event


class _Reminder(NamedTuple):
    """A reminder of an occurrence, and the time to give it."""

    when: int
    occurrence: Occurrence


@lru_cache(maxsize=64)
def _reminders(rows: Rows, after: float) -> tuple[_Reminder, ...]:
    """Returns the reminders after a time, up to a week ahead."""
    reminders: list[_Reminder] = []
    for row in rows:
        minutes = {
            before
            for before, kind in zip(row.reminders, row.reminder_types, strict=True)
            if 0 <= before <= _EARLIEST and kind == 0
        }
        if minutes:
            for one in occurrences((row,), int(after), int(after) + _AHEAD + 60 * max(minutes)):
                reminders += [_Reminder(one.start - 60 * before, one) for before in minutes]
    reminders = [reminder for reminder in reminders if after < reminder.when <= after + _AHEAD]
    return tuple(sorted(reminders, key=lambda reminder: (reminder.when, reminder.occurrence.row.id)))


def due(machine: Machine) -> float | None:
    """Returns the time of the next reminder, or that of the next search; None without any reminders."""
    rows: Rows = machine.get(EVENTS)
    if all([max(row.reminders) < 0 for row in rows]):
        return None
    after = min(machine.get(REMINDED), machine.now)
    reminders = _reminders(rows, after)
    return reminders[0].when if reminders else after + _AHEAD


def tick(machine: Machine) -> None:
    """Posts the reminders that are due as notifications."""
    after, now = machine.get(REMINDED), machine.now
    if after >= now:  # the clock has been set back
        after = now - 1
    full = is_24_hour(machine.get(SETTINGS))
    for when, one in _reminders(machine.get(EVENTS), after):
        if when <= now:
            text = span(one, full) + (f", {one.row.location}" if one.row.location else "")
            if first_day(one.start) != now // DAY:
                text = f"{short_day(first_day(one.start))}, {text}"
            notifications.post(
                machine, "calendar", one.row.title or "(No title)", text, ("show", one.row.id, one.start)
            )
    machine.put(REMINDED, now)


# Database -----------------------------------------------------------------------------------------------------------

_SCHEMA = """
CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    start_ts INTEGER NOT NULL,
    end_ts INTEGER NOT NULL,
    title TEXT NOT NULL,
    location TEXT NOT NULL,
    description TEXT NOT NULL,
    reminder_1_minutes INTEGER NOT NULL,
    reminder_2_minutes INTEGER NOT NULL,
    reminder_3_minutes INTEGER NOT NULL,
    reminder_1_type INTEGER NOT NULL,
    reminder_2_type INTEGER NOT NULL,
    reminder_3_type INTEGER NOT NULL,
    repeat_interval INTEGER NOT NULL,
    repeat_rule INTEGER NOT NULL,
    repeat_limit INTEGER NOT NULL,
    repetition_exceptions TEXT NOT NULL,
    attendees TEXT NOT NULL,
    import_id TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    flags INTEGER NOT NULL,
    event_type INTEGER NOT NULL,
    parent_id INTEGER NOT NULL,
    last_updated INTEGER NOT NULL,
    source TEXT NOT NULL,
    availability INTEGER NOT NULL,
    color INTEGER NOT NULL,
    type INTEGER NOT NULL
);
CREATE TABLE event_types (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    color INTEGER NOT NULL,
    caldav_calendar_id INTEGER NOT NULL,
    caldav_display_name TEXT NOT NULL,
    caldav_email TEXT NOT NULL,
    type INTEGER NOT NULL
);
"""
_ALL_DAY = 1  # the bit of `flags`


def _dump(rows: Rows) -> Dump:
    events = [
        (
            row.id, row.start, row.end, row.title, row.location, row.notes, *row.reminders, *row.reminder_types,
            row.repeat_interval, row.repeat_rule, row.repeat_limit, json.dumps(row.exceptions), row.attendees,
            row.import_id, row.time_zone, row.flags | (_ALL_DAY if row.all_day else 0), row.event_type, row.parent_id,
            row.last_updated, row.source, row.availability, row.color, row.type,
        )
        for row in rows
    ]  # fmt: skip
    return {"events": events, "event_types": [(1, "Regular event", argb(COLORS["Default"]), 0, "", "", 0)]}


def _load_row(row: Mapping[str, PlainData]) -> EventRow:
    exceptions = json.loads(row["repetition_exceptions"] or "[]")
    if not isinstance(exceptions, list):
        raise ValueError(f"repetition_exceptions of event {row['id']} is {exceptions!r}: expected a list of days")
    minutes, types = (tuple([int(row[f"reminder_{i}_{part}"]) for i in (1, 2, 3)]) for part in ("minutes", "type"))
    flags = int(row["flags"])
    return EventRow(
        int(row["id"]), str(row["title"]), int(row["start_ts"]), int(row["end_ts"]), str(row["location"]),
        str(row["description"]), bool(flags & _ALL_DAY), int(row["repeat_interval"]), int(row["repeat_rule"]),
        int(row["repeat_limit"]), (minutes[0], minutes[1], minutes[2]), (types[0], types[1], types[2]),
        tuple([str(day) for day in exceptions]), int(row["color"]), str(row["attendees"]), str(row["import_id"]),
        str(row["time_zone"]), flags & ~_ALL_DAY, int(row["event_type"]), int(row["parent_id"]),
        int(row["last_updated"]), str(row["source"]), int(row["availability"]), int(row["type"]),
    )  # fmt: skip


def _load(tables: Tables) -> tuple[Rows]:
    return (tuple([_load_row(row) for row in tables["events"]]),)


DATABASE = Database(
    "/data/data/com.simplemobiletools.calendar.pro/databases/events.db", (EVENTS,), _SCHEMA, _dump, _load
)
