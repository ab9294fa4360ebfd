"""What oracles do in the phone's Calendar and Clock."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.backends.base import Element
from crab_gym.policies import OracleStuck
from crab_gym.task import Action, Look, action
from crab_tasks.oracles import find, has, leave_pages, tap, type_into

__all__ = ["Date", "choose_date", "choose_time", "edit_event", "new_event", "open_alarm", "open_alarms",
           "pick_date", "reveal"]  # fmt: skip

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December")  # fmt: skip
Date = tuple[int, int, int]
"""Year, month, day."""


def choose_date(look: Look, which: str, date: Date) -> Iterator[Action]:
    """Picks the date of an event's ``"Start"`` or ``"End"`` in its editor; it must not be before the one shown."""
    yield tap(look, description=f"{which} date")
    yield from pick_date(look, date)


def pick_date(look: Look, date: Date) -> Iterator[Action]:
    """Picks a date in the date picker that is shown; it must not be before the month shown."""
    year, month, number = date
    name = f"{number} {MONTHS[month - 1]} {year}"
    for _ in range(24):
        shown = [element for element in look("android") if element.description.partition(",")[0] == name]
        if shown:
            x, y = shown[-1].center
            yield action("android", "tap", x=x, y=y)
            yield tap(look, text="OK", role="button")
            return
        yield tap(look, description="Next month")
    raise OracleStuck(f"the date picker came to no {name!r}")


def choose_time(look: Look, hour: int, minute: int) -> Iterator[Action]:
    """Types a time into the time picker that is shown."""
    yield tap(look, description="Switch to text input mode")
    yield action("android", "write_text", text=f"{hour:02}:{minute:02}")
    yield tap(look, text="OK", role="button")


def new_event(
    look: Look,
    title: str,
    date: Date,
    start: tuple[int, int] | None = None,
    end: tuple[int, int] | None = None,
    texts: dict[str, str] | None = None,
) -> Iterator[Action]:
    """Adds an event to the phone's calendar; without an end it takes an hour."""
    yield action("android", "open_app", name="Calendar")
    yield from leave_pages(look, "floating_action_button")
    yield tap(look, rid="floating_action_button")
    yield from type_into(look, "Add title", title)
    yield from choose_date(look, "Start", date)
    for which, time in (("Start", start), ("End", end)):
        if time is not None:
            yield tap(look, description=f"{which} time")
            yield from choose_time(look, *time)
    for hint, text in (texts or {}).items():
        yield from type_into(look, hint, text)
    yield tap(look, text="Save")


def edit_event(look: Look, title: str) -> Iterator[Action]:
    """Searches the phone's calendar for an event and opens its editor."""
    yield action("android", "open_app", name="Calendar")
    yield from leave_pages(look, "floating_action_button")
    yield tap(look, description="Search")
    yield from type_into(look, "Search", title)
    yield tap(look, text=title, role="list_item")
    yield tap(look, description="Edit")


def open_alarms(look: Look) -> Iterator[Action]:
    """Opens the phone's alarms."""
    yield action("android", "open_app", name="Clock")
    yield from leave_pages(look, "tab_menu")
    if not has(look, "android", rid="alarm_recycler_view"):
        yield tap(look, text="Alarm", role="tab")


def reveal(look: Look, description: str, role: str = "") -> Iterator[Action]:
    """Swipes the list on the screen down until an element is clear of its lower end, where a button may lie above."""

    def clear() -> bool:
        area = find(look, "android", role="list").bounds
        return any(
            element.description == description and element.bounds[3] < area[3] - 90
            for element in look("android")
            if not role or element.role == role
        )

    before: tuple[Element, ...] = ()
    for _ in range(8):
        shown = look("android")
        if clear() or shown == before:
            return
        before = shown
        x, y = find(look, "android", role="list").center
        yield action("android", "swipe", x=x, y=y, direction="down", distance="short")


def open_alarm(look: Look, time: str) -> Iterator[Action]:
    """Opens the card of an alarm that is shown at a time such as ``"06:30"``, and brings its last button into view."""
    yield from open_alarms(look)
    if not has(look, "android", description=f"Collapse alarm {time}"):
        yield from reveal(look, f"Expand alarm {time}")
        yield tap(look, description=f"Expand alarm {time}")
    for _ in range(3):
        if has(look, "android", text="Delete", role="button"):
            return
        x, y = find(look, "android", role="list").center
        yield action("android", "swipe", x=x, y=y, direction="down", distance="short")
