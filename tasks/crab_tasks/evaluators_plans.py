"""Evaluators of what is planned on the phone: events of the calendar, alarms."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from crab_gym.backends.base import Event
from crab_tasks.evaluators import State, digits

__all__ = [
    "ALARMS", "Alarm", "alarm_gone", "alarm_like", "alarms_are", "event_at", "event_is", "event_notes_number",
    "event_on_day", "event_place", "moment",
]  # fmt: skip

ALARMS = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"
"""Where the Clock app keeps its alarms, in the table ``alarm_templates``."""


class Alarm(NamedTuple):
    """One alarm; `days` has a bit for each weekday on which it repeats, 1 for Monday, 0 for once."""

    hour: int
    minute: int
    label: str
    days: int
    enabled: bool


def moment(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> float:
    """Returns a date and time in seconds since 1970; all is UTC, as the phone's clock.

    >>> moment(1970, 1, 2, 1)
    90000.0
    """
    return datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp()


def _titled(state: State, title: str) -> list[Event]:
    return [event for event in state["android"].calendar() if event.title.strip() == title]


def _timed(event: Event, start: float, end: float) -> bool:
    return (event.start, event.end, event.all_day, event.repeat) == (start, end, False, "")


def event_on_day(state: State, answer: str | None, title: str, day: float) -> bool:
    """All events of this title, one at least, begin on the day that begins at `day`."""
    starts = [event.start for event in _titled(state, title)]
    return bool(starts) and all(day <= start < day + 86_400 for start in starts)


def event_at(state: State, answer: str | None, title: str, start: float, end: float) -> bool:
    """Exactly one event has this title; it has these times and doesn't repeat."""
    found = _titled(state, title)
    return len(found) == 1 and _timed(found[0], start, end)


def event_place(state: State, answer: str | None, title: str, place: str) -> bool:
    """An event of this title has this location."""
    return any(event.location.strip() == place for event in _titled(state, title))


def event_notes_number(state: State, answer: str | None, title: str, number: str) -> bool:
    """An event of this title has this telephone number, and no other digits, in its description."""
    return any(digits(event.notes) == digits(number) for event in _titled(state, title))


def event_is(
    state: State, answer: str | None, title: str, start: float, end: float, place: str, number: str = ""
) -> bool:
    """Exactly one event has this title, and it has these times, this location and this number in its description."""
    return (
        event_at(state, answer, title, start, end)
        and event_place(state, answer, title, place)
        and event_notes_number(state, answer, title, number)
    )


def _alarms(state: State) -> list[Alarm]:
    return [
        Alarm(row["hour"], row["minutes"], row["label"].strip(), row["daysofweek"] & 127, bool(row["enabled"]))
        for row in state["android"].table(ALARMS, "alarm_templates")
    ]


def alarm_like(
    state: State,
    answer: str | None,
    hour: int,
    minute: int,
    label: str | None = None,
    days: int | None = None,
    enabled: bool = True,
) -> bool:
    """There is one alarm at this time; it is on or off, and has the label and the days that are given."""
    found = [alarm for alarm in _alarms(state) if (alarm.hour, alarm.minute) == (hour, minute)]
    return (
        len(found) == 1
        and found[0].enabled == enabled
        and label in (None, found[0].label)
        and days in (None, found[0].days)
    )


def alarm_gone(state: State, answer: str | None, label: str) -> bool:
    """There are alarms, but none with this label."""
    labels = [alarm.label for alarm in _alarms(state)]
    return bool(labels) and label not in labels


def alarms_are(state: State, answer: str | None, alarms: Sequence[Alarm]) -> bool:
    """The alarms are exactly these, in any order."""
    return sorted(_alarms(state)) == sorted(alarms)
