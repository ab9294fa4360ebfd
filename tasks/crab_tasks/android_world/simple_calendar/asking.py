"""Parts that the questions about the calendar share: other events, times of day, the answer's checkpoint."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from crab_gym.evaluation import Check, Checkpoint
from crab_gym.task import Params
from crab_gym.task.parameters import Parameter, choice
from crab_tasks.android_world.simple_calendar.days import opened
from crab_tasks.kits.android.calendar.events import DAY, Day, Planned, noise

__all__ = [
    "NAMES", "OTHERS", "PLACES", "TIMES", "around", "checkpoints", "day_of", "lasting", "seconds", "time_at",
]  # fmt: skip

OTHERS = 75
"""Number of the other events."""
TIMES = (
    "02:45", "06:30", "07:45", "09:45", "10:00", "10:30", "11:00", "11:30", "12:00", "13:30", "15:15", "16:00",
    "16:15", "17:20", "20:00", "21:15",
)  # fmt: skip
LENGTHS = (5, 10, 15, 20, 25, 30, 45, 50, 60, 75, 90, 120, 150, 180)
PLACES = (
    "Bridge Café", "Craft centre", "Gate 4", "Harbour wall", "Hut on the hill", "Lower gym", "Market hall",
    "Music room", "Pavilion", "Room 112", "Sara's kitchen", "Spring Lane 8", "Station yard", "Tea house", "Upper field",
)  # fmt: skip
NAMES = ("Alma", "Boris", "Clara", "Dilan", "Eskil", "Fiona", "Gita", "Henrik", "Ines", "Joris", "Karla", "Leon")


def time_at(default: str, times: Sequence[str] = TIMES) -> Parameter:
    """Returns a parameter that is a time of day."""
    return choice(times, default, type="time")


def seconds(time: str) -> int:
    """Returns the seconds of a day before a time.

    >>> seconds("06:30")
    23400
    """
    hours, minutes = time.split(":")
    return 3600 * int(hours) + 60 * int(minutes)


def lasting(rng: random.Random, title: str, start: float, place: str = "") -> Planned:
    """Returns an event of some length.

    Args:
        rng: Draws the length.
        title: Its title.
        start: Its start, in seconds since 1970.
        place: Its location.
    """
    return Planned(title, start, start + 60 * rng.choice(LENGTHS), place)


def around(
    rng: random.Random, begin: float, taken: Sequence[str], count: int, refused: Callable[[Planned], bool]
) -> list[Planned]:
    """Returns other events of the 31 days around a day.

    Args:
        rng: Draws them.
        begin: The day's beginning.
        taken: Titles that none of them has.
        count: Their number.
        refused: Returns whether an event would change the answer.
    """
    found: list[Planned] = []
    while len(found) < count:
        one = noise(rng, begin - 15 * DAY, 31, 1, taken)[0]
        if not refused(one):
            found.append(one._replace(place=rng.choice(PLACES) if rng.random() < 0.5 else ""))
    return found


def checkpoints(evaluator: Check) -> Sequence[Checkpoint]:
    """The calendar; then the answer."""
    return [
        opened(),
        Checkpoint(id="answered", device="root", app="answer", evaluator=evaluator, after=("calendar_open",)),
    ]


def day_of(params: Params) -> Day:
    """Returns the date of the goal."""
    return Day(date=params.date)
