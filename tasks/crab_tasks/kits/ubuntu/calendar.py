"""The desktop's Calendar: evaluators of its events, and moves."""

from __future__ import annotations

from calendar import timegm
from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.moves import click
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.windows import start, wait_for

__all__ = ["Date", "Time", "delete_event", "event_entered", "fill", "moment", "move_event", "new_event", "open_event"]

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
