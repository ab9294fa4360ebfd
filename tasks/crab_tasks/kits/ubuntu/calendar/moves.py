"""Calendar: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.moves import click
from crab_tasks.kits.ubuntu.calendar.state import Date, Time
from crab_tasks.kits.ubuntu.windows import start, wait_for

__all__ = ["delete_event", "fill", "move_event", "new_event", "open_event"]


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
