"""Tasks: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, Params
from crab_tasks.kits.android.pages import open_first_page, scroll_to, type_into
from crab_tasks.kits.android.tasks.state import todo_title
from crab_tasks.kits.moves import tap

__all__ = ["check_off", "new_todo", "search_todo", "see_todo", "sort_todos"]


def sort_todos(look: Look, order: str) -> Iterator[Action]:
    """Opens the Tasks app and sorts its list, by ``"Due date"`` or ``"Priority"``."""
    yield from open_first_page(look, "Tasks", "fab")
    yield tap(look, description="Sort")
    yield tap(look, text=order)


def new_todo(look: Look, title: str, notes: str = "") -> Iterator[Action]:
    """Adds an entry to the phone's Tasks app."""
    yield from open_first_page(look, "Tasks", "fab")
    yield tap(look, rid="fab")
    yield from type_into(look, "Title", title)
    if notes:
        yield from type_into(look, "Notes", notes)
    yield tap(look, text="Save")


def check_off(look: Look, title: str) -> Iterator[Action]:
    """Marks an entry of the phone's Tasks app as completed."""
    yield from open_first_page(look, "Tasks", "fab")
    yield from scroll_to(look, title)
    yield tap(look, description=f"Mark as completed: {title}")


def see_todo(params: Params, look: Look) -> Iterator[Action]:
    """Reads a to-do in the list, which shows the beginning of its note, and its date."""
    yield from open_first_page(look, "Tasks", "fab")
    yield from scroll_to(look, todo_title(params))


def search_todo(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the to-do."""
    yield from open_first_page(look, "Tasks", "fab")
    yield tap(look, description="Search tasks")
    yield from type_into(look, "Search tasks", todo_title(params))
