"""Clocks: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, OracleStuck, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_gym.task.types import short_line
from crab_sim.devices.clock_settings import CITIES, SCHEMA, cities_of, cities_text
from crab_sim.devices.footprints import Footprint, may_add, may_remove
from crab_tasks.kits.android.clock.state import parts_of
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import click, click_on, has
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.clocks.moves import (
    APP,
    SCROLLS,
    add_city,
    delete_alarm,
    fields,
    open_clocks,
    row_of,
    set_alarm,
)
from crab_tasks.kits.ubuntu.clocks.state import WORLD_CITIES, alarm_gone, alarm_named, cities_shown
from crab_tasks.kits.ubuntu.pointing import point
from crab_tasks.kits.ubuntu.windows import soon
from crab_tasks.kits.values import as_typed, time_of_day

__all__ = ["ADD_CITY", "ALARM_TIME", "DELETE_ALARM", "SET_ALARM"]


def _alarm_right(params: Params) -> Sequence[Checkpoint]:
    """Clocks; then the alarm."""
    alarm = check(alarm_named, kind=params.kinds["text"], value=params.text, time=params.time)
    return [
        app_opened("clocks", "clocks_open", "ubuntu"),
        Checkpoint(id="set", device="ubuntu", app="clocks", evaluator=alarm, after=("clocks_open",)),
    ]


def _may_set(params: Params) -> Footprint:
    right = same_value(params.kinds["text"], params.text)
    hour, minute = parts_of(params.time)
    return [may_add("ubuntu", "alarm", most=1, label=right, hour=hour, minute=minute)]


def _open_alarms(params: Params, look: Look) -> Iterator[Action]:
    yield from open_clocks(look, "Alarms")


def _alarm(params: Params, look: Look, later: int = 0) -> Iterator[Action]:
    """Sets the alarm, or one so many hours later."""
    hour, minute = (int(part) for part in params.time.split(":"))
    yield from set_alarm(look, (hour + later) % 24, minute, as_typed(params, "text"))


def _alarm_anew(params: Params, look: Look) -> Iterator[Action]:
    """Sets an alarm at another hour first, deletes it, and sets the right one."""
    hour, minute = (int(part) for part in params.time.split(":"))
    yield from _alarm(params, look, 1)
    yield from delete_alarm(look, (hour + 1) % 24, minute, as_typed(params, "text"))
    yield from _alarm(params, look)


def _alarm_after_world(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the world clock first."""
    yield from open_clocks(look, "World")
    yield from _alarm(params, look)


def _alarm_in_the_evening(params: Params, look: Look) -> Iterator[Action]:
    """Takes the other half of the day."""
    yield from _alarm(params, look, 12)


SET_ALARM = SubTask(
    name="clocks.set_alarm",
    device="ubuntu",
    app="clocks",
    says="set an alarm for {time} in Clocks on the desktop and name it {text}",
    steps="on the desktop, open Clocks, click Alarms, click New Alarm, enter {time} as time and {text} as name, "
    "and click Add",
    inputs={"time": time_of_day("06:45"), "text": short_line("Collect the red crates")},
    checkpoints=_alarm_right,
    oracle={"clocks_open": _open_alarms, "set": _alarm},
    footprint=_may_set,
    alternatives={"anew": _alarm_anew, "after_world": _alarm_after_world},
    near_misses={"other_half": _alarm_in_the_evening},
    tags=("clocks",),
)


_NAMES = ("Bakery", "Choir", "Ferry", "Market", "Swimming", "Tram")


def _two_alarms(devices: Devices, params: Params, rng: random.Random) -> None:
    """Sets the alarm, which is off, and another one whose name begins like its own.

    Both are for some weekdays, since Clocks refuses a second alarm of the same time and days.
    """
    rows = [(params.alarm, params.at, 0b1100000), (f"{params.alarm} in summer", params.other, 0b0011100)]
    rng.shuffle(rows)
    for label, at, days in rows:
        hour, minute = (int(part) for part in at.split(":"))
        devices.ubuntu.add_alarm(hour, minute, label, days, enabled=False)


def _clocks_open(params: Params) -> Sequence[Checkpoint]:
    """Clocks is in front."""
    return [app_opened("clocks", "clocks_open", "ubuntu")]


