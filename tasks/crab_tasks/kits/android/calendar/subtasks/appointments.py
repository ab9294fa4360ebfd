"""Calendar: sub-tasks about appointments that are there, and about new ones at a time of day."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_add, no_other
from crab_tasks.kits.android.calendar.moves import edit_event, new_event, open_day, open_event
from crab_tasks.kits.android.calendar.state import day_event, event_begins, moment, start_of
from crab_tasks.kits.android.clock.state import parts_of
from crab_tasks.kits.android.pages import leave_pages, open_first_page, open_row, scroll_to, type_into
from crab_tasks.kits.android.pickers import choose_time
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import another, as_date, as_typed, date_ahead, postal_address, time_of_day

__all__ = ["ADD_TIMED", "BEGINS", "PLACE_OF"]

_HOUR = 3600


def _calendar_open(params: Params) -> Sequence[Checkpoint]:
    """Calendar is in front."""
    return [app_opened("calendar", "calendar_open")]


# What is said about an event ----------------------------------------------------------------------------------------


def _preparations(params: Params) -> str:
    return f"Preparations for {as_typed(params, 'title')}"


def _rehearsal(params: Params) -> str:
    return f"Rehearsal of {as_typed(params, 'title')}"


def _two_dates(rng: random.Random) -> tuple[str, str]:
    first = date_ahead().sample(rng)
    return first, another(date_ahead(), rng, first)


def _two_places(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the event, and one whose title is like its own, at different places on different dates."""
    places = ((_preparations(params), params.place), (f"Party after {as_typed(params, 'title')}", params.other))
    for on, (title, place) in zip(_two_dates(rng), places, strict=True):
        start = start_of(on, f"{rng.randrange(9, 16):02}:30")
        devices.android.add_event(title, start, start + _HOUR, place)


