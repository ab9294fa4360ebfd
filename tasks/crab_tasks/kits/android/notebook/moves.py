"""Notebook: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.pages import open_first_page, scroll_to, type_into
from crab_tasks.kits.moves import hold, tap

__all__ = ["delete_note", "move_note", "open_note", "open_notebook", "search_notes", "type_note"]


def open_notebook(look: Look, notebook: str) -> Iterator[Action]:
    """Opens a notebook of the phone's Notebook app."""
    yield from open_first_page(look, "Notebook", "fab")
    yield tap(look, description="Sidebar")
    yield tap(look, text=notebook, role="menu_item")


def search_notes(look: Look, words: str) -> Iterator[Action]:
    """Lists the notes whose titles or texts contain some words."""
    yield from open_first_page(look, "Notebook", "fab")
    yield tap(look, description="Search")
    yield from type_into(look, "Search", words)


def open_note(look: Look, notebook: str, title: str) -> Iterator[Action]:
    """Opens a note of a notebook."""
    yield from open_notebook(look, notebook)
    yield from scroll_to(look, title)
    yield tap(look, text=title, role="list_item")


def move_note(look: Look, notebook: str, title: str, target: str) -> Iterator[Action]:
    """Moves a note to another notebook.

    Args:
        look: Shows the screens.
        notebook: Title of the note's notebook.
        title: The note's title.
        target: Title of the other notebook.
    """
    yield from open_note(look, notebook, title)
    yield tap(look, description="Actions")
    yield tap(look, text="Move to notebook")
    yield tap(look, text=target, role="list_item")


def delete_note(look: Look, notebook: str, title: str) -> Iterator[Action]:
    """Deletes a note, touched for long in its notebook's list."""
    yield from open_notebook(look, notebook)
    yield from scroll_to(look, title)
    yield hold(look, title, role="list_item")
    yield tap(look, description="Delete notes")
    yield tap(look, text="OK")


def type_note(look: Look, notebook: str, kind: str, title: str) -> Iterator[Action]:
    """Makes a ``"New note"`` or ``"New to-do"`` of a title in a notebook, and stays on its page.

    Args:
        look: Shows the screens.
        notebook: Title of the notebook.
        kind: ``"New note"`` or ``"New to-do"``.
        title: The note's title.
    """
    yield from open_notebook(look, notebook)
    yield tap(look, rid="fab")
    yield tap(look, text=kind)
    yield action("android", "write_text", text=title)
    yield tap(look, description="Save changes")
