"""Endeavour: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.moves import click, find, has
from crab_tasks.kits.ubuntu.calendar.moves import fill
from crab_tasks.kits.ubuntu.calendar.state import Date
from crab_tasks.kits.ubuntu.windows import start, wait_for

__all__ = ["add_task", "click_task", "complete", "scroll_to_task", "set_due", "show_all"]

_SCROLLS = 6


def scroll_to_task(look: Look, title: str) -> Iterator[Action]:
    """Scrolls the list down to a task."""
    for _ in range(_SCROLLS):
        if has(look, "ubuntu", description=f"Complete {title}", role="checkbox"):
            break
        x, y = find(look, "ubuntu", description="New task…", role="text_field").center
        yield action("ubuntu", "scroll", x=x, y=y - 100, direction="down", amount=5)


def click_task(look: Look, title: str) -> Iterator[Action]:
    """Clicks a task of the list, which is scrolled down to it."""
    yield from scroll_to_task(look, title)
    yield click(look, text=title, role="list_item")


def show_all(look: Look) -> Iterator[Action]:
    """Starts Endeavour, or brings it to the front, and shows the tasks of all lists."""
    yield from start("Endeavour")
    yield from wait_for(look, text="All", role="list_item")
    yield click(look, text="All", role="list_item")


def complete(look: Look, title: str) -> Iterator[Action]:
    """Ticks a task off."""
    yield from show_all(look)
    yield from scroll_to_task(look, title)
    yield click(look, description=f"Complete {title}", role="checkbox")


def set_due(look: Look, title: str, date: Date) -> Iterator[Action]:
    """Sets the day on which a task is due."""
    year, month, day = date
    yield from show_all(look)
    yield from click_task(look, title)
    yield from fill(look, "Due date", f"{year}-{month:02}-{day:02}")
    yield click(look, text="Done", role="button")


def add_task(look: Look, title: str) -> Iterator[Action]:
    """Adds a task."""
    yield from show_all(look)
    yield click(look, description="New task…", role="text_field")
    yield action("ubuntu", "write_text", text=f"{title}\n")
