"""Moves in the phone's date and time pickers."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.policies import OracleStuck
from crab_gym.task import Action, Look, action
from crab_tasks.kits.moves import tap

__all__ = ["MONTHS", "Date", "choose_time", "pick_date"]

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December")  # fmt: skip
Date = tuple[int, int, int]
"""Year, month, day."""


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