def _look_at_alarms_last(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the world clock first."""
    yield from open_clocks(look, "World")
    yield from open_clocks(look, "Alarms")


def _open_alarm(params: Params, look: Look, leave: bool = True) -> Iterator[Action]:
    """Opens the alarm, and leaves it as it is unless something is to be done with it."""
    hour_and_minute = str(params.at)
    yield from open_clocks(look, "Alarms")
    yield from soon(lambda: row_of(look, hour_and_minute) is not None)
    row = row_of(look, hour_and_minute)
    if row is None:
        raise OracleStuck(f"Clocks has no row for the alarm at {hour_and_minute}")
    yield click_on(row)
    if leave:
        yield action("ubuntu", "press", key="escape")


def _see_alarm(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_alarm(params, look)


ALARM_TIME = SubTask(
    name="clocks.alarm_time",
    device="ubuntu",
    app="clocks",
    says="look up the time of the alarm named {alarm} in the desktop's Clocks",
    steps="on the desktop, open Clocks, click Alarms and read the time of the alarm named {alarm}",
    refers="the time of the alarm named {alarm} in the desktop's Clocks",
    inputs={"alarm": choice(_NAMES, "Ferry")},
    hidden={"at": time_of_day("09:35"), "other": time_of_day("10:50")},
    output="time",
    called="time of the alarm",
    produce=lambda params: str(params.at),
    setup=_two_alarms,
    checkpoints=_clocks_open,
    oracle={"clocks_open": _open_alarms},
    alternatives={"after_world": _look_at_alarms_last, "opened": _see_alarm},
    tags=("clocks",),
)


_KEPT = "Oslo", "Vienna"
"""Cities that stay in the world clock; no goal names them."""


def _without_city(devices: Devices, params: Params, rng: random.Random) -> None:
    """Takes the city out of the world clock, which has two others."""
    desktop = devices.ubuntu
    before = cities_of(desktop.setting(SCHEMA, CITIES))
    names = dict.fromkeys((*before, *_KEPT))
    desktop.set_setting(SCHEMA, CITIES, cities_text([name for name in names if name != params.city]))


def _city_added(params: Params) -> Sequence[Checkpoint]:
    """Clocks; then the city, beside those that were there."""
    added = check(cities_shown, cities=(params.city, *_KEPT))
    return [
        app_opened("clocks", "clocks_open", "ubuntu"),
        Checkpoint(id="city_added", device="ubuntu", app="clocks", evaluator=added, after=("clocks_open",)),
    ]


def _may_add_city(params: Params) -> Footprint:
    return [may_add("ubuntu", "city", most=1, name=params.city)]


def _open_world(params: Params, look: Look) -> Iterator[Action]:
    yield from open_clocks(look, "World")


def _add_city(params: Params, look: Look) -> Iterator[Action]:
    yield from add_city(look, params.city)


def _add_city_by_key(params: Params, look: Look) -> Iterator[Action]:
    """Opens the dialog with a key, and adds the first city that is found with Enter."""
    yield from open_clocks(look, "World")
    yield action("ubuntu", "hotkey", keys=["ctrl", "n"])
    yield from soon(lambda: bool(fields(look)))
    yield action("ubuntu", "write_text", text=params.city)
    yield from soon(lambda: row_of(look, params.city) is not None)
    for _ in range(2):  # chooses the city, and adds it
        yield action("ubuntu", "press", key="enter")


def _add_city_after_alarms(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the alarms first."""
    yield from open_clocks(look, "Alarms")
    yield from _add_city(params, look)


def _only_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the city, reads its time, and leaves the dialog."""
    yield from open_clocks(look, "World")
    yield click(look, description="Add Location")
    yield from soon(lambda: bool(fields(look)))
    yield action("ubuntu", "write_text", text=params.city)
    yield click(look, text="Cancel", role="button")


def _in_place_of_another(params: Params, look: Look) -> Iterator[Action]:
    """Removes another city first."""
    yield from open_clocks(look, "World")
    yield click(look, description=f"Remove {_KEPT[0]}")
    yield from _add_city(params, look)


ADD_CITY = SubTask(
    name="clocks.add_city",
    device="ubuntu",
    app="clocks",
    says="add {city} to the world clock in Clocks on the desktop",
    steps="on the desktop, open Clocks, click World and Add Location, search for {city}, click it and then Add",
    inputs={"city": choice(WORLD_CITIES, "Quito", type="city")},
    setup=_without_city,
    checkpoints=_city_added,
    oracle={"clocks_open": _open_world, "city_added": _add_city},
    footprint=_may_add_city,
    alternatives={"by_key": _add_city_by_key, "after_alarms": _add_city_after_alarms},
    near_misses={"only_found": _only_found, "in_place_of_another": _in_place_of_another},
    tags=("clocks",),
)


_WORKDAYS = 0b0011111


def _other_time(params: Params) -> str:
    """Returns a time, ten minutes and three hours later."""
    hour, minute = (int(part) for part in params.time.split(":"))
    return f"{(hour + 3 + (minute + 10) // 60) % 24:02}:{(minute + 10) % 60:02}"


def _two_of_a_name(devices: Devices, params: Params, rng: random.Random) -> None:
    """Sets the alarm and another one of its name, both for weekdays."""
    for time, days in ((params.time, _WORKDAYS), (_other_time(params), 0b0010101)):
        hour, minute = (int(part) for part in time.split(":"))
        devices.ubuntu.add_alarm(hour, minute, params.alarm, days, enabled=False)


def _deleted(params: Params) -> Sequence[Checkpoint]:
    """Clocks; then the alarm is gone, and the other one is there."""
    gone = check(alarm_gone, label=params.alarm, time=params.time, days=_WORKDAYS, other=_other_time(params))
    return [
        app_opened("clocks", "clocks_open", "ubuntu"),
        Checkpoint(id="deleted", device="ubuntu", app="clocks", evaluator=gone, after=("clocks_open",)),
    ]


def _may_delete(params: Params) -> Footprint:
    hour, minute = (int(part) for part in params.time.split(":"))
    return [may_remove("ubuntu", "alarm", most=1, label=params.alarm, hour=hour, minute=minute)]


def _delete(params: Params, look: Look, time: str = "") -> Iterator[Action]:
    """Deletes the alarm, or the one of its name at another time, by the button in its row, if there is such a one."""
    yield from open_clocks(look, "Alarms")
    button = f"Remove {time or params.time} {params.alarm}"
    for _ in range(SCROLLS):
        if has(look, "ubuntu", description=button):
            break
        x, y = next(e for e in reversed(look("ubuntu")) if e.app == APP and e.role == "list_item").center
        yield action("ubuntu", "scroll", x=x, y=y, direction="down", amount=5)
    if has(look, "ubuntu", description=button):
        yield click(look, description=button)


def _delete_it(params: Params, look: Look) -> Iterator[Action]:
    yield from _delete(params, look)


def _delete_in_dialog(params: Params, look: Look) -> Iterator[Action]:
    """Opens the alarm, and removes it there."""
    yield from _open_alarm(params.replace(at=params.time), look, leave=False)
    yield from point(look, lambda e: e.role == "button" and e.text == "Remove Alarm", "button Remove Alarm")


def _delete_after_world(params: Params, look: Look) -> Iterator[Action]:
    yield from open_clocks(look, "World")
    yield from _delete(params, look)


def _delete_other(params: Params, look: Look) -> Iterator[Action]:
    yield from _delete(params, look, _other_time(params))


def _delete_both(params: Params, look: Look) -> Iterator[Action]:
    yield from _delete_other(params, look)
    yield from _delete(params, look)


def _rename_it(params: Params, look: Look) -> Iterator[Action]:
    """Gives the alarm another name, and lets it ring."""
    yield from _open_alarm(params.replace(at=params.time), look, leave=False)
    yield click_on(fields(look)[-1])
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text="Never")
    yield from point(look, lambda e: e.role == "button" and e.text == "Done", "button Done")


DELETE_ALARM = SubTask(
    name="clocks.delete_alarm",
    device="ubuntu",
    app="clocks",
    says="delete the alarm {alarm} that is set for {time} in Clocks on the desktop, but not the other one of that name",
    steps="on the desktop, open Clocks, click Alarms, find the alarm {alarm} that is set for {time}, and remove that "
    "one alone",
    inputs={
        "alarm": choice(("Bus", "Medicine", "News", "Pick up the children", "Walk the dog"), "News"),
        "time": time_of_day("16:40"),
    },
    setup=_two_of_a_name,
    checkpoints=_deleted,
    oracle={"clocks_open": _open_alarms, "deleted": _delete_it},
    footprint=_may_delete,
    alternatives={"in_its_dialog": _delete_in_dialog, "after_world": _delete_after_world},
    near_misses={"other_one": _delete_other, "both": _delete_both, "renamed": _rename_it},
    tags=("clocks",),
)
