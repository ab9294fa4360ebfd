"""Clock: sub-tasks that start timers, and that label alarms, find them and set them for another time."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import integer, person
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_add, may_change, no_other
from crab_tasks.kits.android.clock.moves import add_alarm, enter_timer, open_alarms, open_tab
from crab_tasks.kits.android.clock.state import (
    ALARMS,
    WATCH,
    alarm_labelled,
    no_alarm,
    parts_of,
    plant_alarms,
    timer_runs,
)
from crab_tasks.kits.android.pages import reveal, scroll_to
from crab_tasks.kits.android.pickers import choose_time
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed, time_of_day

__all__ = ["LABELLED_ALARM", "RETIME_ALARM", "START", "WHOM_TO_CALL"]

# Timers -------------------------------------------------------------------------------------------------------------


def _no_timers(devices: Devices, params: Params, rng: random.Random) -> None:
    """Removes timers of the length."""
    phone = devices.android
    rows = phone.table(WATCH, "timers")
    kept = [row for row in rows if row["length"] != 60 * params.number]
    if len(kept) < len(rows):
        phone.set_table(WATCH, "timers", kept)


def _timer_started(params: Params) -> Sequence[Checkpoint]:
    return [
        Checkpoint(
            id="timer_started", device="android", app="clock", evaluator=check(timer_runs, minutes=params.number)
        )
    ]


def _may_start(params: Params) -> Footprint:
    return [may_add("android", "state", most=1, slice="timers", length=60 * params.number)]


def _new_timer(look: Look) -> Iterator[Action]:
    """Opens the page for a new timer."""
    yield from open_tab(look, "Timer")
    if has(look, "android", description="Add timer"):
        yield tap(look, description="Add timer")


def _enter(look: Look, hours: int, minutes: int, seconds: int = 0) -> Iterator[Action]:
    """Enters a length on the page for a new timer."""
    yield from _new_timer(look)
    yield from enter_timer(look, f"{hours:02}{minutes:02}{seconds:02}".lstrip("0"))


def _start_timer(params: Params, look: Look) -> Iterator[Action]:
    yield from _enter(look, *divmod(params.number, 60))
    yield tap(look, rid="fab")


def _in_minutes(params: Params, look: Look) -> Iterator[Action]:
    """Enters up to 99 minutes as such, instead of hours and minutes."""
    yield from _enter(look, *((0, params.number) if params.number < 100 else divmod(params.number, 60)))
    yield tap(look, rid="fab")


def _corrected(params: Params, look: Look) -> Iterator[Action]:
    """Enters another digit first, and deletes it."""
    yield from _new_timer(look)
    yield from enter_timer(look, "7")
    yield tap(look, description="Delete")
    hours, minutes = divmod(params.number, 60)
    yield from enter_timer(look, f"{hours:02}{minutes:02}00".lstrip("0"))
    yield tap(look, rid="fab")


def _only_entered(params: Params, look: Look) -> Iterator[Action]:
    yield from _enter(look, *divmod(params.number, 60))


def _in_seconds(params: Params, look: Look) -> Iterator[Action]:
    """Takes the minutes for seconds."""
    minutes, seconds = divmod(params.number, 60)
    yield from _enter(look, minutes // 60, minutes % 60, seconds)
    yield tap(look, rid="fab")


def _a_minute_more(params: Params, look: Look) -> Iterator[Action]:
    yield from _enter(look, *divmod(params.number + 1, 60))
    yield tap(look, rid="fab")


START = SubTask(
    name="timers.start",
    device="android",
    app="clock",
    says="start a timer on the phone with {number} as its length in minutes",
    steps="on the phone, open Clock, tap Timer, enter {number} as the length in minutes, as hours and minutes if there "
    "are many, and tap Start",
    inputs={"number": integer(2, 90, 25, type="count")},
    keys=("number",),
    setup=_no_timers,
    checkpoints=_timer_started,
    oracle={"timer_started": _start_timer},
    footprint=_may_start,
    alternatives={"in_minutes": _in_minutes, "corrected": _corrected},
    near_misses={"only_entered": _only_entered, "in_seconds": _in_seconds, "a_minute_more": _a_minute_more},
    backends=("sim", "adb"),
    tags=("clock",),
)

# Alarms with a label ------------------------------------------------------------------------------------------------


def _labelled(params: Params) -> Sequence[Checkpoint]:
    hour, minute = parts_of(params.time)
    right = check(alarm_labelled, kind=params.kinds["label"], label=params.label, hour=hour, minute=minute)
    return [Checkpoint(id="labelled", device="android", app="clock", evaluator=right)]


def _may_add(params: Params) -> Footprint:
    """The alarm, and none beside those that are asked for."""
    hour, minute = parts_of(params.time)
    label = same_value(params.kinds["label"], params.label)
    return [may_add("android", "alarm", most=1, hour=hour, minute=minute, label=label), no_other("android", "alarm")]


def _type_label(look: Look, label: str) -> Iterator[Action]:
    """Types the label of the alarm whose card is open."""
    yield from scroll_to(look, rid="edit_label")
    yield tap(look, rid="edit_label")
    yield action("android", "write_text", text=label)


def _add_labelled(params: Params, look: Look) -> Iterator[Action]:
    yield from add_alarm(look, *parts_of(params.time))
    yield from _type_label(look, as_typed(params, "label"))
    yield tap(look, text="OK", role="button")


def _with_enter(params: Params, look: Look) -> Iterator[Action]:
    yield from add_alarm(look, *parts_of(params.time))
    yield from _type_label(look, as_typed(params, "label"))
    yield action("android", "press", key="enter")


def _relabelled(params: Params, look: Look) -> Iterator[Action]:
    """Types another label first."""
    yield from add_alarm(look, *parts_of(params.time))
    yield from _type_label(look, "Alarm")
    yield tap(look, text="OK", role="button")
    yield from _type_label(look, as_typed(params, "label"))
    yield tap(look, text="OK", role="button")


def _without_label(params: Params, look: Look) -> Iterator[Action]:
    yield from add_alarm(look, *parts_of(params.time))


def _cancelled(params: Params, look: Look) -> Iterator[Action]:
    """Types the label, and cancels."""
    yield from add_alarm(look, *parts_of(params.time))
    yield from _type_label(look, as_typed(params, "label"))
    yield tap(look, text="Cancel", role="button")


def _half_a_day_off(params: Params, look: Look) -> Iterator[Action]:
    """Takes the morning for the evening."""
    hour, minute = parts_of(params.time)
    yield from add_alarm(look, (hour + 12) % 24, minute)
    yield from _type_label(look, as_typed(params, "label"))
    yield tap(look, text="OK", role="button")


LABELLED_ALARM = SubTask(
    name="timers.labelled_alarm",
    device="android",
    app="clock",
    says="add an alarm that rings at {time} to the phone's clock, with {label} as its label",
    steps="on the phone, open Clock, tap Alarm, tap Add alarm, enter {time}, tap OK, tap Add label, type {label} and "
    "tap OK",
    inputs={"time": time_of_day("09:05"), "label": short_line("Collect ten candles")},
    keys=("time",),
    new=("label",),
    setup=no_alarm,
    checkpoints=_labelled,
    oracle={"labelled": _add_labelled},
    footprint=_may_add,
    alternatives={"with_enter": _with_enter, "relabelled": _relabelled},
    near_misses={"without_label": _without_label, "cancelled": _cancelled, "half_a_day_off": _half_a_day_off},
    backends=("sim", "adb"),
    tags=("clock", "form"),
)

# Another time -------------------------------------------------------------------------------------------------------


def _odd(time: str) -> str:
    """Returns a time some minutes later, at which no other alarm is."""
    return f"{time[:3]}{int(time[3:]) + 3:02}"


def _two_alarms(devices: Devices, params: Params, rng: random.Random) -> None:
    """The alarm, which is off, and one whose label begins like its own."""
    phone, labels = devices.android, (as_typed(params, "label"), f"{as_typed(params, 'label')} (later)")
    no_alarm(devices, params, rng)
    rows = [row for row in phone.table(ALARMS, "alarm_templates") if row["label"].strip() not in labels]
    plant_alarms(phone, rows, list(zip(labels, (_odd(params.old), _odd(params.other)), strict=True)))


def _may_retime(params: Params) -> Footprint:
    label = same_value(params.kinds["label"], params.label)
    return [
        may_change("android", "alarm", fields=("hour", "minute", "enabled"), most=1, label=label),
        no_other("android", "alarm"),
    ]


def _retime(look: Look, label: str, old: str, new: str) -> Iterator[Action]:
    """Sets another time for the alarm of a label, if there is one."""
    yield from open_alarms(look)
    if has(look, "android", role="list"):
        yield from scroll_to(look, label)
    if has(look, "android", label):
        yield from reveal(look, f"Alarm {old}")
        yield tap(look, text=old, role="button")
        yield from choose_time(look, *parts_of(new))


def _retimed(params: Params, look: Look) -> Iterator[Action]:
    yield from _retime(look, as_typed(params, "label"), _odd(params.old), params.time)


def _retimed_twice(params: Params, look: Look) -> Iterator[Action]:
    """Sets it for half an hour before midnight first."""
    yield from _retime(look, as_typed(params, "label"), _odd(params.old), "23:31")
    yield from _retime(look, as_typed(params, "label"), "23:31", params.time)


def _switched_on_first(params: Params, look: Look) -> Iterator[Action]:
    """Switches it on before the time is changed."""
    old = _odd(params.old)
    yield from open_alarms(look)
    yield from reveal(look, f"Alarm {old}")
    yield tap(look, description=f"Alarm {old}", role="switch")
    yield from _retimed(params, look)


def _only_switched_on(params: Params, look: Look) -> Iterator[Action]:
    old = _odd(params.old)
    yield from open_alarms(look)
    yield from reveal(look, f"Alarm {old}")
    yield tap(look, description=f"Alarm {old}", role="switch")


def _other_retimed(params: Params, look: Look) -> Iterator[Action]:
    yield from _retime(look, f"{as_typed(params, 'label')} (later)", _odd(params.other), params.time)


def _second_alarm(params: Params, look: Look) -> Iterator[Action]:
    """Sets another alarm for the time."""
    yield from add_alarm(look, *parts_of(params.time))


def _late_by_half_a_day(params: Params, look: Look) -> Iterator[Action]:
    """Sets the alarm for half a day later, by mistake."""
    hour, minute = parts_of(params.time)
    yield from _retime(look, as_typed(params, "label"), _odd(params.old), f"{(hour + 12) % 24:02}:{minute:02}")


RETIME_ALARM = SubTask(
    name="timers.retime_alarm",
    device="android",
    app="clock",
    says="in the phone's clock, set the alarm that has {label} as its label for {time} instead of its present time",
    steps="on the phone, open Clock, tap Alarm, find the alarm that has {label} as its label, tap its time, enter "
    "{time} and tap OK",
    inputs={"label": short_line("Order the red crates"), "time": time_of_day("16:10")},
    hidden={"old": time_of_day("10:35"), "other": time_of_day("18:20")},
    keys=("label", "time"),
    setup=_two_alarms,
    checkpoints=_labelled,
    oracle={"labelled": _retimed},
    footprint=_may_retime,
    alternatives={"twice": _retimed_twice, "switched_on_first": _switched_on_first},
    near_misses={
        "only_switched_on": _only_switched_on, "other_alarm": _other_retimed, "second_alarm": _second_alarm,
        "half_a_day_off": _late_by_half_a_day,
    },
    backends=("sim", "adb"),
    tags=("clock",),
)  # fmt: skip

# Whom an alarm is about ---------------------------------------------------------------------------------------------


def _calls(devices: Devices, params: Params, rng: random.Random) -> None:
    """An alarm to call somebody, and one half a day later; both are off, so that they don't ring meanwhile."""
    phone = devices.android
    alarms = [(f"Call {params.person}", params.time), (f"Call {params.other}", _half_a_day_later(params.time))]
    plant_alarms(phone, phone.table(ALARMS, "alarm_templates"), alarms)


