"""Calendar: sub-tasks about appointments with people."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from datetime import date

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import person, phone_number
from crab_sim.devices.footprints import Footprint, may_add, may_change, may_remove
from crab_tasks.kits.android.calendar.events import event_gone
from crab_tasks.kits.android.calendar.moves import choose_date, edit_event, new_event, open_day, open_event
from crab_tasks.kits.android.calendar.state import event_at, event_is, no_event, start_of
from crab_tasks.kits.android.clock.state import parts_of
from crab_tasks.kits.android.contacts.state import namesake
from crab_tasks.kits.android.pages import leave_pages, open_first_page, open_row, scroll_to, type_into
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import another, as_date, date_ahead, day, postal_address, time_of_day

__all__ = ["ADD_PLACE", "CANCEL", "MOVE", "NUMBER"]

_HOUR = 3600
_LATE = day("2026-12-22", date(2026, 12, 21), date(2026, 12, 30))
"""When they are: not when other appointments are."""


def _planned(kind: str, devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants such an appointment with the person, and one with somebody who has the same first name."""
    dates = (params.old, another(_LATE, rng, params.old))
    for name, on in zip((params.name, namesake(params.name)), dates, strict=True):
        no_event(devices, f"{kind} with {name}")
        start = start_of(on, params.time)
        devices.android.add_event(f"{kind} with {name}", start, start + _HOUR)


def _lunches(devices: Devices, params: Params, rng: random.Random) -> None:
    _planned("Lunch", devices, params, rng)


def _dinners(devices: Devices, params: Params, rng: random.Random) -> None:
    _planned("Dinner", devices, params, rng)


def _walks(devices: Devices, params: Params, rng: random.Random) -> None:
    _planned("Walk", devices, params, rng)


def _edit(look: Look, title: str, change: Callable[[], Iterator[Action]]) -> Iterator[Action]:
    """Changes an event and saves it, if there is one of this title: a name may have been read elsewhere."""
    yield from open_first_page(look, "Calendar", "floating_action_button")
    yield tap(look, description="Search")
    yield from type_into(look, "Search", title)
    if has(look, "android", text=title, role="list_item"):
        yield tap(look, text=title, role="list_item")
        yield tap(look, description="Edit")
        yield from change()
        yield tap(look, text="Save")


def _edit_listed(look: Look, title: str, on: str, change: Callable[[], Iterator[Action]]) -> Iterator[Action]:
    """Changes an event that is found on its day, and saves it."""
    yield from open_day(look, as_date(on))
    yield from scroll_to(look, title, role="list_item")
    yield tap(look, text=title, role="list_item")
    yield tap(look, description="Edit")
    yield from change()
    yield tap(look, text="Save")


def _discard(look: Look) -> Iterator[Action]:
    """Leaves the editor without saving."""
    for _ in range(3):  # the keyboard and a field may take the key first
        if has(look, "android", text="Discard", role="button"):
            yield tap(look, text="Discard", role="button")
            return
        yield action("android", "press", key="back")


def _moved(params: Params) -> Sequence[Checkpoint]:
    start = start_of(params.date, params.time)
    right = check(event_at, title=f"Lunch with {params.name}", start=start, end=start + _HOUR)
    return [Checkpoint(id="moved", device="android", app="calendar", evaluator=right)]


def _may_move(params: Params) -> Footprint:
    """The change, or the same event made anew."""
    title = f"Lunch with {params.name}"
    return [
        may_change("android", "event", fields=("start", "end"), most=1, title=title),
        may_remove("android", "event", most=1, title=title),
        may_add("android", "event", most=1, title=title, start=start_of(params.date, params.time)),
    ]


def _move(params: Params, look: Look) -> Iterator[Action]:
    yield from _edit(
        look, f"Lunch with {params.name}", lambda: choose_date(look, "Start", as_date(params.date))
    )  # fmt: skip


def _move_from_day(params: Params, look: Look) -> Iterator[Action]:
    yield from _edit_listed(
        look, f"Lunch with {params.name}", params.old, lambda: choose_date(look, "Start", as_date(params.date))
    )


