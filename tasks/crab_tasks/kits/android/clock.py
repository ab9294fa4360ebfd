"""Clock: evaluators of the alarms, moves, and a sub-task."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from crab_gym.backends.base import Setup
from crab_gym.devices.footprints import Footprint, may_add, no_other
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_tasks.kits.android.pages import open_first_page, reveal
from crab_tasks.kits.android.pickers import choose_time
from crab_tasks.kits.moves import find, has, tap
from crab_tasks.kits.state import State
from crab_tasks.kits.values import time_of_day

__all__ = [
    "ALARMS", "SET_ALARM", "Alarm", "add_alarm", "alarm_gone", "alarm_like", "alarms_are", "open_alarm", "open_alarms",
]  # fmt: skip

ALARMS = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"
"""The database of the alarms, in the table ``alarm_templates``."""


class Alarm(NamedTuple):
    """One alarm; `days` has a bit for each weekday on which it repeats, 1 for Monday, 0 for once."""

    hour: int
    minute: int
    label: str
    days: int
    enabled: bool


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
    """There is one alarm at this time; it is on or off, and has the label and the days that are given.

    Args:
        state: The devices' states.
        answer: Not used.
        hour: The hour, 0 to 23.
        minute: The minute.
        label: Its label; None for any.
        days: A bit for each weekday, 1 for Monday; None for any.
        enabled: Whether it is on.
    """
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


def open_alarms(look: Look) -> Iterator[Action]:
    """Opens the phone's alarms."""
    yield from open_first_page(look, "Clock", "tab_menu")
    if not has(look, "android", rid="alarm_recycler_view"):
        yield tap(look, text="Alarm", role="tab")


def open_alarm(look: Look, time: str) -> Iterator[Action]:
    """Opens the card of an alarm that is shown at a time such as ``"06:30"``, and brings its last button into view."""
    yield from open_alarms(look)
    if not has(look, "android", description=f"Collapse alarm {time}"):
        yield from reveal(look, f"Expand alarm {time}")
        yield tap(look, description=f"Expand alarm {time}")
    for _ in range(3):
        if has(look, "android", text="Delete", role="button"):
            return
        x, y = find(look, "android", role="list").center
        yield action("android", "swipe", x=x, y=y, direction="down", distance="short")


def add_alarm(look: Look, hour: int, minute: int) -> Iterator[Action]:
    """Adds an alarm to the phone's clock; its card is shown open."""
    yield from open_alarms(look)
    yield tap(look, rid="fab")
    yield from choose_time(look, hour, minute)


def _parts(time: str) -> tuple[int, int]:
    return int(time[:2]), int(time[3:])


def _no_alarm(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Removes alarms of the time."""
    phone = devices["android"]
    rows = phone.table(ALARMS, "alarm_templates")
    kept = [row for row in rows if (row["hour"], row["minutes"]) != _parts(params.time)]
    if len(kept) < len(rows):
        phone.set_table(ALARMS, "alarm_templates", kept)


def _alarm_set(params: Params) -> Sequence[Checkpoint]:
    hour, minute = _parts(params.time)
    return [Checkpoint("alarm_set", "android", "clock", alarm_like, {"hour": hour, "minute": minute})]


def _may_set(params: Params) -> Footprint:
    """The alarm, and none beside those that are asked for: they would be guesses."""
    hour, minute = _parts(params.time)
    return [may_add("android", "alarm", most=1, hour=hour, minute=minute), no_other("android", "alarm")]


def _set_alarm(params: Params, look: Look) -> Iterator[Action]:
    yield from add_alarm(look, *_parts(params.time))


def _put_right(params: Params, look: Look) -> Iterator[Action]:
    """Sets the alarm a minute late, and corrects its time on its card."""
    hour, minute = _parts(params.time)
    late = f"{(hour + (minute == 59)) % 24:02}:{(minute + 1) % 60:02}"
    yield from add_alarm(look, *_parts(late))
    yield from reveal(look, f"Alarm {late}")
    yield tap(look, text=late, role="button")
    yield from choose_time(look, hour, minute)


def _with_a_detour(params: Params, look: Look) -> Iterator[Action]:
    """Cancels the first attempt, and looks at another tab between."""
    yield from open_alarms(look)
    yield tap(look, rid="fab")
    yield tap(look, text="Cancel", role="button")
    yield tap(look, text="Timer", role="tab")
    yield from _set_alarm(params, look)


def _half_a_day_off(params: Params, look: Look) -> Iterator[Action]:
    """Takes the morning for the evening."""
    hour, minute = _parts(params.time)
    yield from add_alarm(look, (hour + 12) % 24, minute)


SET_ALARM = SubTask(
    name="clock.set_alarm",
    device="android",
    app="clock",
    says="in the phone's clock, set an alarm for {time}",
    steps="on the phone, open Clock, tap Alarm, tap Add alarm, enter {time} and tap OK",
    inputs={"time": time_of_day("14:35")},
    setup=_no_alarm,
    checkpoints=_alarm_set,
    oracle={"alarm_set": _set_alarm},
    footprint=_may_set,
    alternatives={"put_right": _put_right, "with_a_detour": _with_a_detour},
    near_misses={"half_a_day_off": _half_a_day_off},
    tags=("clock", "form"),
)