def _half_a_day_later(time: str) -> str:
    hour, minute = parts_of(time)
    return f"{(hour + 12) % 24:02}:{minute:02}"


def _clock_open(params: Params) -> Sequence[Checkpoint]:
    """Clock is in front."""
    return [app_opened("clock", "clock_open")]


def _see_call(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the alarm's card."""
    yield from open_alarms(look)
    yield from scroll_to(look, f"Call {params.person}")


def _see_call_later(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the stopwatch first."""
    yield from open_alarms(look)
    yield tap(look, text="Stopwatch", role="tab")
    yield from _see_call(params, look)


def _see_both_calls(params: Params, look: Look) -> Iterator[Action]:
    """Compares both cards."""
    yield from open_alarms(look)
    yield from scroll_to(look, f"Call {params.other}")
    yield from _see_call(params, look)


WHOM_TO_CALL = SubTask(
    name="timers.whom_to_call",
    device="android",
    app="clock",
    says="look up whom to call at {time} according to the alarms in the phone's clock",
    steps="on the phone, open Clock, tap Alarm, find the alarm for {time} whose label begins with Call, and read whom "
    "to call",
    refers="the person to call at {time} according to the phone's alarms",
    inputs={"time": time_of_day("11:25")},
    hidden={"person": person("Inês Holm"), "other": person("Farid Berg")},
    output="person_name",
    produce=lambda params: str(params.person),
    keys=("time",),
    setup=_calls,
    checkpoints=_clock_open,
    oracle={"clock_open": _see_call},
    alternatives={"stopwatch_first": _see_call_later, "both": _see_both_calls},
    backends=("sim", "adb"),
    tags=("clock",),
)
