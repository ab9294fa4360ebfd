"""Carry two appointments from a file on the desktop over to the phone's calendar."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_add, may_change
from crab_tasks.kits.android.calendar.moves import choose_date, edit_event, new_event
from crab_tasks.kits.android.calendar.state import event_at, moment, no_event
from crab_tasks.kits.android.pickers import Date
from crab_tasks.kits.moves import tap
from crab_tasks.kits.ubuntu.files.state import HOME, file_is
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.text_editor.moves import rewrite_with_editor

Time = tuple[int, int]
DONE = "entered"


def path(params: Params) -> str:
    """Returns the file's path."""
    return f"{HOME}/Documents/{params.file}.txt"


def appointments(params: Params) -> tuple[tuple[str, Date, Time], tuple[str, Date, Time]]:
    """Returns title, date and time of both."""
    return (
        (params.first, (2026, 11, params.first_day), (params.first_hour, 30)),
        (params.second, (2026, 11, params.second_day), (params.second_hour, 15)),
    )


def lines(params: Params) -> list[str]:
    """Returns the file's lines."""
    rows = ["Please enter. Each takes one hour."]
    for title, (year, month, day), (hour, minute) in appointments(params):
        rows.append(f"{year}-{month:02}-{day:02} {hour:02}:{minute:02} {title}")
    return rows


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the file, and an old one beside it."""
    desktop = devices.ubuntu
    desktop.write_file(path(params), "\n".join(lines(params)) + "\n")
    old = f"2026-09-{rng.randrange(10, 30)} 10:00 {params.second}\n"
    desktop.write_file(f"{HOME}/Documents/{params.file}_september.txt", old)
    for title in (params.first, params.second):
        no_event(devices, title)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Both appointments in any order, then the file's last line."""

    def entered(name: str, number: int) -> Checkpoint:
        title, date, time = appointments(params)[number]
        start = moment(*date, *time)
        return Checkpoint(
            id=name,
            device="android",
            app="calendar",
            evaluator=check(event_at, title=title, start=start, end=start + 3600),
        )

    noted = check(file_is, path=path(params), lines=(*lines(params), DONE))
    return [
        entered("first_entered", 0),
        entered("second_entered", 1),
        Checkpoint(
            id="noted", device="ubuntu", app="files", evaluator=noted, after=("first_entered", "second_entered")
        ),
    ]


def footprint(params: Params) -> Footprint:
    """Both appointments, and the line in the file."""
    return [
        *[
            may_add("android", "event", most=1, title=title, start=int(moment(*date, *time)))
            for title, date, time in appointments(params)
        ],
        may_change("ubuntu", "file", ("content",), path=path(params)),
    ]


def enter_first(params: Params, look: Look) -> Iterator[Action]:
    """Reads the file, and enters the first appointment."""
    yield from run_in_terminal(["cat", path(params)])
    yield from new_event(look, *appointments(params)[0])


def enter_second(params: Params, look: Look) -> Iterator[Action]:
    """Enters the second appointment."""
    yield from new_event(look, *appointments(params)[1])


def note(params: Params, look: Look) -> Iterator[Action]:
    """Appends the line to the file."""
    yield from run_in_terminal(f"echo {DONE} >> {path(params)}")


def overwritten(params: Params, look: Look) -> Iterator[Action]:
    """Overwrites the file with the line."""
    yield from enter_first(params, look)
    yield from enter_second(params, look)
    yield from run_in_terminal(f"echo {DONE} > {path(params)}")


def mixed_up(params: Params, look: Look) -> Iterator[Action]:
    """Enters each appointment at the other's time."""
    (first, date, time), (second, other_date, other_time) = appointments(params)
    yield from new_event(look, first, other_date, other_time)
    yield from new_event(look, second, date, time)
    yield from note(params, look)


def twice(params: Params, look: Look) -> Iterator[Action]:
    """Enters one appointment once more at a wrong time."""
    title, date, (hour, minute) = appointments(params)[0]
    yield from new_event(look, title, date, (hour + 1, minute))
    yield from enter_first(params, look)
    yield from enter_second(params, look)
    yield from note(params, look)


def in_editor(params: Params, look: Look) -> Iterator[Action]:
    """Enters the second appointment first, and adds the line in the editor."""
    yield from enter_second(params, look)
    yield from new_event(look, *appointments(params)[0])
    yield from rewrite_with_editor(path(params), "\n".join([*lines(params), DONE]))


def later_first(params: Params, look: Look) -> Iterator[Action]:
    """Adds the line at once, and enters the first appointment a day late before it moves it."""
    title, (year, month, day), time = appointments(params)[0]
    yield from note(params, look)
    yield from new_event(look, title, (year, month, day + 1), time)
    yield from edit_event(look, title)
    yield from choose_date(look, "Start", (year, month, day))
    yield tap(look, text="Save")
    yield from enter_second(params, look)


TASK = Task(
    name="cross.agenda_file",
    description=(
        "The file ~/Documents/{file}.txt on the desktop lists two appointments. Enter both into the phone's Calendar, "
        'with the title, date, time and length that the file gives, then append a line with the word "entered" to the '
        "file."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "file": choice(("agenda", "appointments", "dates"), type="file_name"),
        "first": choice(("Piano tuning", "Eye test", "Notary"), type="event_title"),
        "first_day": integer(10, 28, 11, type="day"),
        "first_hour": integer(9, 12, 10),
        "second": choice(("Chess evening", "Tax office", "Bike repair"), type="event_title"),
        "second_day": integer(10, 28, 24, type="day"),
        "second_hour": integer(13, 20, 18),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"first_entered": enter_first, "second_entered": enter_second, "noted": note},
    footprint=footprint,
    alternatives={"in_editor": in_editor, "later_first": later_first},
    near_misses={"overwritten": overwritten, "mixed_up": mixed_up, "twice": twice},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    version=3,
    tags=("calendar", "files"),
)