def _two_times(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the event, and one whose title is like its own, at different times on different dates."""
    times = ((_rehearsal(params), params.time), (f"Tidying up after {as_typed(params, 'title')}", params.other))
    for on, (title, time) in zip(_two_dates(rng), times, strict=True):
        start = start_of(on, time)
        devices.android.add_event(title, start, start + _HOUR)


def _search(look: Look, query: str) -> Iterator[Action]:
    yield from open_first_page(look, "Calendar", "floating_action_button")
    yield tap(look, description="Search")
    yield from type_into(look, "Search", query)


def _open_preparations(params: Params, look: Look) -> Iterator[Action]:
    yield from open_event(look, _preparations(params))


def _find_preparations(params: Params, look: Look) -> Iterator[Action]:
    """Finds all events about it, and opens the right one."""
    yield from _search(look, as_typed(params, "title"))
    yield from open_row(look, _preparations(params))


def _edit_preparations(params: Params, look: Look) -> Iterator[Action]:
    """Reads the fields of the editor, and leaves it."""
    yield from edit_event(look, _preparations(params))
    yield from leave_pages(look, "floating_action_button")


PLACE_OF = SubTask(
    name="appointments.place_of",
    device="android",
    app="calendar",
    says="look up in the phone's calendar where the preparations for {title} take place",
    steps="on the phone, open Calendar, tap Search, search for {title}, open the preparations for that and read where "
    "they take place",
    refers="the address where, according to the phone's calendar, the preparations for {title} take place",
    inputs={"title": short_line("Measure the garden chair")},
    hidden={
        "place": postal_address("64 Orchard Street, Port Haven"), "other": postal_address("12 Station Road, Alder"),
    },
    output="address",
    produce=lambda params: str(params.place),
    keys=("title",),
    setup=_two_places,
    checkpoints=_calendar_open,
    oracle={"calendar_open": _open_preparations},
    alternatives={"by_title": _find_preparations, "in_the_editor": _edit_preparations},
    backends=("sim", "adb"),
    tags=("calendar",),
)  # fmt: skip


def _open_rehearsal(params: Params, look: Look) -> Iterator[Action]:
    yield from open_event(look, _rehearsal(params))


def _find_rehearsal(params: Params, look: Look) -> Iterator[Action]:
    """Reads what the search shows of all events about it."""
    yield from _search(look, as_typed(params, "title"))


def _edit_rehearsal(params: Params, look: Look) -> Iterator[Action]:
    """Reads the fields of the editor, and leaves it."""
    yield from edit_event(look, _rehearsal(params))
    yield from leave_pages(look, "floating_action_button")


BEGINS = SubTask(
    name="appointments.begins",
    device="android",
    app="calendar",
    says="look up in the phone's calendar at what time the rehearsal of {title} begins",
    steps="on the phone, open Calendar, tap Search, search for {title}, and read at what time the rehearsal of that "
    "begins",
    refers="the time at which, according to the phone's calendar, the rehearsal of {title} begins",
    inputs={"title": short_line("Repair the spare keys")},
    hidden={"time": time_of_day("10:25"), "other": time_of_day("17:40")},
    output="time",
    called="time of the rehearsal",
    produce=lambda params: str(params.time),
    keys=("title",),
    setup=_two_times,
    checkpoints=_calendar_open,
    oracle={"calendar_open": _open_rehearsal},
    alternatives={"by_title": _find_rehearsal, "in_the_editor": _edit_rehearsal},
    backends=("sim", "adb"),
    tags=("calendar",),
)

# A new event at a time ----------------------------------------------------------------------------------------------


def _on_time(params: Params) -> Sequence[Checkpoint]:
    """An event of the title on the date; then one that begins at the time."""
    begin = moment(*as_date(params.date))
    return [
        Checkpoint(
            id="on_date",
            device="android",
            app="calendar",
            evaluator=check(day_event, kind=params.kinds["title"], title=params.title, day=begin, all_day=False),
        ),
        Checkpoint(
            id="on_time",
            device="android",
            app="calendar",
            evaluator=check(
                event_begins, kind=params.kinds["title"], title=params.title, start=start_of(params.date, params.time)
            ),
            after=("on_date",),
        ),
    ]


def _may_add_timed(params: Params) -> Footprint:
    """The event, and none of its title at another time: that would contradict it."""
    title, start = same_value(params.kinds["title"], params.title), start_of(params.date, params.time)
    return [may_add("android", "event", most=1, title=title, start=start), no_other("android", "event", title=title)]


def _add_on_date(params: Params, look: Look) -> Iterator[Action]:
    yield from new_event(look, as_typed(params, "title"), as_date(params.date))


def _edit_on_date(params: Params, look: Look) -> Iterator[Action]:
    """Opens the editor of the date's event."""
    yield from open_day(look, as_date(params.date))
    yield from scroll_to(look, as_typed(params, "title"), role="list_item")
    yield tap(look, text=as_typed(params, "title"), role="list_item")
    yield tap(look, description="Edit")


def _set_time(params: Params, look: Look) -> Iterator[Action]:
    yield from _edit_on_date(params, look)
    yield tap(look, description="Start time")
    yield from choose_time(look, *parts_of(params.time))
    yield tap(look, text="Save")


def _add_at_once(params: Params, look: Look) -> Iterator[Action]:
    yield from new_event(look, as_typed(params, "title"), as_date(params.date), parts_of(params.time))


def _add_from_the_day(params: Params, look: Look) -> Iterator[Action]:
    """Shows the date first, so that the editor begins with it, and types the title last."""
    yield from open_day(look, as_date(params.date))
    yield tap(look, rid="floating_action_button")
    yield tap(look, description="Start time")
    yield from choose_time(look, *parts_of(params.time))
    yield from type_into(look, "Add title", as_typed(params, "title"))
    yield tap(look, text="Save")


def _half_a_day_off(params: Params, look: Look) -> Iterator[Action]:
    """Takes the morning for the evening."""
    hour, minute = parts_of(params.time)
    yield from new_event(look, as_typed(params, "title"), as_date(params.date), ((hour + 12) % 24, minute))


def _both_times(params: Params, look: Look) -> Iterator[Action]:
    """Adds it at another time, too."""
    yield from _half_a_day_off(params, look)
    yield from _add_at_once(params, look)


ADD_TIMED = SubTask(
    name="appointments.add_timed",
    device="android",
    app="calendar",
    says="in the phone's calendar, add an event with {title} as its title, which begins on {date} at {time}",
    steps="on the phone, open Calendar, tap Create new event, enter {title} as the title, choose {date} as the date "
    "and {time} as the time of the start, and tap Save",
    inputs={"date": date_ahead("2026-11-27"), "time": time_of_day("15:50"), "title": short_line("Label old maps")},
    new=("title",),
    checkpoints=_on_time,
    oracle={"on_date": _add_on_date, "on_time": _set_time},
    footprint=_may_add_timed,
    alternatives={"at_once": _add_at_once, "from_the_day": _add_from_the_day},
    near_misses={"half_a_day_off": _half_a_day_off, "both_times": _both_times},
    backends=("sim", "adb"),
    step_limit=50,
    tags=("calendar", "form"),
)
