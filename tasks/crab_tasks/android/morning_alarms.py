"""Set an alarm for weekdays, turn another off, delete a third."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_add, may_change, may_remove, no_other
from crab_tasks.kits.android.clock.moves import open_alarm, open_alarms
from crab_tasks.kits.android.clock.state import ALARMS, Alarm, alarm_gone, alarm_like, alarms_are
from crab_tasks.kits.android.pages import reveal, type_into
from crab_tasks.kits.android.pickers import choose_time
from crab_tasks.kits.moves import nothing_more, tap

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
WORKING = 0b11111
DAILY = 0b1111111


def new_alarm(params: Params) -> Alarm:
    """Returns the alarm to set."""
    return Alarm(params.hour, params.minute, params.label, WORKING, True)


def planted(params: Params) -> tuple[Alarm, Alarm, Alarm, Alarm]:
    """Returns the alarms to turn off, to delete, and to leave alone; all at times far from any that is asked for."""
    return (
        Alarm(5, 15, params.off, DAILY, True), Alarm(21, 45, params.gone, 0, True),
        Alarm(4, 55, "Bakery", 0b1100000, True), Alarm(22, 25, "Lights out", DAILY, False),
    )  # fmt: skip


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Replaces the alarms by the planted ones, in a random order."""
    alarms = list(planted(params))
    rng.shuffle(alarms)
    rows = [
        {"_id": i + 1, "hour": one.hour, "minutes": one.minute, "daysofweek": one.days, "enabled": int(one.enabled),
         "vibrate": rng.randrange(2), "label": one.label, "ringtone": "", "delete_after_use": 0}
        for i, one in enumerate(alarms)
    ]  # fmt: skip
    devices.android.set_table(ALARMS, "alarm_templates", rows)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The new alarm, then its days and label; another off, a third gone; at last nothing else has changed."""
    off, _, *others = planted(params)
    silent = check(alarm_like, hour=off.hour, minute=off.minute, label=off.label, enabled=False)
    everything = (off._replace(enabled=False), *others, new_alarm(params))
    labelled = check(alarm_like, hour=params.hour, minute=params.minute, label=params.label)
    return [
        Checkpoint(
            id="alarm_set",
            device="android",
            app="clock",
            evaluator=check(alarm_like, hour=params.hour, minute=params.minute),
        ),
        Checkpoint(
            id="days_right",
            device="android",
            app="clock",
            evaluator=check(alarm_like, hour=params.hour, minute=params.minute, days=WORKING),
            after=("alarm_set",),
        ),
        Checkpoint(id="label_right", device="android", app="clock", evaluator=labelled, after=("alarm_set",)),
        Checkpoint(id="turned_off", device="android", app="clock", evaluator=silent),
        Checkpoint(id="deleted", device="android", app="clock", evaluator=check(alarm_gone, label=params.gone)),
        Checkpoint(
            id="alarms_right",
            device="android",
            app="clock",
            evaluator=check(alarms_are, alarms=everything),
            after=("days_right", "label_right", "turned_off", "deleted"),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """One new alarm, one turned off, and one deleted; the others stay as they are."""
    return [
        may_add("android", "alarm", most=1, label=params.label, hour=params.hour, minute=params.minute, days=WORKING),
        may_change("android", "alarm", ("enabled",), label=params.off),
        may_remove("android", "alarm", label=params.gone),
        no_other("android", "alarm"),
    ]


def clock(alarm: Alarm) -> str:
    """Returns how an alarm's time is shown."""
    return f"{alarm.hour:02}:{alarm.minute:02}"


def set_alarm(params: Params, look: Look) -> Iterator[Action]:
    """Adds the alarm."""
    yield from open_alarms(look)
    yield tap(look, rid="fab")
    yield from choose_time(look, params.hour, params.minute)


def repeat(params: Params, look: Look) -> Iterator[Action]:
    """Lets the alarm repeat from Monday to Friday."""
    yield from open_alarm(look, clock(new_alarm(params)))
    for day in WEEKDAYS:
        yield tap(look, description=day)


