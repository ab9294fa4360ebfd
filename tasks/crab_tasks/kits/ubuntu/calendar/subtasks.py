"""Calendar: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date as Day

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, integer
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_add, may_change, may_remove, no_other
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import click, find, has
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.calendar.moves import delete_event, fill, move_event, new_event, open_event
from crab_tasks.kits.ubuntu.calendar.state import DAY, Time, event_entered, event_on, moment
from crab_tasks.kits.ubuntu.windows import start, wait_for
from crab_tasks.kits.values import as_date, as_typed, date_ahead, day, phrase, postal_address

__all__ = ["ADDRESS", "ADD_DESKTOP_EVENT", "DESKTOP_TITLE", "PUT_OFF"]

_FIELD = "Search for events"


def _midnight(params: Params) -> float:
    at = Day.fromisoformat(params.date)
    return moment((at.year, at.month, at.day), (0, 0))


def _three_events(devices: Devices, params: Params, rng: random.Random) -> None:
    """The only event of the day, and others on the days around it."""
    desktop, midnight = devices.ubuntu, _midnight(params)
    for row in desktop.calendar():
        if row.start < midnight + DAY and row.end > midnight:
            desktop.remove_event(row.id)
    for days, title in ((0, params.title), (-1, params.before), (1, params.after)):
        start = midnight + days * DAY + 1800 * rng.randint(17, 38)
        desktop.add_event(title, start, start + 3600)


def _calendar_open(params: Params) -> Sequence[Checkpoint]:
    """The Calendar is in front."""
    return [app_opened("calendar", "calendar_open", "ubuntu")]


def _leaf(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the month of the day."""
    at = Day.fromisoformat(params.date)
    yield from start("Calendar")
    yield from wait_for(look, description="Add a new event")
    months = 12 * at.year + at.month - (12 * 2026 + 11)
    for _ in range(abs(months)):
        yield click(look, description="Next" if months > 0 else "Previous", role="button")


def _search(params: Params, look: Look) -> Iterator[Action]:
    """Finds the event by the search, looks at it, and leaves the search."""
    yield from start("Calendar")
    yield from wait_for(look, description="Add a new event")
    if not has(look, "ubuntu", description=_FIELD, role="text_field"):
        yield click(look, description="Search", role="button")
    yield from fill(look, _FIELD, params.title)
    yield click(look, text=params.title, role="list_item")
    yield click(look, text="Close", role="button")
    yield click(look, description="Search", role="button")


