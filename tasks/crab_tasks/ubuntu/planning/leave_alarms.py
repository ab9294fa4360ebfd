"""Set an alarm in Clocks for each of two weekly courses, in time before they begin."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.compare import same_line
from crab_tasks.kits.ubuntu.clocks.moves import delete_alarm, set_alarm
from crab_tasks.kits.ubuntu.clocks.state import alarm_set
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
FIRST, SECOND = ("Pottery", "Spanish", "Chess club"), ("Choir", "Yoga", "Sewing")


class Course(NamedTuple):
    """A course: its name, the number of its weekday from 0 for Monday, and the minute of the day when it begins."""

    name: str
    day: int
    begin: int


def courses(params: Params) -> list[Course]:
    """Returns the courses of the plan; the first two are those that the goal names."""
    dice = random.Random(params.plan)
    others = [name for name in (*FIRST, *SECOND) if name not in (params.first, params.second)]
    names = [params.first, params.second, *dice.sample(others, 2)]
    days = dice.sample(range(len(DAYS)), 4)
    hours = dice.sample(range(10, 21), 4)
    rows = zip(names, days, hours, strict=True)
    return [Course(name, day, 60 * hour + dice.choice((0, 10, 15, 30))) for name, day, hour in rows]


def alarms(params: Params) -> list[tuple[int, int, str, str]]:
    """Returns hours, minutes, names and weekdays of the alarms to set."""
    rows = [(course, course.begin - params.before) for course in courses(params)[:2]]
    return [(at // 60, at % 60, course.name, DAYS[course.day]) for course, at in rows]


def source(params: Params) -> str:
    """Returns the plan's path."""
    return f"{HOME}/Documents/{params.file}.txt"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the plan."""
    rows = sorted(courses(params), key=lambda course: course.day)
    lines = [f"{DAYS[row.day]} {row.begin // 60:02}:{row.begin % 60:02} {row.name}\n" for row in rows]
    devices.ubuntu.write_file(source(params), "".join(lines))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Each of the two alarms."""
    return [
        Checkpoint(
            id=name,
            device="ubuntu",
            app="clocks",
            evaluator=check(alarm_set, hour=hour, minute=minute, label=label, days=1 << DAYS.index(day), exactly=False),
        )
        for name, (hour, minute, label, day) in zip(("first_set", "second_set"), alarms(params), strict=True)
    ]


def footprint(params: Params) -> Footprint:
    """The two alarms."""
    return [
        may_add(
            "ubuntu", "alarm", 1, label=same_line(label), hour=hour, minute=minute, days=1 << DAYS.index(day)
        )
        for hour, minute, label, day in alarms(params)
    ]  # fmt: skip


def set_first(params: Params, look: Look) -> Iterator[Action]:
    """Reads the plan, and sets the first alarm."""
    yield from run_in_terminal(["cat", source(params)])
    hour, minute, label, day = alarms(params)[0]
    yield from set_alarm(look, hour, minute, label, (day,))


def set_second(params: Params, look: Look) -> Iterator[Action]:
    """Sets the second alarm."""
    hour, minute, label, day = alarms(params)[1]
    yield from set_alarm(look, hour, minute, label, (day,))


def at_the_beginning(params: Params, look: Look) -> Iterator[Action]:
    """Lets the alarms ring when the courses begin."""
    for course in courses(params)[:2]:
        yield from set_alarm(look, course.begin // 60, course.begin % 60, course.name, (DAYS[course.day],))


def only_once(params: Params, look: Look) -> Iterator[Action]:
    """Sets the second alarm without its weekday."""
    yield from set_first(params, look)
    hour, minute, label, _ = alarms(params)[1]
    yield from set_alarm(look, hour, minute, label)


def each_day(params: Params, look: Look) -> Iterator[Action]:
    """Lets the second alarm ring on another day as well."""
    yield from set_first(params, look)
    hour, minute, label, day = alarms(params)[1]
    yield from set_alarm(look, hour, minute, label, (day, "Sunday"))


def corrected(params: Params, look: Look) -> Iterator[Action]:
    """Sets the second alarm first, at a wrong time, deletes it, and sets it anew."""
    hour, minute, label, day = alarms(params)[1]
    yield from set_alarm(look, hour - 1, minute, label, (day,))
    yield from delete_alarm(look, hour - 1, minute, label)
    yield from set_second(params, look)
    yield from set_first(params, look)


def in_capitals(params: Params, look: Look) -> Iterator[Action]:
    """Writes the names in capital letters."""
    for hour, minute, label, day in alarms(params):
        yield from set_alarm(look, hour, minute, label.upper(), (day,))


TASK = Task(
    name="ubuntu.leave_alarms",
    description=(
        "The file ~/Documents/{file}.txt on the desktop is a weekly timetable of courses. Set two weekly alarms in "
        "Clocks, one for {first} and one for {second}. Each should ring {before} minutes before the course begins, "
        "every week on the day of the course, and have the course's name."
    ),
    devices=("ubuntu",),
    parameters={
        "file": choice(("courses", "weekly_plan", "evenings"), type="file_name"),
        "first": choice(FIRST, type="course"),
        "second": choice(SECOND, type="course"),
        "before": choice((20, 25, 35, 40), 25, type="minutes"),
        "plan": integer(0, 9999, 6, type="seed"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"first_set": set_first, "second_set": set_second},
    footprint=footprint,
    alternatives={"corrected": corrected, "in_capitals": in_capitals},
    near_misses={"at_the_beginning": at_the_beginning, "only_once": only_once, "each_day": each_day},
    backends={"ubuntu": ("sim", "desktop")},
    tags=("heavy", "clock", "files"),
)
