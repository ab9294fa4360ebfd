"""Clock: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices, Element
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_add, may_change, no_other
from crab_tasks.kits.android.clock.moves import add_alarm, open_alarms
from crab_tasks.kits.android.clock.state import ALARMS, alarm_on, city_chosen, no_alarm, parts_of, plant_alarms
from crab_tasks.kits.android.pages import leave_pages, open_first_page, reveal, scroll_to
from crab_tasks.kits.android.pickers import choose_time
from crab_tasks.kits.moves import find, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed, time_of_day

__all__ = ["ALARM_TIME", "SET_ALARM", "TIME_GAP"]


def _alarm_set(params: Params) -> Sequence[Checkpoint]:
    hour, minute = parts_of(params.time)
    return [
        Checkpoint(id="alarm_set", device="android", app="clock", evaluator=check(alarm_on, hour=hour, minute=minute))
    ]


def _may_set(params: Params) -> Footprint:
    """The alarm, and none beside those that are asked for: they would be guesses.

    One that was there, and off, may be switched on instead.
    """
    hour, minute = parts_of(params.time)
    return [
        may_add("android", "alarm", most=1, hour=hour, minute=minute),
        may_change("android", "alarm", fields=("enabled",), hour=hour, minute=minute, enabled=0),
        no_other("android", "alarm"),
    ]


def _set_alarm(params: Params, look: Look) -> Iterator[Action]:
    yield from add_alarm(look, *parts_of(params.time))


def _put_right(params: Params, look: Look) -> Iterator[Action]:
    """Sets the alarm a minute late, and corrects its time on its card."""
    hour, minute = parts_of(params.time)
    late = f"{(hour + (minute == 59)) % 24:02}:{(minute + 1) % 60:02}"
    yield from add_alarm(look, *parts_of(late))
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
    hour, minute = parts_of(params.time)
    yield from add_alarm(look, (hour + 12) % 24, minute)


SET_ALARM = SubTask(
    name="clock.set_alarm",
    device="android",
    app="clock",
    says="in the phone's clock, set an alarm for {time}",
    steps="on the phone, open Clock, tap Alarm, tap Add alarm, enter {time} and tap OK",
    inputs={"time": time_of_day("14:35")},
    keys=("time",),
    setup=no_alarm,
    checkpoints=_alarm_set,
    oracle={"alarm_set": _set_alarm},
    footprint=_may_set,
    alternatives={"put_right": _put_right, "with_a_detour": _with_a_detour},
    near_misses={"half_a_day_off": _half_a_day_off},
    backends=("sim", "adb"),
    tags=("clock", "form"),
)


def _two_alarms(devices: Devices, params: Params, rng: random.Random) -> None:
    """The alarm, and one whose label begins like its own; both are off, so that they don't ring meanwhile."""
    phone, labels = devices.android, [as_typed(params, "label"), f"{as_typed(params, 'label')} (old)"]
    rows = [row for row in phone.table(ALARMS, "alarm_templates") if row["label"].strip() not in labels]
    plant_alarms(phone, rows, list(zip(labels, (params.time, params.other), strict=True)))


def _clock_open(params: Params) -> Sequence[Checkpoint]:
    """Clock is in front."""
    return [app_opened("clock", "clock_open")]


