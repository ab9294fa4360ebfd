"""Sub-tasks about appointments in the desktop's Calendar: one reads where it takes place, another puts one off."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import date as Day

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_add, may_change, may_remove, no_other
from crab_tasks.kits.moves import click
from crab_tasks.kits.state import app_in_front
from crab_tasks.kits.ubuntu.calendar import Time, delete_event, event_entered, moment, move_event, new_event, open_event
from crab_tasks.kits.ubuntu.windows import start, wait_for
from crab_tasks.kits.values import as_date, date_ahead, day, postal_address

__all__ = ["ADDRESS", "PUT_OFF"]

_DAYS = Day(2027, 1, 4), Day(2027, 2, 26)
_LENGTH = 5400.0  # seconds


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from start("Calendar")
    yield from wait_for(look, description="Add a new event")


def _calendar_open(params: Params) -> Sequence[Checkpoint]:
    """The Calendar is in front."""
    front = {"device": "ubuntu", "app": "calendar"}
    return [Checkpoint("calendar_open", "ubuntu", "calendar", app_in_front, front, hold=False)]


_VISITS = ("Garden visit", "House viewing", "Piano tuning", "Roof survey", "Wine tasting")


def _two_places(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Enters the appointment with its address, and an earlier one of a longer name at another address."""
    begin = moment(as_date(params.on), (rng.randint(9, 16), 0))
    desktop = devices["ubuntu"]
    desktop.add_event(params.event, begin, begin + _LENGTH, params.address)
    begin = moment(as_date(params.before), (rng.randint(9, 16), 0))
    desktop.add_event(f"{params.event} (cancelled)", begin, begin + _LENGTH, params.old)


def _peek(params: Params, look: Look) -> Iterator[Action]:
    """Finds the appointment, reads its place, and closes it."""
    yield from open_event(look, params.event)
    yield click(look, text="Close", role="button")


def _peek_twice(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the other one first."""
    yield from open_event(look, f"{params.event} (cancelled)")
    yield click(look, text="Close", role="button")
    yield from _peek(params, look)


def _edit(params: Params, look: Look) -> Iterator[Action]:
    """Reads the place in the dialog that changes the appointment, and leaves it."""
    yield from open_event(look, params.event)
    yield click(look, text="Edit…", role="button")
    yield click(look, text="Cancel", role="button")


ADDRESS = SubTask(
    name="appointments.address",
    device="ubuntu",
    app="calendar",
    says="look up the address at which the event {event} takes place in the desktop's Calendar",
    steps="on the desktop, open Calendar, search for {event}, click that event and read its address",
    refers="the address of the event {event} in the desktop's Calendar",
    inputs={"event": choice(_VISITS, "Roof survey")},
    hidden={
        "address": postal_address("31 Orchard Street, Pinehaven"),
        "old": postal_address("7 River Walk, Port Haven"),
        "on": day("2027-01-19", *_DAYS),
        "before": day("2027-01-12", *_DAYS),
    },
    output="address",
    produce=lambda params: str(params.address),
    setup=_two_places,
    checkpoints=_calendar_open,
    oracle={"calendar_open": _peek},
    alternatives={"other_one_first": _peek_twice, "in_the_editor": _edit},
    tags=("calendar",),
)


_MEETINGS = ("Boat inspection", "Budget round", "Fire drill", "Rent talk", "Shareholders' evening")
"""None is a title of the events that are there anyway: the goal names one event."""


def _begin(params: Params) -> Time:
    return int(params.hour), 30


def _end(params: Params) -> Time:
    return int(params.hour) + 2, 0


def _planned(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Enters the appointment, and one whose name begins like its own."""
    begin = moment(as_date(params.on), _begin(params))
    desktop = devices["ubuntu"]
    desktop.add_event(params.event, begin, begin + _LENGTH)
    desktop.add_event(f"{params.event}: papers", begin - 86_400, begin - 84_600)


def _moved(params: Params) -> Sequence[Checkpoint]:
    """The Calendar; then the appointment is on its new day."""
    date = as_date(params.date)
    wanted = {"title": params.event, "start": moment(date, _begin(params)), "end": moment(date, _end(params))}
    moved = Checkpoint("moved", "ubuntu", "calendar", event_entered, wanted, after=("calendar_open",))
    return [*_calendar_open(params), moved]


def _may_move(params: Params) -> Footprint:
    """The appointment, which may be made anew."""
    begin = int(moment(as_date(params.date), _begin(params)))
    return [
        may_change("ubuntu", "event", ("start", "end"), title=params.event),
        may_remove("ubuntu", "event", 1, title=params.event),
        may_add("ubuntu", "event", 1, title=params.event, start=begin, end=begin + int(_LENGTH)),
        no_other("ubuntu", "event", title=params.event),
    ]


def _move(params: Params, look: Look) -> Iterator[Action]:
    yield from move_event(look, params.event, as_date(params.date), _begin(params), _end(params))


def _later(params: Params, days: int) -> tuple[int, int, int]:
    return as_date(Day.fromordinal(Day.fromisoformat(params.date).toordinal() + days).isoformat())


def _move_twice(params: Params, look: Look) -> Iterator[Action]:
    """Moves the appointment a day too far first."""
    yield from move_event(look, params.event, _later(params, 1), _begin(params), _end(params))
    yield from _move(params, look)


def _make_anew(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the appointment, and enters it again."""
    yield from delete_event(look, params.event)
    yield from new_event(look, params.event, as_date(params.date), _begin(params), _end(params))


def _copied(params: Params, look: Look) -> Iterator[Action]:
    """Enters the appointment on its new day, and leaves the old one."""
    yield from new_event(look, params.event, as_date(params.date), _begin(params), _end(params))


def _a_day_early(params: Params, look: Look) -> Iterator[Action]:
    yield from move_event(look, params.event, _later(params, -1), _begin(params), _end(params))


def _other_time(params: Params, look: Look) -> Iterator[Action]:
    """Moves the appointment to another hour of the right day."""
    hour = int(params.hour) + 1
    yield from move_event(look, params.event, as_date(params.date), (hour, 30), (hour + 2, 0))


PUT_OFF = SubTask(
    name="appointments.put_off",
    device="ubuntu",
    app="calendar",
    says="move the event {event} in the desktop's Calendar to {date}, at the same time of day and as long as before",
    steps="on the desktop, open Calendar, search for {event}, click that event and then Edit, enter {date} as the day "
    "on which it starts and ends, leave the times as they are, and click Done",
    inputs={"event": choice(_MEETINGS, "Rent talk"), "date": date_ahead("2026-12-08")},
    hidden={"on": day("2027-02-02", *_DAYS), "hour": integer(8, 17, 11)},
    setup=_planned,
    checkpoints=_moved,
    oracle={"calendar_open": _open, "moved": _move},
    footprint=_may_move,
    alternatives={"twice": _move_twice, "anew": _make_anew},
    near_misses={"copied": _copied, "a_day_early": _a_day_early, "other_time": _other_time},
    step_limit=70,
    tags=("calendar",),
)
