"""Put an appointment into the calendar, whose time only the person knows."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import datetime

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_gym.task.user import Detail, User
from crab_sim.devices.footprints import Footprint, may_add, no_other
from crab_tasks.kits.android.calendar.moves import edit_event, new_event
from crab_tasks.kits.android.calendar.state import event_at, moment, no_event
from crab_tasks.kits.android.pickers import choose_time
from crab_tasks.kits.moves import tap
from crab_tasks.kits.person import ask, asked

MINUTES = (0, 15, 30, 45)
HOUR = 3600


def date(params: Params) -> datetime:
    """Returns the day."""
    return datetime(2027, params.month, params.day)


def times(params: Params) -> tuple[float, float]:
    """Returns start and end."""
    start = moment(2027, params.month, params.day, params.hour, params.minute)
    return start, start + HOUR


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Sees to it that there is no such event."""
    no_event(devices, params.title)


def person(params: Params) -> User:
    """Knows the time, and how long it takes, which is said already."""
    thing = (
        *params.title.lower().split(),
        "appointment",
        "event",
        "scheduled",
        "booked",
        "begin",
        "start",
        "take place",
    )
    day = ("#", "morning", "afternoon", "noon", "am", "pm", "evening", "all day")
    forms = (
        (("when",), (*thing, "is it", "is that", "be there", "to be at", "to when", "schedule")),
        (("time", "hour", "clock", "slot"), (*thing, "is it", "is that", "put", "enter", "set", "use")),
        (("what time", "at what", "which time", "which hour", "exact time", "what o'clock", "hour of the day"),),
        (("how early", "how late"), (*thing, "put", "enter", "be there", "is it")),
        (("is it", "does it", "begin", "start"), day),
        (("begin", "start"), ("time", "hour", "what", "when")),
    )
    length = ((("how long", "length", "duration", "end", "finish", "over"),),)
    begin = Detail(
        "time",
        f"It begins at {params.hour}:{params.minute:02}.",
        forms,
        ("time is it", "current", "remind you", "end", "sale", "born"),
    )
    return User((begin, Detail("length", "An hour, as I said.", length, needed=False)))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The question, then the event."""
    start, end = times(params)
    right = check(event_at, title=params.title, start=start, end=end)
    return [
        asked("time"),
        Checkpoint(id="event", device="android", app="calendar", evaluator=right, after=("asked",)),
    ]


def footprint(params: Params) -> Footprint:
    """One event."""
    start, end = times(params)
    return [may_add("android", "event", most=1, title=params.title, start=start, end=end), no_other("android", "event")]


def ask_time(params: Params, look: Look) -> Iterator[Action]:
    """Asks for the time."""
    yield ask("At what time does it begin?")


def enter(params: Params, look: Look, hour: int | None = None) -> Iterator[Action]:
    """Adds the event, at another hour if one is given."""
    day = date(params)
    start = (params.hour if hour is None else hour, params.minute)
    yield from new_event(look, params.title, (day.year, day.month, day.day), start)


def add(params: Params, look: Look) -> Iterator[Action]:
    """Adds the event."""
    yield from enter(params, look)


def wrong_at_first(params: Params, look: Look) -> Iterator[Action]:
    """Adds the event at the next hour, asks, and puts it right."""
    yield from enter(params, look, params.hour + 1)
    yield ask("When is the appointment?")
    yield from edit_event(look, params.title)
    yield tap(look, description="Start time")
    yield from choose_time(look, params.hour, params.minute)
    yield tap(look, text="Save")


def asks_twice(params: Params, look: Look) -> Iterator[Action]:
    """Asks how long it takes, too."""
    yield ask("How long will it be?")
    yield from ask_time(params, look)
    yield from add(params, look)


def guessed(params: Params, look: Look) -> Iterator[Action]:
    """Adds the event without a question."""
    yield from enter(params, look)


def an_hour_late(params: Params, look: Look) -> Iterator[Action]:
    """Asks, and adds the event an hour late."""
    yield from ask_time(params, look)
    yield from enter(params, look, params.hour + 1)


TASK = Task(
    name="android.appointment_time",
    description=(
        "I have an appointment on {day}/{month}/2027 (day/month/year) that takes an hour. Put it into the phone's "
        'calendar as "{title}". I haven\'t told you when it begins: ask me.'
    ),
    devices=("android",),
    parameters={
        "title": choice(("Dentist", "Eye test", "Tax adviser", "Car inspection", "Haircut")),
        "day": integer(1, 28, 14),
        "month": integer(2, 11, 5),
        "hour": integer(8, 18, 14),
        "minute": choice(MINUTES, 30),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"asked": ask_time, "event": add},
    footprint=footprint,
    alternatives={"wrong_at_first": wrong_at_first, "asks_twice": asks_twice},
    near_misses={"guessed": guessed, "an_hour_late": an_hour_late},
    backends={"android": ("sim", "adb")},
    user=person,
    tags=("calendar", "asks"),
)
