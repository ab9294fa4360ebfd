"""Move an appointment in the Calendar, and bring the to-do list in line."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_add, may_change, may_remove
from crab_tasks.kits.ubuntu.calendar.moves import delete_event, move_event, new_event
from crab_tasks.kits.ubuntu.calendar.state import Date, event_written, moment
from crab_tasks.kits.ubuntu.endeavour.moves import complete, set_due
from crab_tasks.kits.ubuntu.endeavour.state import task_done, task_due

PLACE = "Hall 2"
_MONTH = (2026, 11)


def dates(params: Params) -> tuple[Date, Date]:
    """Returns the day on which the appointment is, and the one to which it is put off."""
    return (*_MONTH, params.day), (*_MONTH, params.day + params.later)


def span(params: Params, date: Date) -> tuple[float, float]:
    """Returns the appointment's start and end on a day."""
    return moment(date, (params.hour, 30)), moment(date, (params.hour + 2, 0))


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Enters the appointment, a similar one, and the tasks."""
    desktop = devices.ubuntu
    start, end = span(params, dates(params)[0])
    desktop.add_event(params.title, start, end, PLACE)
    desktop.add_event(f"{params.title}: papers", start - 86_400, start - 84_600)
    desktop.clear_todos()
    rows = [params.finished, params.open, *[f"{params.open} ({word})" for word in ("old", "copy")]]
    rng.shuffle(rows)
    for title in rows:
        desktop.add_todo(title)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The appointment at its new time, and the two tasks."""
    date = dates(params)[1]
    start, end = span(params, date)
    moved = check(event_written, title=params.title, start=start, end=end, location=PLACE, place_exactly=True)
    due = check(task_due, title=params.open, day=moment(date, (0, 0)))
    return [
        Checkpoint(id="moved", device="ubuntu", app="calendar", evaluator=moved),
        Checkpoint(id="finished", device="ubuntu", app="endeavour", evaluator=check(task_done, title=params.finished)),
        Checkpoint(id="due", device="ubuntu", app="endeavour", evaluator=due),
    ]


def footprint(params: Params) -> Footprint:
    """The appointment, which may be made anew, and the changes of the tasks that the goal asks for."""
    start, end = span(params, dates(params)[1])
    return [
        may_change("ubuntu", "event", ("start", "end"), title=params.title),
        may_remove("ubuntu", "event", 1, title=params.title),
        may_add("ubuntu", "event", 1, title=params.title, start=int(start), end=int(end), location=PLACE),
        may_change("ubuntu", "todo", ("done",), title=params.finished),
        may_change("ubuntu", "todo", ("due",), title=params.open),
    ]


def move(params: Params, look: Look) -> Iterator[Action]:
    """Moves the appointment."""
    yield from move_event(look, params.title, dates(params)[1], (params.hour, 30), (params.hour + 2, 0))


def finish(params: Params, look: Look) -> Iterator[Action]:
    """Completes the finished task."""
    yield from complete(look, params.finished)


def schedule(params: Params, look: Look) -> Iterator[Action]:
    """Sets the other task's date."""
    yield from set_due(look, params.open, dates(params)[1])


def doubled(params: Params, look: Look) -> Iterator[Action]:
    """Enters the appointment at its new time, and leaves the old one."""
    yield from new_event(look, params.title, dates(params)[1], (params.hour, 30), (params.hour + 2, 0), PLACE)
    yield from finish(params, look)
    yield from schedule(params, look)


def old_day(params: Params, look: Look) -> Iterator[Action]:
    """Sets the task's date to the old day."""
    yield from move(params, look)
    yield from finish(params, look)
    yield from set_due(look, params.open, dates(params)[0])


def shorter(params: Params, look: Look) -> Iterator[Action]:
    """Makes the appointment an hour long."""
    yield from move_event(look, params.title, dates(params)[1], (params.hour, 30), (params.hour + 1, 30))
    yield from finish(params, look)
    yield from schedule(params, look)


def _made_anew(params: Params, look: Look, title: str, place: str) -> Iterator[Action]:
    yield from schedule(params, look)
    yield from finish(params, look)
    yield from delete_event(look, params.title)
    yield from new_event(look, title, dates(params)[1], (params.hour, 30), (params.hour + 2, 0), place)


def title_in_capitals(params: Params, look: Look) -> Iterator[Action]:
    """Enters the appointment again with its title in capitals."""
    yield from _made_anew(params, look, params.title.upper(), PLACE)


def place_in_capitals(params: Params, look: Look) -> Iterator[Action]:
    """Enters the appointment again with its place in capitals."""
    yield from _made_anew(params, look, params.title, PLACE.upper())


def made_anew(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the appointment and enters it again, after the tasks."""
    yield from _made_anew(params, look, params.title, PLACE)


def by_detours(params: Params, look: Look) -> Iterator[Action]:
    """Moves the appointment a day too far, and back; sets a wrong date first."""
    year, month, day = dates(params)[1]
    yield from set_due(look, params.open, dates(params)[0])
    yield from move_event(look, params.title, (year, month, day + 1), (params.hour, 30), (params.hour + 2, 0))
    yield from schedule(params, look)
    yield from move(params, look)
    yield from finish(params, look)


TASK = Task(
    name="ubuntu.put_off",
    description=(
        'On the desktop, "{title}" in Calendar has been postponed by {later} days. Move it to its new day, without '
        'changing its time of day or its length. In Endeavour, mark "{finished}" as completed, and set the due date of '
        '"{open}" to the new day.'
    ),
    devices=("ubuntu",),
    parameters={
        "title": choice(("Choir rehearsal", "Allotment meeting", "Chess final"), type="event_title"),
        "day": integer(2, 20, 9, type="day"),
        "later": integer(2, 7, 3),
        "hour": integer(9, 18, 14),
        "finished": choice(("Book the hall", "Print the programme", "Order flowers")),
        "open": choice(("Bring folding chairs", "Collect the keys", "Bake a cake")),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"moved": move, "finished": finish, "due": schedule},
    footprint=footprint,
    alternatives={"made_anew": made_anew, "by_detours": by_detours},
    near_misses={
        "doubled": doubled,
        "old_day": old_day,
        "shorter": shorter,
        "title_in_capitals": title_in_capitals,
        "place_in_capitals": place_in_capitals,
    },
    backends={"ubuntu": ("sim",)},
    version=2,
    tags=("calendar", "tasks"),
)