def _make_anew(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the event and makes it anew."""
    title = f"Lunch with {params.name}"
    yield from _delete(look, title)
    hour, minute = parts_of(params.time)
    yield from new_event(look, title, as_date(params.date), (hour, minute), (hour + 1, minute))


def _copied(params: Params, look: Look) -> Iterator[Action]:
    """Adds another event instead of moving the one that is there."""
    hour, minute = parts_of(params.time)
    title = f"Lunch with {params.name}"
    yield from new_event(look, title, as_date(params.date), (hour, minute), (hour + 1, minute))


def _move_namesakes(params: Params, look: Look) -> Iterator[Action]:
    yield from _edit(
        look, f"Lunch with {namesake(params.name)}", lambda: choose_date(look, "Start", as_date(params.date))
    )  # fmt: skip


def _move_unsaved(params: Params, look: Look) -> Iterator[Action]:
    yield from edit_event(look, f"Lunch with {params.name}")
    yield from choose_date(look, "Start", as_date(params.date))
    yield from _discard(look)


MOVE = SubTask(
    name="meetups.move",
    device="android",
    app="calendar",
    says="move the lunch with {name} in the phone's calendar to {date} at the same time of day",
    steps="on the phone, open Calendar, search for the lunch with {name}, tap it, tap Edit, choose {date} as the date "
    "of the start and tap Save",
    inputs={"name": person("Lev Holm"), "date": date_ahead("2026-12-02")},
    hidden={"old": _LATE, "time": time_of_day("12:20")},
    keys=("name",),
    setup=_lunches,
    checkpoints=_moved,
    oracle={"moved": _move},
    footprint=_may_move,
    alternatives={"from_day": _move_from_day, "anew": _make_anew},
    near_misses={"copied": _copied, "namesake": _move_namesakes, "not_saved": _move_unsaved},
    backends=("sim", "adb"),
    step_limit=40,
    tags=("calendar",),
)


def _placed(params: Params) -> Sequence[Checkpoint]:
    start = start_of(params.old, params.time)
    right = check(event_is, title=f"Dinner with {params.name}", start=start, end=start + _HOUR, place=params.address)
    return [Checkpoint(id="placed", device="android", app="calendar", evaluator=right)]


def _may_place(params: Params) -> Footprint:
    title = f"Dinner with {params.name}"
    return [may_change("android", "event", fields=("location",), most=1, title=title)]


def _place(params: Params, look: Look) -> Iterator[Action]:
    yield from _edit(
        look, f"Dinner with {params.name}", lambda: type_into(look, "Add location", params.address)
    )  # fmt: skip


def _place_from_day(params: Params, look: Look) -> Iterator[Action]:
    yield from _edit_listed(
        look, f"Dinner with {params.name}", params.old, lambda: type_into(look, "Add location", params.address)
    )


def _place_in_two_steps(params: Params, look: Look) -> Iterator[Action]:
    """Saves the event once without a change."""
    yield from _edit(look, f"Dinner with {params.name}", lambda: iter(()))
    yield from _place(params, look)


def _place_as_notes(params: Params, look: Look) -> Iterator[Action]:
    yield from _edit(
        look, f"Dinner with {params.name}", lambda: type_into(look, "Add description", params.address)
    )  # fmt: skip


def _place_namesakes(params: Params, look: Look) -> Iterator[Action]:
    yield from _edit(
        look, f"Dinner with {namesake(params.name)}", lambda: type_into(look, "Add location", params.address)
    )  # fmt: skip


def _place_unsaved(params: Params, look: Look) -> Iterator[Action]:
    yield from edit_event(look, f"Dinner with {params.name}")
    yield from type_into(look, "Add location", params.address)
    yield from _discard(look)


ADD_PLACE = SubTask(
    name="meetups.add_place",
    device="android",
    app="calendar",
    says="enter {address} as the place of the dinner with {name} in the phone's calendar",
    steps="on the phone, open Calendar, search for the dinner with {name}, tap it, tap Edit, enter {address} as the "
    "location and tap Save",
    inputs={"name": person("Mina Albers"), "address": postal_address("9 Castle Hill, Stonegate")},
    hidden={"old": _LATE, "time": time_of_day("19:10")},
    keys=("name",),
    setup=_dinners,
    checkpoints=_placed,
    oracle={"placed": _place},
    footprint=_may_place,
    alternatives={"from_day": _place_from_day, "in_two_steps": _place_in_two_steps},
    near_misses={"as_notes": _place_as_notes, "namesake": _place_namesakes, "not_saved": _place_unsaved},
    backends=("sim", "adb"),
    step_limit=40,
    tags=("calendar",),
)


def _cancelled(params: Params) -> Sequence[Checkpoint]:
    return [
        Checkpoint(
            id="cancelled",
            device="android",
            app="calendar",
            evaluator=check(event_gone, title=f"Walk with {params.name}"),
        )
    ]


def _may_cancel(params: Params) -> Footprint:
    return [may_remove("android", "event", most=1, title=f"Walk with {params.name}")]


def _delete(look: Look, title: str) -> Iterator[Action]:
    """Deletes an event, if there is one of this title."""
    yield from open_first_page(look, "Calendar", "floating_action_button")
    yield tap(look, description="Search")
    yield from type_into(look, "Search", title)
    if has(look, "android", text=title, role="list_item"):
        yield tap(look, text=title, role="list_item")
        yield tap(look, description="More options")
        yield tap(look, text="Delete")
        yield tap(look, text="Delete", role="button")


def _cancel(params: Params, look: Look) -> Iterator[Action]:
    yield from _delete(look, f"Walk with {params.name}")


def _cancel_from_day(params: Params, look: Look) -> Iterator[Action]:
    """Deletes it by the menu of its row, on its day."""
    title = f"Walk with {params.name}"
    yield from open_day(look, as_date(params.old))
    yield from scroll_to(look, title, role="list_item")
    yield hold(look, title, role="list_item")
    yield tap(look, text="Delete", role="menu_item")
    yield tap(look, text="Delete", role="button")


def _cancel_at_second_try(params: Params, look: Look) -> Iterator[Action]:
    """Doesn't delete it at the first try."""
    yield from _only_asked(params, look)
    yield tap(look, text="Cancel", role="button")
    yield from _cancel(params, look)


def _only_asked(params: Params, look: Look) -> Iterator[Action]:
    """Doesn't answer the question whether to delete it."""
    yield from open_event(look, f"Walk with {params.name}")
    yield tap(look, description="More options")
    yield tap(look, text="Delete")


def _cancel_namesakes(params: Params, look: Look) -> Iterator[Action]:
    yield from _delete(look, f"Walk with {namesake(params.name)}")


def _cancel_both(params: Params, look: Look) -> Iterator[Action]:
    yield from _cancel_namesakes(params, look)
    yield from _cancel(params, look)


CANCEL = SubTask(
    name="meetups.cancel",
    device="android",
    app="calendar",
    says="delete the walk with {name} from the phone's calendar",
    steps="on the phone, open Calendar, search for the walk with {name}, tap it, tap More options, tap Delete and "
    "confirm that",
    inputs={"name": person("Greta Fontaine")},
    hidden={"old": _LATE, "time": time_of_day("14:10")},
    keys=("name",),
    setup=_walks,
    checkpoints=_cancelled,
    oracle={"cancelled": _cancel},
    footprint=_may_cancel,
    alternatives={"from_day": _cancel_from_day, "at_second_try": _cancel_at_second_try},
    near_misses={"only_asked": _only_asked, "namesake": _cancel_namesakes, "both": _cancel_both},
    backends=("sim", "adb"),
    tags=("calendar",),
)

# A number in a description ------------------------------------------------------------------------------------------


def _visits(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants a visit of the person, and one of somebody with the same first name, with different numbers."""
    dates = (params.old, another(_LATE, rng, params.old))
    for name, on, number in zip(
        (params.name, namesake(params.name)), dates, (params.number, params.other), strict=True
    ):
        no_event(devices, f"Visit from {name}")
        start = start_of(on, f"{rng.randrange(9, 17):02}:00")
        devices.android.add_event(f"Visit from {name}", start, start + _HOUR, notes=f"Call {number} if late")


def _calendar_open(params: Params) -> Sequence[Checkpoint]:
    """Calendar is in front."""
    return [app_opened("calendar", "calendar_open")]


def _read_visit(params: Params, look: Look) -> Iterator[Action]:
    yield from open_event(look, f"Visit from {params.name}")


def _read_visit_from_day(params: Params, look: Look) -> Iterator[Action]:
    """Comes upon the visit on its day."""
    yield from open_day(look, as_date(params.old))
    yield from open_row(look, f"Visit from {params.name}")


def _read_visit_in_editor(params: Params, look: Look) -> Iterator[Action]:
    """Reads the fields of the editor, and leaves it."""
    yield from edit_event(look, f"Visit from {params.name}")
    yield from leave_pages(look, "floating_action_button")


NUMBER = SubTask(
    name="meetups.number",
    device="android",
    app="calendar",
    says="look up which telephone number to call if the visit from {name} is late, in the phone's calendar",
    steps="on the phone, open Calendar, search for the visit from {name}, tap it and read in its description which "
    "number to call",
    refers="the telephone number in the phone's calendar to call if the visit from {name} is late",
    inputs={"name": person("Bruno Castro")},
    hidden={"old": _LATE, "number": phone_number("+1 555 0174"), "other": phone_number("+1 555 0103")},
    output="phone_number",
    produce=lambda params: str(params.number),
    keys=("name",),
    setup=_visits,
    checkpoints=_calendar_open,
    oracle={"calendar_open": _read_visit},
    alternatives={"from_day": _read_visit_from_day, "in_the_editor": _read_visit_in_editor},
    backends=("sim", "adb"),
    tags=("calendar",),
)
