"""Clocks: moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, OracleStuck, action
from crab_tasks.kits.moves import click, click_on, has
from crab_tasks.kits.ubuntu.pointing import point
from crab_tasks.kits.ubuntu.windows import soon, start, window

__all__ = ["APP", "SCROLLS", "add_city", "delete_alarm", "fields", "open_clocks", "row_of", "set_alarm"]

APP = "clocks"
_MAX_LOOKS, SCROLLS = 40, 8
_ADD = ("Add", "_Add Add")
"""The text of the button that closes the dialog for a city; a mnemonic may be beside it."""


def open_clocks(look: Look, face: str) -> Iterator[Action]:
    """Starts Clocks, or brings it to the front, and shows one of its faces, such as ``"Alarms"``."""
    yield from start("Clocks")
    yield from window(look, app=APP)
    yield from _shown(look, text=face, role="tab")
    yield click(look, text=face, role="tab")


def _shown(look: Look, text: str = "", description: str = "", role: str = "") -> Iterator[Action]:
    """Waits until an element is on the screen: Clocks tells of its elements some time after its window is there."""
    for _ in range(_MAX_LOOKS):
        if has(look, "ubuntu", text, description, role=role):
            return
        yield action("root", "wait", seconds=1)


def fields(look: Look) -> list[Element]:
    """Returns the fields of a dialog, in its order."""
    return [element for element in look("ubuntu") if element.app == APP and element.role == "text_field"]


def set_alarm(look: Look, hour: int, minute: int, label: str, days: Sequence[str] = ()) -> Iterator[Action]:
    """Sets an alarm, where clocks show 24 hours.

    Args:
        look: Shows the screen.
        hour: The hour, 0 to 23.
        minute: The minute.
        label: Its name.
        days: Names of the weekdays on which it rings; none for the next time only.
    """
    yield from open_clocks(look, "Alarms")
    yield from _shown(look, description="New Alarm")
    yield click(look, description="New Alarm")
    yield from soon(lambda: len(fields(look)) == 3)
    for place, text in enumerate((f"{hour:02}", f"{minute:02}", label)):
        yield click_on(fields(look)[place])
        yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
        yield action("ubuntu", "write_text", text=text)
    for day in days:
        yield click(look, description=day)
    yield click(look, text="Add", role="button")


def row_of(look: Look, text: str) -> Element | None:
    """Returns the row of a list one of whose parts is this text; None if there is none."""
    for element in reversed(look("ubuntu")):
        if element.app == APP and element.role == "list_item" and text in (element.text, *element.text.split(", ")):
            return element
    return None


def delete_alarm(look: Look, hour: int, minute: int, label: str) -> Iterator[Action]:
    """Deletes an alarm by the button in its row.

    Args:
        look: Shows the screen.
        hour: Its hour.
        minute: Its minute.
        label: Its name.

    Raises:
        OracleStuck: There is no such alarm, or none with a button.
    """

    def alarm() -> Element | None:
        return row_of(look, label) or row_of(look, f"{hour:02}:{minute:02}")

    yield from open_clocks(look, "Alarms")
    yield from soon(lambda: alarm() is not None)
    row = alarm()
    if row is None:
        raise OracleStuck(f"Clocks has no row for the alarm {label!r}")
    for element in look("ubuntu"):
        deletes = element.description == "Delete" or element.description.startswith("Remove ")
        if element.app == APP and deletes and row.bounds[1] < element.center[1] < row.bounds[3]:
            yield click_on(element)
            return
    raise OracleStuck(f"Clocks has no button that deletes the alarm {label!r}")


def add_city(look: Look, city: str) -> Iterator[Action]:
    """Adds a city to the world clock, which the search finds by its name.

    Raises:
        OracleStuck: It doesn't.
    """
    yield from open_clocks(look, "World")
    yield from _shown(look, description="Add Location")
    yield click(look, description="Add Location")
    yield from soon(lambda: bool(fields(look)))
    yield action("ubuntu", "write_text", text=city)
    yield from soon(lambda: row_of(look, city) is not None)
    row = row_of(look, city)
    if row is None:
        raise OracleStuck(f"Clocks finds no city {city!r}")
    yield click_on(row)
    yield from point(look, lambda e: e.role == "button" and e.text in _ADD, "button Add")
