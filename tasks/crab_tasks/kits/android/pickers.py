"""Moves in the phone's pickers of dates, times and folders."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crab_gym.task import Action, Look, OracleStuck, action
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.pages import scroll_to
from crab_tasks.kits.moves import has, tap

__all__ = ["MONTHS", "Date", "choose_day", "choose_folder", "choose_time", "pick_date"]

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December")  # fmt: skip
Date = tuple[int, int, int]
"""Year, month, day."""


def _month_shown(look: Look) -> tuple[int, int]:
    """Returns year and month of the topmost grid of days; the weeks around a month never show another one's 15th."""
    for element in reversed(look("android")):
        found = re.fullmatch(r"15 (\w+) (\d{4})(?:,.*)?", element.description)
        # An event whose title is a date is no day.
        if found is not None and found[1] in MONTHS and element.role != "list_item":
            return int(found[2]), 1 + MONTHS.index(found[1])
    raise OracleStuck("no grid with the days of a month is shown")


def _day_button(look: Look, date: Date) -> Action:
    """Taps a day of the topmost grid that shows it."""
    year, month, number = date
    name = f"{number} {MONTHS[month - 1]} {year}"
    for element in reversed(look("android")):
        if element.description.partition(",")[0] == name and element.role != "list_item":
            x, y = element.center
            return action("android", "tap", x=x, y=y)
    raise OracleStuck(f"no {name!r} is shown")


def _show_month(look: Look, date: Date) -> Iterator[Action]:
    """Turns the grid of a month's days that is shown, forwards or back, until it shows the month of a date."""
    wanted = date[:2]
    for _ in range(60):
        shown = _month_shown(look)
        if shown == wanted:
            return
        yield tap(look, description="Next month" if shown < wanted else "Previous month")
    raise OracleStuck(f"the month {wanted} wasn't reached")


def choose_day(look: Look, date: Date) -> Iterator[Action]:
    """Taps a date in the grid of a month's days that is shown."""
    yield from _show_month(look, date)
    yield _day_button(look, date)


def pick_date(look: Look, date: Date) -> Iterator[Action]:
    """Picks a date in the date picker that is shown."""
    yield from choose_day(look, date)
    yield tap(look, text="OK", role="button")


def choose_time(look: Look, hour: int, minute: int) -> Iterator[Action]:
    """Types a time into the time picker that is shown."""
    yield tap(look, description="Switch to text input mode")
    yield action("android", "write_text", text=f"{hour:02}:{minute:02}")
    yield tap(look, text="OK", role="button")


def choose_folder(look: Look, folder: str, button: str) -> Iterator[Action]:
    """Goes to a folder of the shared storage, which is made where it is missing, and takes it.

    Args:
        look: Shows the screens.
        folder: The folder's path.
        button: Text of the button that takes the folder.
    """
    while True:
        yield from scroll_to(look, "..", role="list_item")
        if not has(look, "android", "..", role="list_item"):
            break
        yield tap(look, "..", role="list_item")
    for name in folder.removeprefix(STORAGE).strip("/").split("/"):
        yield from scroll_to(look, name, role="list_item") if has(look, "android", role="list") else ()
        if has(look, "android", name, role="list_item"):
            yield tap(look, name, role="list_item")
        elif name:
            yield tap(look, description="New folder")
            yield action("android", "write_text", text=name)
            yield tap(look, text="Create", role="button")
    yield tap(look, text=button, role="button")
