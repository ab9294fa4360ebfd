"""Calendar: evaluators and setups."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from crab_gym.backends.base import Devices, Event
from crab_gym.task.types import Value, states
from crab_tasks.kits.android.clock.state import parts_of
from crab_tasks.kits.compare import digits
from crab_tasks.kits.state import State
from crab_tasks.kits.values import as_date

__all__ = [
    "day_event", "event_at", "event_begins", "event_is", "event_notes_number", "event_on_day", "event_place",
    "moment", "no_event", "start_of",
]  # fmt: skip


def moment(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> float:
    """Returns a date and time in seconds since 1970; all is UTC, as the phone's clock.

    Args:
        year: The year.
        month: The month, from 1 on.
        day: The day, from 1 on.
        hour: The hour, 0 to 23.
        minute: The minute.

    >>> moment(1970, 1, 2, 1)
    90000.0
    """
    return datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp()


def _titled(state: State, title: str) -> list[Event]:
    return [event for event in state.android.calendar() if event.title.strip() == title]


def _timed(event: Event, start: float, end: float) -> bool:
    return (event.start, event.end, event.all_day, event.repeat) == (start, end, False, "")


def event_on_day(state: State, title: str, day: float) -> bool:
    """All events of this title, one at least, begin on the day that begins at `day`."""
    starts = [event.start for event in _titled(state, title)]
    return bool(starts) and all(day <= start < day + 86_400 for start in starts)


def event_at(state: State, title: str, start: float, end: float) -> bool:
    """Exactly one event has this title; it has these times and doesn't repeat."""
    found = _titled(state, title)
    return len(found) == 1 and _timed(found[0], start, end)


def event_place(state: State, title: str, place: str) -> bool:
    """An event of this title has this location."""
    return any(event.location.strip() == place for event in _titled(state, title))


def event_notes_number(state: State, title: str, number: str) -> bool:
    """The description of an event of this title is this telephone number, however it is grouped, and nothing else."""
    notes = [event.notes.strip() for event in _titled(state, title)]
    return any(digits(text) == digits(number) and re.fullmatch(r"[+\d ().\-/]*", text) is not None for text in notes)


def event_is(state: State, title: str, start: float, end: float, place: str, number: str = "") -> bool:
    """Exactly one event has this title, and it has these times, this location and this number in its description.

    Args:
        state: The devices' states.
        title: Its title.
        start: Its start, in seconds since 1970.
        end: Its end, in seconds since 1970.
        place: Its location.
        number: The telephone number in its description; "" for no digits.
    """
    return (
        event_at(state, title, start, end)
        and event_place(state, title, place)
        and event_notes_number(state, title, number)
    )


def day_event(state: State, kind: str, title: Value, day: float, all_day: bool) -> bool:
    """Exactly one of the events that begin on a day has this title; it doesn't repeat.

    Args:
        state: The devices' states.
        kind: The type of the title, which may be written in any way that its type has.
        title: Its title.
        day: The day's beginning, in seconds since 1970.
        all_day: Whether it has to last all day, and no longer; else it may.
    """
    found = [
        event
        for event in state.android.calendar()
        if day <= event.start < day + 86_400 and states(kind, event.title, title)
    ]
    return (
        len(found) == 1
        and not found[0].repeat
        and (not all_day or (found[0].all_day and 0 <= found[0].end - day <= 86_400))
    )


def no_event(devices: Devices, title: str) -> None:
    """Removes the phone's events of a title."""
    phone = devices.android
    for event in phone.calendar():
        if event.title == title:
            phone.remove_event(event.id)


def event_begins(state: State, kind: str, title: Value, start: float) -> bool:
    """Exactly one event of that day has this title; it begins at this time, and neither repeats nor lasts all day.

    Args:
        state: The devices' states.
        kind: The type of the title, which may be written in any way that its type has.
        title: Its title.
        start: Its start, in seconds since 1970.
    """
    begin = start // 86_400 * 86_400
    found = [
        event
        for event in state.android.calendar()
        if begin <= event.start < begin + 86_400 and states(kind, event.title, title)
    ]
    return len(found) == 1 and (found[0].start, found[0].all_day, found[0].repeat) == (start, False, "")


def start_of(date: str, time: str) -> float:
    """Returns a date and time in seconds since 1970."""
    return moment(*as_date(date), *parts_of(time))