def _see_alarm(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the alarm's card."""
    yield from open_alarms(look)
    yield from scroll_to(look, as_typed(params, "label"))


def _arrow(look: Look, label: str, time: str) -> Element | None:
    """Returns the arrow of the alarm with a label, unless a button may lie above it; another one may have its time."""
    shown, end = look("android"), find(look, "android", role="list").bounds[3] - 90
    top = min([one.bounds[1] for one in shown if one.text == label], default=end)
    below = [one for one in shown if one.description == f"Expand alarm {time}" and top < one.bounds[1]]
    first = min(below, key=lambda one: one.bounds[1], default=None)
    return first if first is not None and first.bounds[3] < end else None


def _open_card(params: Params, look: Look) -> Iterator[Action]:
    """Opens the alarm's card, and closes it again."""
    yield from _see_alarm(params, look)
    for _ in range(4):
        arrow = _arrow(look, as_typed(params, "label"), params.time)
        if arrow is not None:
            x, y = arrow.center
            yield action("android", "tap", x=x, y=y)
            yield from reveal(look, f"Collapse alarm {params.time}")
            yield tap(look, description=f"Collapse alarm {params.time}")
            return
        x, y = find(look, "android", role="list").center
        yield action("android", "swipe", x=x, y=y, direction="down", distance="short")


def _see_alarm_later(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the timers first."""
    yield from open_alarms(look)
    yield tap(look, text="Timer", role="tab")
    yield from _see_alarm(params, look)


ALARM_TIME = SubTask(
    name="clock.alarm_time",
    device="android",
    app="clock",
    says="look up the time of the alarm whose label is {label} in the phone's clock",
    steps="on the phone, open Clock, tap Alarm, find the alarm whose label is {label} and read its time",
    refers="the time of the phone's alarm whose label is {label}",
    inputs={"label": short_line("Collect the spare keys")},
    hidden={"time": time_of_day("15:20"), "other": time_of_day("17:05")},
    output="time",
    called="time of the alarm",
    produce=lambda params: str(params.time),
    setup=_two_alarms,
    checkpoints=_clock_open,
    oracle={"clock_open": _see_alarm},
    alternatives={"card_opened": _open_card, "timers_first": _see_alarm_later},
    backends=("sim", "adb"),
    tags=("clock",),
)

_HOURS_APART: Mapping[str, int] = {
    "Algiers": 1, "Almaty": 5, "Ankara": 3, "Bangkok": 7, "Beijing": 8, "Cape Town": 2, "Casablanca": 1, "Dhaka": 6,
    "Dubai": 4, "Hanoi": 7, "Honolulu": 10, "Istanbul": 3, "Johannesburg": 2, "Karachi": 5, "Lagos": 1, "Lima": 5,
    "Nairobi": 3, "Perth": 8, "Phoenix": 7, "Quito": 5, "Riyadh": 3, "Seoul": 9, "Shanghai": 8, "Tbilisi": 4,
    "Tokyo": 9,
}  # fmt: skip
"""Cities without summer time, with the hours between their clocks and the phone's, which is at UTC."""
_BEHIND = ("Honolulu", "Lima", "Phoenix", "Quito")
"""Those whose clocks are behind the phone's."""


def _not_chosen(devices: Devices, params: Params, rng: random.Random) -> None:
    """Takes the city out of the world clock."""
    phone = devices.android
    rows = phone.table(ALARMS, "selected_cities")
    kept = [row for row in rows if row["city_name"] != params.city]
    if len(kept) < len(rows):
        phone.set_table(ALARMS, "selected_cities", kept)


def _city_added(params: Params) -> Sequence[Checkpoint]:
    """Clock; then the city."""
    added = Checkpoint(
        id="city_added",
        device="android",
        app="clock",
        evaluator=check(city_chosen, city=params.city),
        after=("clock_open",),
    )
    return [app_opened("clock", "clock_open"), added]


def _may_choose(params: Params) -> Footprint:
    return [may_add("android", "city", most=1, name=params.city)]


def _open_world(look: Look) -> Iterator[Action]:
    """Opens the world clock."""
    yield from open_first_page(look, "Clock", "tab_menu")
    yield tap(look, text="Clock", role="tab")


def _open_clock(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_world(look)


def _search_city(look: Look, query: str) -> Iterator[Action]:
    yield from _open_world(look)
    yield tap(look, description="Add city")
    yield action("android", "write_text", text=query)


def _add_city(params: Params, look: Look) -> Iterator[Action]:
    yield from _search_city(look, params.city)
    yield tap(look, text=params.city, role="list_item")


def _add_from_list(params: Params, look: Look) -> Iterator[Action]:
    """Takes the city from the list of those that begin with its first letter."""
    yield from _search_city(look, params.city[0])
    yield from scroll_to(look, params.city)
    yield tap(look, text=params.city, role="list_item")


def _add_at_second_try(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the list of cities once without a choice."""
    yield from _search_city(look, "Vaduz")
    yield from leave_pages(look, "tab_menu")
    yield from _add_city(params, look)


def _only_searched(params: Params, look: Look) -> Iterator[Action]:
    """Reads the city's time in the list, without adding it."""
    yield from _search_city(look, params.city)
    yield from leave_pages(look, "tab_menu")


TIME_GAP = SubTask(
    name="clock.time_gap",
    device="android",
    app="clock",
    says="add {city} to the world clock of the phone and see by how many hours its time differs from the phone's",
    steps="on the phone, open Clock, tap the tab Clock, tap Add city, search {city}, tap it, and read below its name "
    "by how many hours its time differs",
    refers="the difference in hours that, after you add {city}, the phone's world clock shows for it",
    inputs={"city": choice(tuple(_HOURS_APART), "Nairobi", type="city")},
    output="count",
    called="difference",
    produce=lambda params: _HOURS_APART[params.city],
    remark=lambda params: (
        f"The time in {params.city} is {'behind' if params.city in _BEHIND else 'ahead of'} the time of the phone."
    ),
    setup=_not_chosen,
    checkpoints=_city_added,
    oracle={"clock_open": _open_clock, "city_added": _add_city},
    footprint=_may_choose,
    alternatives={"from_list": _add_from_list, "at_second_try": _add_at_second_try},
    near_misses={"only_searched": _only_searched},
    crab=13,
    crab_inputs=("city",),
    backends=("sim", "adb"),
    tags=("clock",),
)
