"""Calendar: evaluators and setups."""

from __future__ import annotations

from calendar import timegm

from crab_gym.task.types import Value, states
from crab_tasks.kits.state import State

__all__ = ["DAY", "Date", "Time", "event_entered", "event_on", "event_written", "moment"]

DAY = 86_400.0
Date = tuple[int, int, int]
Time = tuple[int, int]


def moment(date: Date, time: Time) -> float:
    """Returns a date and time in seconds since 1970."""
    return float(timegm((*date, *time, 0)))


def event_entered(state: State, title: str, start: float, end: float, location: str = "") -> bool:
    """The desktop's calendar has one event with this title, at this time and place.

    Args:
        state: The devices' states.
        title: Its title, in capital or small letters.
        start: Its start, in seconds since 1970.
        end: Its end.
        location: Its place; ``""`` for any.
    """
    found = [row for row in state.ubuntu.calendar() if row.title.strip().casefold() == title.casefold()]
    return len(found) == 1 and any(
        (row.start, row.end, row.all_day) == (start, end, False)
        and (not location or row.location.strip().casefold() == location.casefold())
        for row in found
    )


def event_written(
    state: State,
    title: str,
    start: float,
    end: float,
    location: str,
    place_exactly: bool = False,
) -> bool:
    """The event of `event_entered` is there, and its title has these very letters, as where the goal quotes it.

    Args:
        state: The devices' states.
        title: Its title.
        start: Its start, in seconds since 1970.
        end: Its end.
        location: Its place.
        place_exactly: Whether the place has these very letters, too.
    """
    if not event_entered(state, title, start, end, location):
        return False
    return any(
        row.title.strip() == title and (not place_exactly or row.location.strip() == location)
        for row in state.ubuntu.calendar()
    )


def event_on(state: State, kind: str, value: Value, date: Date) -> bool:
    """The desktop's calendar has one event of a day, and of that day alone, whose title is a value.

    Args:
        state: The devices' states.
        kind: The value's type.
        value: The value.
        date: The day.
    """
    midnight = moment(date, (0, 0))
    found = [
        row
        for row in state.ubuntu.calendar()
        if states(kind, row.title, value) and row.start < midnight + DAY and row.end > midnight
    ]
    return len(found) == 1 and midnight <= found[0].start <= found[0].end <= midnight + DAY
