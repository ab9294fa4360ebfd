"""What oracles do in the phone's Notebook app."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.oracles import find, leave_pages, scroll_to, tap

__all__ = ["delete_note", "move_note", "open_note", "open_notebook", "type_note"]


def open_notebook(look: Look, notebook: str) -> Iterator[Action]:
    """Opens a notebook of the phone's Notebook app."""
    yield action("android", "open_app", name="Notebook")
    yield from leave_pages(look, "fab")
    yield tap(look, description="Sidebar")
    yield tap(look, text=notebook, role="menu_item")


def open_note(look: Look, notebook: str, title: str) -> Iterator[Action]:
    """Opens a note of a notebook."""
    yield from open_notebook(look, notebook)
    yield from scroll_to(look, title)
    yield tap(look, text=title, role="list_item")


def move_note(look: Look, notebook: str, title: str, target: str) -> Iterator[Action]:
    """Moves a note to another notebook."""
    yield from open_note(look, notebook, title)
    yield tap(look, description="Actions")
    yield tap(look, text="Move to notebook")
    yield tap(look, text=target, role="list_item")


def delete_note(look: Look, notebook: str, title: str) -> Iterator[Action]:
    """Deletes a note, touched for long in its notebook's list."""
    yield from open_notebook(look, notebook)
    yield from scroll_to(look, title)
    x, y = find(look, "android", title, role="list_item").center
    yield action("android", "long_tap", x=x, y=y)
    yield tap(look, description="Delete notes")
    yield tap(look, text="OK")


def type_note(look: Look, notebook: str, kind: str, title: str) -> Iterator[Action]:
    """Makes a ``"New note"`` or ``"New to-do"`` of a title in a notebook, and stays on its page."""
    yield from open_notebook(look, notebook)
    yield tap(look, rid="fab")
    yield tap(look, text=kind)
    yield action("android", "write_text", text=title)
    yield tap(look, description="Save changes")
