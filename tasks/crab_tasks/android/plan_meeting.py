"""Enter a meeting into the calendar, with somebody's telephone number from the address book."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer, person, phone_number
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.calendar.moves import choose_date, edit_event, new_event
from crab_tasks.kits.android.calendar.state import event_at, event_is, event_notes_number, event_place, moment, no_event
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.pages import type_into
from crab_tasks.kits.android.pickers import Date
from crab_tasks.kits.compare import same_number
from crab_tasks.kits.moves import nothing_more, tap

Time = tuple[int, int]


def other(params: Params) -> tuple[str, str]:
    """Returns name and number of somebody with a similar name."""
    surname = "Ashby" if not params.name.endswith("Ashby") else "Barlow"
    return f"{params.name.split()[0]} {surname}", f"{params.phone[:-1]}{(int(params.phone[-1]) + 5) % 10}"


def date(params: Params) -> Date:
    """Returns the meeting's date."""
    return 2026, 11, params.day


def times(params: Params) -> tuple[Time, Time]:
    """Returns when the meeting begins and ends."""
    first = 60 * params.hour + params.minute
    return divmod(first, 60), divmod(first + params.length, 60)


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the person and somebody with the same first name, and makes sure that there is no such meeting yet."""
    fresh_contact(devices, params.name, params.phone)
    fresh_contact(devices, *other(params))
    no_event(devices, params.title)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The meeting at its time; then place and number in any order; at last that there is only this one."""
    title = params.title
    start, end = (moment(*date(params), *time) for time in times(params))
    noted = check(event_notes_number, title=title, number=params.phone)
    everything = check(event_is, title=title, start=start, end=end, place=params.place, number=params.phone)
    return [
        Checkpoint(
            id="scheduled",
            device="android",
            app="calendar",
            evaluator=check(event_at, title=title, start=start, end=end),
        ),
        Checkpoint(
            id="place_right",
            device="android",
            app="calendar",
            evaluator=check(event_place, title=title, place=params.place),
            after=("scheduled",),
        ),
        Checkpoint(id="number_noted", device="android", app="calendar", evaluator=noted, after=("scheduled",)),
        Checkpoint(
            id="meeting_right",
            device="android",
            app="calendar",
            evaluator=everything,
            after=("place_right", "number_noted"),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The new event."""
    start, end = [int(moment(*date(params), *time)) for time in times(params)]
    number = same_number(params.phone)
    return [
        may_add(
            "android", "event", most=1, title=params.title, start=start, end=end, location=params.place, notes=number
        )
    ]


def schedule(params: Params, look: Look) -> Iterator[Action]:
    """Adds the meeting with its title and time."""
    yield from new_event(look, params.title, date(params), *times(params))


def add_place(params: Params, look: Look) -> Iterator[Action]:
    """Adds the place."""
    yield from edit_event(look, params.title)
    yield from type_into(look, "Add location", params.place)
    yield tap(look, text="Save")


def note_number(params: Params, look: Look) -> Iterator[Action]:
    """Adds the number."""
    yield from edit_event(look, params.title)
    yield from type_into(look, "Add description", params.phone)
    yield tap(look, text="Save")


def an_hour(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the meeting's length as the app proposes it."""
    texts = {"Add location": params.place, "Add description": params.phone}
    yield from new_event(look, params.title, date(params), times(params)[0], None, texts)


def wrong_person(params: Params, look: Look) -> Iterator[Action]:
    """Notes the number of the person with the similar name."""
    texts = {"Add location": params.place, "Add description": other(params)[1]}
    yield from new_event(look, params.title, date(params), *times(params), texts)


def not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Saves the meeting, but leaves the editor without saving place and number."""
    yield from schedule(params, look)
    yield from edit_event(look, params.title)
    yield from type_into(look, "Add location", params.place)
    yield from type_into(look, "Add description", params.phone)
    yield action("android", "press", key="back")
    yield tap(look, text="Discard", role="button")


def at_once(params: Params, look: Look) -> Iterator[Action]:
    """Enters everything at once."""
    texts = {"Add location": params.place, "Add description": params.phone}
    yield from new_event(look, params.title, date(params), *times(params), texts)


def next_day_first(params: Params, look: Look) -> Iterator[Action]:
    """Enters everything on the next day, with the number in one piece, and moves it to the right day."""
    year, month, day = date(params)
    texts = {"Add location": params.place, "Add description": params.phone.replace(" ", "")}
    yield from new_event(look, params.title, (year, month, day + 1), *times(params), texts)
    yield from edit_event(look, params.title)
    yield from choose_date(look, "Start", date(params))
    yield tap(look, text="Save")


TASK = Task(
    name="android.plan_meeting",
    description=(
        'Add the event "{title}" to the phone\'s Calendar: on {day} November 2026, from {hour}:{minute:02}, {length} '
        'minutes long, at the location "{place}". Look up the phone number of {name} in Contacts, and write it, and '
        "nothing else, into the event's description."
    ),
    devices=("android",),
    parameters={
        "title": choice(("Contract talk", "Stage rehearsal", "Garden committee", "Kitchen survey"), type="event_title"),
        "day": integer(10, 28, 17, type="day"),
        "hour": integer(9, 16, 14),
        "minute": choice((0, 15, 30, 45)),
        "length": choice((45, 90, 120), type="duration"),
        "place": choice(("Hall 2", "Canteen", "Green Room", "Villa Nord")),
        "name": person("Edith Grau"),
        "phone": phone_number("+1 555 0138"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "scheduled": schedule,
        "place_right": add_place,
        "number_noted": note_number,
        "meeting_right": nothing_more,
    },
    footprint=footprint,
    alternatives={"at_once": at_once, "next_day_first": next_day_first},
    near_misses={"an_hour": an_hour, "wrong_person": wrong_person, "not_saved": not_saved},
    backends={"android": ("sim", "adb")},
    version=3,
    tags=("calendar", "contacts", "form"),
)
