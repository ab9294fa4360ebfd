"""The days of the calendar's tasks, and their first checkpoint."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params
from crab_gym.task.parameters import Parameter, choice
from crab_tasks.kits.android.calendar.events import WEEKDAYS, Day, open_calendar
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import day

__all__ = [
    "COUNTED", "LENGTHS", "Picked", "anchor", "in_two_weeks", "near_dates", "next_weekday", "on_date", "open_first",
    "opened", "tomorrow",
]  # fmt: skip

Picked = Callable[[Params], Day]
"""Returns the day that a task is about."""

LENGTHS = (15, 30, 45, 60)
ANCHORS = ("Post the parcels", "Sort the keys", "Water the ferns", "Wind up the clock")
"""Titles of the event of today that the setup plants; no other event is called so."""


def opened() -> Checkpoint:
    """Returns the checkpoint that the calendar is opened."""
    return app_opened("calendar", "calendar_open")


def open_first(params: Params, look: Look) -> Iterator[Action]:
    """Opens the calendar."""
    yield from open_calendar(look)


def on_date(params: Params) -> Day:
    """Returns the date of the goal."""
    return Day(date=params.date)


def tomorrow(params: Params) -> Day:
    """Returns the day after today."""
    return Day(anchor=params.anchor, days=1)


def in_two_weeks(params: Params) -> Day:
    """Returns the same weekday of the week after next."""
    return Day(anchor=params.anchor, days=14)


def next_weekday(params: Params) -> Day:
    """Returns the first day after today that is the goal's weekday."""
    return Day(anchor=params.anchor, weekday=WEEKDAYS.index(params.weekday))


def near_dates(default: str) -> Parameter:
    """Returns a parameter that is a date up to three weeks after every start of the phone."""
    return day(default, date(2026, 11, 10), date(2026, 11, 30))


def anchor() -> Parameter:
    """Returns the parameter that is the title of today's event."""
    return choice(ANCHORS, type="material")


COUNTED = "The day is counted from the phone's own date."
"""A change against AndroidWorld's tasks, which have one date."""
