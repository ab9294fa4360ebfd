"""Endeavour, the desktop's to-do list: evaluators of its tasks, and moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.moves import click
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.calendar import Date, fill
from crab_tasks.kits.ubuntu.windows import start, wait_for

__all__ = ["add_task", "complete", "set_due", "task_done", "task_due"]


def task_done(state: State, answer: str | None, title: str) -> bool:
    """All tasks with this title are completed, and there is one."""
    found = [row.done for row in state["ubuntu"].todos() if row.title == title]
    return bool(found) and all(found)


def task_due(state: State, answer: str | None, title: str, day: float) -> bool:
    """There is one task with this title, it is open, and it is due on a day, in seconds since 1970."""
    return [(row.due, row.done) for row in state["ubuntu"].todos() if row.title == title] == [(day, False)]


def _show_all(look: Look) -> Iterator[Action]:
    yield from start("Endeavour")
    yield from wait_for(look, text="All Tasks", role="list_item")
    yield click(look, text="All Tasks", role="list_item")


def complete(look: Look, title: str) -> Iterator[Action]:
    """Ticks a task off."""
    yield from _show_all(look)
    yield click(look, description=f"Complete {title}", role="checkbox")


def set_due(look: Look, title: str, date: Date) -> Iterator[Action]:
    """Sets the day on which a task is due."""
    year, month, day = date
    yield from _show_all(look)
    yield click(look, text=title, role="list_item")
    yield from fill(look, "Due date", f"{year}-{month:02}-{day:02}")
    yield click(look, text="Done", role="button")


def add_task(look: Look, title: str) -> Iterator[Action]:
    """Adds a task."""
    yield from _show_all(look)
    yield click(look, description="New task…", role="text_field")
    yield action("ubuntu", "write_text", text=f"{title}\n")