def _leaf_by_week(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the month, shows the week there, and goes back to the month."""
    yield from _leaf(params, look)
    yield click(look, text="Week")
    yield click(look, text="Month")


_KINDS = ("Rehearsal", "Workshop", "Tasting", "Inspection", "Lecture", "Guided tour")
_PLACES = ("in the barn", "at the harbour", "on the roof", "in the old school", "by the river", "at the depot")

DESKTOP_TITLE = SubTask(
    name="calendar.desktop_title",
    device="ubuntu",
    app="calendar",
    says="look up the title of the event on {date} in the desktop's Calendar",
    steps="on the desktop, open Calendar, go to {date} and read the title of the event on that day",
    refers="the title of the event on {date} in the desktop's Calendar",
    inputs={"date": day("2027-02-11", Day(2026, 12, 1), Day(2027, 3, 25))},
    hidden={
        "title": phrase(_KINDS, _PLACES, "Rehearsal in the barn"),
        "before": phrase(_KINDS, _PLACES, "Tasting at the harbour"),
        "after": phrase(_KINDS, _PLACES, "Lecture on the roof"),
    },
    output="line",
    called="event's title",
    produce=lambda params: str(params.title),
    setup=_three_events,
    checkpoints=_calendar_open,
    oracle={"calendar_open": _leaf},
    alternatives={"searched": _search, "by_week": _leaf_by_week},
    tags=("calendar",),
)


def _event_added(params: Params) -> Sequence[Checkpoint]:
    """The Calendar; then the event."""
    wanted = check(event_on, kind=params.kinds["title"], value=params.title, date=as_date(params.date))
    added = Checkpoint(id="added", device="ubuntu", app="calendar", evaluator=wanted, after=("calendar_open",))
    return [app_opened("calendar", "calendar_open", "ubuntu"), added]


def _may_add_event(params: Params) -> Footprint:
    right = same_value(params.kinds["title"], params.title)
    midnight = moment(as_date(params.date), (0, 0))

    def on_day(start: object) -> bool:
        return isinstance(start, int | float) and midnight <= start < midnight + DAY

    def until_midnight(end: object) -> bool:
        return isinstance(end, int | float) and midnight < end <= midnight + DAY

    return [
        may_add(
            "ubuntu", "event", most=1, title=right, start=on_day, end=until_midnight, all_day=frozenset((False, True))
        ),
        no_other("ubuntu", "event", title=right),
    ]


def _open_calendar(params: Params, look: Look) -> Iterator[Action]:
    yield from start("Calendar")
    yield from wait_for(look, description="Add a new event")


def _add_event(params: Params, look: Look, title: str = "", days: int = 0) -> Iterator[Action]:
    """Adds the event from ten to eleven.

    Args:
        params: The sub-task's values.
        look: Shows the screens.
        title: Another title; "" for the right one.
        days: How many days later.
    """
    at = Day.fromordinal(Day.fromisoformat(params.date).toordinal() + days)
    yield from new_event(look, title or as_typed(params, "title"), (at.year, at.month, at.day), (10, 0), (11, 0))


def _add_right_event(params: Params, look: Look) -> Iterator[Action]:
    yield from _add_event(params, look)


def _add_all_day(params: Params, look: Look) -> Iterator[Action]:
    """Adds the event for the whole day."""
    yield from _open_calendar(params, look)
    yield click(look, description="Add a new event")
    yield from fill(look, "Title", as_typed(params, "title"))
    if not find(look, "ubuntu", description="All Day", role="switch").checked:
        yield click(look, description="All Day", role="switch")
    for name in ("Starts", "Ends"):
        yield from fill(look, f"{name} date", params.date)
    yield click(look, text="Done", role="button")


def _leave_search(look: Look) -> Iterator[Action]:
    """Closes the search, in which an event was found."""
    if has(look, "ubuntu", description=_FIELD, role="text_field"):
        yield click(look, description="Search", role="button")


def _add_anew(params: Params, look: Look) -> Iterator[Action]:
    """Adds an event of another title, deletes it, and adds the right one."""
    yield from _add_event(params, look, title=f"Draft {as_typed(params, 'title')}")
    yield from delete_event(look, f"Draft {as_typed(params, 'title')}")
    yield from _leave_search(look)
    yield from _add_event(params, look)


def _a_day_late(params: Params, look: Look) -> Iterator[Action]:
    """Adds the event a day too late."""
    yield from _add_event(params, look, days=1)


def _on_both_days(params: Params, look: Look) -> Iterator[Action]:
    """Adds the event on the day after, too."""
    yield from _add_event(params, look, days=1)
    yield from _add_event(params, look)


def _not_done(params: Params, look: Look) -> Iterator[Action]:
    """Fills the title in, and leaves the dialog without the event."""
    yield from _open_calendar(params, look)
    yield click(look, description="Add a new event")
    yield from fill(look, "Title", as_typed(params, "title"))
    yield action("ubuntu", "press", key="escape")


ADD_DESKTOP_EVENT = SubTask(
    name="calendar.add_desktop_event",
    device="ubuntu",
    app="calendar",
    says="add an event on {date} with {title} as its title to the desktop's Calendar, at any time of that day",
    steps="on the desktop, open Calendar, click Add a new event, enter {title} as its title and {date} as the day on "
    "which it starts and ends, and click Done",
    inputs={"date": date_ahead("2026-12-02"), "title": short_line("Paint the heavy door")},
    checkpoints=_event_added,
    oracle={"calendar_open": _open_calendar, "added": _add_right_event},
    footprint=_may_add_event,
    alternatives={"all_day": _add_all_day, "anew": _add_anew},
    near_misses={"a_day_late": _a_day_late, "on_both_days": _on_both_days, "not_done": _not_done},
    step_limit=70,
    tags=("calendar",),
)

_DAYS = Day(2027, 1, 4), Day(2027, 2, 26)
_LENGTH = 5400.0  # seconds


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from start("Calendar")
    yield from wait_for(look, description="Add a new event")


_VISITS = ("Garden visit", "House viewing", "Piano tuning", "Roof survey", "Wine tasting")


def _two_places(devices: Devices, params: Params, rng: random.Random) -> None:
    """Enters the appointment with its address, and an earlier one of a longer name at another address."""
    begin = moment(as_date(params.on), (rng.randint(9, 16), 0))
    desktop = devices.ubuntu
    desktop.add_event(params.event, begin, begin + _LENGTH, params.address)
    begin = moment(as_date(params.before), (rng.randint(9, 16), 0))
    desktop.add_event(f"{params.event} (cancelled)", begin, begin + _LENGTH, params.old)


def _peek(params: Params, look: Look) -> Iterator[Action]:
    """Finds the appointment, reads its place, and closes it."""
    yield from open_event(look, params.event)
    yield click(look, text="Close", role="button")


def _peek_twice(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the other one first."""
    yield from open_event(look, f"{params.event} (cancelled)")
    yield click(look, text="Close", role="button")
    yield from _peek(params, look)


def _edit(params: Params, look: Look) -> Iterator[Action]:
    """Reads the place in the dialog that changes the appointment, and leaves it."""
    yield from open_event(look, params.event)
    yield click(look, text="Edit…", role="button")
    yield click(look, text="Cancel", role="button")


ADDRESS = SubTask(
    name="appointments.address",
    device="ubuntu",
    app="calendar",
    says="look up the address at which the event {event} takes place in the desktop's Calendar",
    steps="on the desktop, open Calendar, search for {event}, click that event and read its address",
    refers="the address of the event {event} in the desktop's Calendar",
    inputs={"event": choice(_VISITS, "Roof survey")},
    hidden={
        "address": postal_address("31 Orchard Street, Pinehaven"),
        "old": postal_address("7 River Walk, Port Haven"),
        "on": day("2027-01-19", *_DAYS),
        "before": day("2027-01-12", *_DAYS),
    },
    output="address",
    produce=lambda params: str(params.address),
    setup=_two_places,
    checkpoints=_calendar_open,
    oracle={"calendar_open": _peek},
    alternatives={"other_one_first": _peek_twice, "in_the_editor": _edit},
    tags=("calendar",),
)


_MEETINGS = ("Boat inspection", "Budget round", "Fire drill", "Rent talk", "Shareholders' evening")
"""None is a title of the events that are there anyway: the goal names one event."""


def _begin(params: Params) -> Time:
    return int(params.hour), 30


def _end(params: Params) -> Time:
    return int(params.hour) + 2, 0


def _planned(devices: Devices, params: Params, rng: random.Random) -> None:
    """Enters the appointment, and one whose name begins like its own."""
    begin = moment(as_date(params.on), _begin(params))
    desktop = devices.ubuntu
    desktop.add_event(params.event, begin, begin + _LENGTH)
    desktop.add_event(f"{params.event}: papers", begin - 86_400, begin - 84_600)


def _moved(params: Params) -> Sequence[Checkpoint]:
    """The Calendar; then the appointment is on its new day."""
    date = as_date(params.date)
    wanted = check(
        event_entered, title=params.event, start=moment(date, _begin(params)), end=moment(date, _end(params))
    )
    moved = Checkpoint(id="moved", device="ubuntu", app="calendar", evaluator=wanted, after=("calendar_open",))
    return [app_opened("calendar", "calendar_open", "ubuntu"), moved]


def _may_move(params: Params) -> Footprint:
    """The appointment, which may be made anew."""
    begin = int(moment(as_date(params.date), _begin(params)))
    return [
        may_change("ubuntu", "event", ("start", "end"), title=params.event),
        may_remove("ubuntu", "event", 1, title=params.event),
        may_add("ubuntu", "event", 1, title=params.event, start=begin, end=begin + int(_LENGTH)),
        no_other("ubuntu", "event", title=params.event),
    ]


def _move(params: Params, look: Look) -> Iterator[Action]:
    yield from move_event(look, params.event, as_date(params.date), _begin(params), _end(params))


def _later(params: Params, days: int) -> tuple[int, int, int]:
    return as_date(Day.fromordinal(Day.fromisoformat(params.date).toordinal() + days).isoformat())


def _move_twice(params: Params, look: Look) -> Iterator[Action]:
    """Moves the appointment a day too far first."""
    yield from move_event(look, params.event, _later(params, 1), _begin(params), _end(params))
    yield from _move(params, look)


def _make_anew(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the appointment, and enters it again."""
    yield from delete_event(look, params.event)
    yield from new_event(look, params.event, as_date(params.date), _begin(params), _end(params))


def _copied(params: Params, look: Look) -> Iterator[Action]:
    """Enters the appointment on its new day, and leaves the old one."""
    yield from new_event(look, params.event, as_date(params.date), _begin(params), _end(params))


def _a_day_early(params: Params, look: Look) -> Iterator[Action]:
    yield from move_event(look, params.event, _later(params, -1), _begin(params), _end(params))


def _other_time(params: Params, look: Look) -> Iterator[Action]:
    """Moves the appointment to another hour of the right day."""
    hour = int(params.hour) + 1
    yield from move_event(look, params.event, as_date(params.date), (hour, 30), (hour + 2, 0))


PUT_OFF = SubTask(
    name="appointments.put_off",
    device="ubuntu",
    app="calendar",
    says="move the event {event} in the desktop's Calendar to {date}, at the same time of day and as long as before",
    steps="on the desktop, open Calendar, search for {event}, click that event and then Edit, enter {date} as the day "
    "on which it starts and ends, leave the times as they are, and click Done",
    inputs={"event": choice(_MEETINGS, "Rent talk"), "date": date_ahead("2026-12-08")},
    hidden={"on": day("2027-02-02", *_DAYS), "hour": integer(7, 19, 11)},
    setup=_planned,
    checkpoints=_moved,
    oracle={"calendar_open": _open, "moved": _move},
    footprint=_may_move,
    alternatives={"twice": _move_twice, "anew": _make_anew},
    near_misses={"copied": _copied, "a_day_early": _a_day_early, "other_time": _other_time},
    step_limit=70,
    tags=("calendar",),
)
