"""The desktop's Calendar: evaluators of its events, moves and sub-tasks."""

from __future__ import annotations

import random
from calendar import timegm
from collections.abc import Iterator, Mapping, Sequence
from datetime import date as Day

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import Value, short_line, states, typed
from crab_sim.devices.footprints import Footprint, may_add, no_other
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import click, find, has
from crab_tasks.kits.state import State, app_in_front
from crab_tasks.kits.ubuntu.windows import start, wait_for
from crab_tasks.kits.values import as_date, date_ahead, day, phrase

__all__ = [
    "ADD_DESKTOP_EVENT", "DESKTOP_TITLE", "Date", "Time", "delete_event", "event_entered", "event_on", "event_written",
    "fill", "moment", "move_event", "new_event", "open_event",
]  # fmt: skip

_DAY = 86_400.0
Date = tuple[int, int, int]
Time = tuple[int, int]


def moment(date: Date, time: Time) -> float:
    """Returns a date and time in seconds since 1970."""
    return float(timegm((*date, *time, 0)))


def event_entered(state: State, answer: str | None, title: str, start: float, end: float, location: str = "") -> bool:
    """The desktop's calendar has one event with this title, at this time and place.

    Args:
        state: The devices' states.
        answer: Not used.
        title: Its title, in capital or small letters.
        start: Its start, in seconds since 1970.
        end: Its end.
        location: Its place; ``""`` for any.
    """
    found = [row for row in state["ubuntu"].calendar() if row.title.strip().casefold() == title.casefold()]
    return len(found) == 1 and any(
        (row.start, row.end, row.all_day) == (start, end, False)
        and (not location or row.location.strip().casefold() == location.casefold())
        for row in found
    )


def event_written(
    state: State,
    answer: str | None,
    title: str,
    start: float,
    end: float,
    location: str,
    place_exactly: bool = False,
) -> bool:
    """The event of `event_entered` is there, and its title has these very letters, as where the goal quotes it.

    Args:
        state: The devices' states.
        answer: Not used.
        title: Its title.
        start: Its start, in seconds since 1970.
        end: Its end.
        location: Its place.
        place_exactly: Whether the place has these very letters, too.
    """
    if not event_entered(state, answer, title, start, end, location):
        return False
    return any(
        row.title.strip() == title and (not place_exactly or row.location.strip() == location)
        for row in state["ubuntu"].calendar()
    )


def event_on(state: State, answer: str | None, kind: str, value: Value, date: Date) -> bool:
    """The desktop's calendar has one event of a day, and of that day alone, whose title is a value.

    Args:
        state: The devices' states.
        answer: Not used.
        kind: The value's type.
        value: The value.
        date: The day.
    """
    midnight = moment(date, (0, 0))
    found = [
        row
        for row in state["ubuntu"].calendar()
        if states(kind, row.title, value) and row.start < midnight + _DAY and row.end > midnight
    ]
    return len(found) == 1 and midnight <= found[0].start <= found[0].end <= midnight + _DAY


def fill(look: Look, field: str, text: str) -> Iterator[Action]:
    """Replaces the text of a field of a dialog, which is found by its description."""
    yield click(look, description=field, role="text_field")
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=text)


def _times(look: Look, date: Date, begin: Time, end: Time) -> Iterator[Action]:
    year, month, day = date
    for name, (hour, minute) in (("Starts", begin), ("Ends", end)):
        yield from fill(look, f"{name} date", f"{year}-{month:02}-{day:02}")
        yield from fill(look, f"{name} time", f"{hour:02}:{minute:02}")


def new_event(look: Look, title: str, date: Date, begin: Time, end: Time, location: str = "") -> Iterator[Action]:
    """Adds an event.

    Args:
        look: Shows the screen.
        title: The title.
        date: Its day.
        begin: Hour and minute of its start.
        end: Hour and minute of its end.
        location: Its place; "" leaves the field empty.
    """
    yield from start("Calendar")
    yield from wait_for(look, description="Add a new event")
    yield click(look, description="Add a new event")
    yield from fill(look, "Title", title)
    if location:
        yield from fill(look, "Location", location)
    yield from _times(look, date, begin, end)
    yield click(look, text="Done", role="button")