def label(params: Params, look: Look) -> Iterator[Action]:
    """Gives the alarm its label."""
    yield from open_alarm(look, clock(new_alarm(params)))
    yield tap(look, rid="edit_label")
    yield from type_into(look, "Label", params.label)
    yield tap(look, text="OK", role="button")


def switch(look: Look, alarm: Alarm) -> Iterator[Action]:
    """Switches an alarm."""
    yield from open_alarms(look)
    yield from reveal(look, f"Alarm {clock(alarm)}", "switch")
    yield tap(look, description=f"Alarm {clock(alarm)}", role="switch")


def remove(look: Look, alarm: Alarm) -> Iterator[Action]:
    """Deletes an alarm."""
    yield from open_alarm(look, clock(alarm))
    yield tap(look, text="Delete", role="button")


def turn_off(params: Params, look: Look) -> Iterator[Action]:
    """Turns the alarm off."""
    yield from switch(look, planted(params)[0])


def delete(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the alarm."""
    yield from remove(look, planted(params)[1])


def added(params: Params, look: Look) -> Iterator[Action]:
    """Adds the alarm with its days and label."""
    yield from set_alarm(params, look)
    yield from repeat(params, look)
    yield from label(params, look)


def every_day(params: Params, look: Look) -> Iterator[Action]:
    """Lets the new alarm ring on Saturdays too."""
    yield from set_alarm(params, look)
    yield from label(params, look)
    yield from repeat(params, look)
    yield tap(look, description="Saturday")
    yield from turn_off(params, look)
    yield from delete(params, look)


def mixed_up(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the alarm to turn off, and turns off the one to delete."""
    yield from remove(look, planted(params)[0])
    yield from switch(look, planted(params)[1])
    yield from added(params, look)


def one_too_many(params: Params, look: Look) -> Iterator[Action]:
    """Deletes another alarm too."""
    yield from added(params, look)
    yield from turn_off(params, look)
    yield from remove(look, planted(params)[2])
    yield from delete(params, look)


def others_first(params: Params, look: Look) -> Iterator[Action]:
    """Deals with the other alarms first, and gives the new one its label before its days."""
    yield from delete(params, look)
    yield from turn_off(params, look)
    yield from set_alarm(params, look)
    yield from label(params, look)
    yield from repeat(params, look)


def made_anew(params: Params, look: Look) -> Iterator[Action]:
    """Sets the alarm, deletes it, and sets it once more."""
    yield from set_alarm(params, look)
    yield from remove(look, new_alarm(params))
    yield from added(params, look)
    yield from turn_off(params, look)
    yield from delete(params, look)


TASK = Task(
    name="android.morning_alarms",
    description=(
        "In the phone's Clock app, set an alarm for {hour}:{minute:02} that repeats from Monday to Friday, with the "
        'label "{label}". Turn off the alarm with the label "{off}", but keep it, and delete the one with the label '
        '"{gone}". Leave the other alarms as they are.'
    ),
    devices=("android",),
    parameters={
        "hour": integer(6, 7, 6),
        "minute": choice((10, 20, 25, 35, 40, 50)),
        "label": choice(("Early shift", "Walk the dog", "Rowing", "School bus"), type="alarm_label"),
        "off": choice(("Holiday yoga", "Feed the cat", "Radio show"), type="alarm_label"),
        "gone": choice(("Night train", "Oven", "Parking meter"), type="alarm_label"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "alarm_set": set_alarm,
        "days_right": repeat,
        "label_right": label,
        "turned_off": turn_off,
        "deleted": delete,
        "alarms_right": nothing_more,
    },
    footprint=footprint,
    alternatives={"others_first": others_first, "made_anew": made_anew},
    near_misses={"every_day": every_day, "mixed_up": mixed_up, "one_too_many": one_too_many},
    backends={"android": ("sim", "adb")},
    version=3,
    tags=("clock", "form"),
)
