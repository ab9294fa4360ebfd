"""Calendar: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.pages import open_first_page, type_into
from crab_tasks.kits.android.pickers import Date, choose_day, choose_time, pick_date
from crab_tasks.kits.moves import has, tap

_POPPED_UP = "expandableNotificationRow"
_SECONDS = 6
"""For longer than this no notification stays above the app."""

__all__ = ["choose_date", "choose_menu_item", "delete_event", "edit_event", "new_event", "open_day", "open_event"]


def choose_date(look: Look, which: str, date: Date) -> Iterator[Action]:
    """Picks the date of an event's ``"Start"`` or ``"End"`` in its editor; it must not be before the one shown."""
    yield tap(look, description=f"{which} date")
    yield from pick_date(look, date)


def new_event(
    look: Look,
    title: str,
    date: Date,
    start: tuple[int, int] | None = None,
    end: tuple[int, int] | None = None,
    texts: dict[str, str] | None = None,
    all_day: bool = False,
) -> Iterator[Action]:
    """Adds an event to the phone's calendar; without an end it takes an hour.

    Args:
        look: Shows the screens.
        title: Its title.
        date: Its date.
        start: Hour and minute of its start; None for the offered ones.
        end: Hour and minute of its end; None for an hour after its start.
        texts: Other texts, by the hints of their fields.
        all_day: Whether it lasts all day.
    """
    yield from open_first_page(look, "Calendar", "floating_action_button")
    yield tap(look, rid="floating_action_button")
    yield from type_into(look, "Add title", title)
    if all_day:
        yield tap(look, text="All-day", role="switch")
    yield from choose_date(look, "Start", date)
    for which, time in (("Start", start), ("End", end)):
        if time is not None:
            yield tap(look, description=f"{which} time")
            yield from choose_time(look, *time)
    for hint, text in (texts or {}).items():
        yield from type_into(look, hint, text)
    yield tap(look, text="Save")


def open_day(look: Look, date: Date) -> Iterator[Action]:
    """Shows a date in the phone's calendar, below its month."""
    yield from open_first_page(look, "Calendar", "floating_action_button")
    yield tap(look, text="Month", role="tab")
    yield from choose_day(look, date)


def open_event(look: Look, title: str) -> Iterator[Action]:
    """Searches the phone's calendar for an event and opens it."""
    yield from open_first_page(look, "Calendar", "floating_action_button")
    for _ in range(_SECONDS):
        if not has(look, "android", rid=_POPPED_UP):
            break
        yield action("root", "wait", seconds=1)  # the reminder of an event lies above the button
    yield tap(look, description="Search")
    yield from type_into(look, "Search", title)
    yield tap(look, text=title, role="list_item")


def edit_event(look: Look, title: str) -> Iterator[Action]:
    """Searches the phone's calendar for an event and opens its editor."""
    yield from open_event(look, title)
    yield tap(look, description="Edit")


def delete_event(look: Look, title: str) -> Iterator[Action]:
    """Deletes an event of the phone's calendar."""
    yield from open_event(look, title)
    yield tap(look, description="More options")
    yield tap(look, text="Delete")
    yield tap(look, text="Delete", role="button")


def choose_menu_item(look: Look, item: str) -> Iterator[Action]:
    """Chooses an item of the menu of the calendar's first page."""
    yield from open_first_page(look, "Calendar", "floating_action_button")
    yield tap(look, rid="action_more")
    yield tap(look, item)