def open_event(look: Look, title: str) -> Iterator[Action]:
    """Shows an event, which the search finds."""
    yield from start("Calendar")
    yield from wait_for(look, description="Add a new event")
    yield click(look, description="Search", role="button")
    yield action("ubuntu", "write_text", text=title)
    yield click(look, text=title, role="list_item")


def move_event(look: Look, title: str, date: Date, begin: Time, end: Time) -> Iterator[Action]:
    """Moves an event to another time.

    Args:
        look: Shows the screen.
        title: The title, by which it is found.
        date: Its new day.
        begin: Hour and minute of its new start.
        end: Hour and minute of its new end.
    """
    yield from open_event(look, title)
    yield click(look, text="Edit…", role="button")
    yield from _times(look, date, begin, end)
    yield click(look, text="Done", role="button")


def delete_event(look: Look, title: str) -> Iterator[Action]:
    """Deletes an event."""
    yield from open_event(look, title)
    yield click(look, text="Delete Event", role="button")


_FIELD = "Search for events"


def _midnight(params: Params) -> float:
    at = Day.fromisoformat(params.date)
    return moment((at.year, at.month, at.day), (0, 0))


def _three_events(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The only event of the day, and others on the days around it."""
    desktop, midnight = devices["ubuntu"], _midnight(params)
    for row in desktop.calendar():
        if row.start < midnight + _DAY and row.end > midnight:
            desktop.remove_event(row.id)
    for days, title in ((0, params.title), (-1, params.before), (1, params.after)):
        start = midnight + days * _DAY + 1800 * rng.randint(17, 38)
        desktop.add_event(title, start, start + 3600)


def _calendar_open(params: Params) -> Sequence[Checkpoint]:
    """The Calendar is in front."""
    front = {"device": "ubuntu", "app": "calendar"}
    return [Checkpoint("calendar_open", "ubuntu", "calendar", app_in_front, front, hold=False)]


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
    wanted = {"kind": params.kinds["title"], "value": params.title, "date": as_date(params.date)}
    added = Checkpoint("added", "ubuntu", "calendar", event_on, wanted, after=("calendar_open",))
    return [*_calendar_open(params), added]


def _may_add_event(params: Params) -> Footprint:
    right = same_value(params.kinds["title"], params.title)
    midnight = moment(as_date(params.date), (0, 0))

    def on_day(start: object) -> bool:
        return isinstance(start, int | float) and midnight <= start < midnight + _DAY

    return [may_add("ubuntu", "event", most=1, title=right, start=on_day), no_other("ubuntu", "event", title=right)]


def _open_calendar(params: Params, look: Look) -> Iterator[Action]:
    yield from start("Calendar")
    yield from wait_for(look, description="Add a new event")


def _words(params: Params) -> str:
    return typed(params.kinds["title"], params.title)


def _add_event(params: Params, look: Look, title: str = "", days: int = 0) -> Iterator[Action]:
    """Adds the event from ten to eleven.

    Args:
        params: The sub-task's values.
        look: Shows the screens.
        title: Another title; "" for the right one.
        days: How many days later.
    """
    at = Day.fromordinal(Day.fromisoformat(params.date).toordinal() + days)
    yield from new_event(look, title or _words(params), (at.year, at.month, at.day), (10, 0), (11, 0))


def _add_right_event(params: Params, look: Look) -> Iterator[Action]:
    yield from _add_event(params, look)


def _add_all_day(params: Params, look: Look) -> Iterator[Action]:
    """Adds the event for the whole day."""
    yield from _open_calendar(params, look)
    yield click(look, description="Add a new event")
    yield from fill(look, "Title", _words(params))
    if not find(look, "ubuntu", description="All Day", role="checkbox").checked:
        yield click(look, description="All Day", role="checkbox")
    for name in ("Starts", "Ends"):
        yield from fill(look, f"{name} date", params.date)
    yield click(look, text="Done", role="button")


def _leave_search(look: Look) -> Iterator[Action]:
    """Closes the search, in which an event was found."""
    if has(look, "ubuntu", description=_FIELD, role="text_field"):
        yield click(look, description="Search", role="button")


def _add_anew(params: Params, look: Look) -> Iterator[Action]:
    """Adds an event of another title, deletes it, and adds the right one."""
    yield from _add_event(params, look, title=f"Draft {_words(params)}")
    yield from delete_event(look, f"Draft {_words(params)}")
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
    yield from fill(look, "Title", _words(params))
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
