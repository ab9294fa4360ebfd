"""Notes: moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.notes.state import TITLE
from crab_tasks.kits.android.pages import open_first_page, scroll_to, type_into
from crab_tasks.kits.moves import has, tap

__all__ = ["add_note", "note_action", "open_note", "search_notes", "to_note"]


def add_note(look: Look, title: str, lines: Sequence[str] = ()) -> Iterator[Action]:
    """Adds a note to Notes."""
    yield from open_first_page(look, "Notes", "new_note_button")
    yield tap(look, rid="new_note_button")
    yield from type_into(look, "Title", title)
    if lines:
        yield from type_into(look, "Note", "\n".join(lines))
    yield action("android", "press", key="back")


def to_note(look: Look, title: str) -> Iterator[Action]:
    """Scrolls the list of notes to the one of a title; another one may have it as its text."""
    yield from open_first_page(look, "Notes", "new_note_button")
    yield from scroll_to(look, title, rid=TITLE)


def open_note(look: Look, title: str) -> Iterator[Action]:
    """Opens the note of a title, if it is there."""
    yield from to_note(look, title)
    if has(look, "android", title, rid=TITLE):
        yield tap(look, title, rid=TITLE)


def note_action(look: Look, title: str, item: str) -> Iterator[Action]:
    """Chooses an item of the menu of actions of a note, if it is there."""
    yield from open_note(look, title)
    if has(look, "android", description="Action"):
        yield tap(look, description="Action")
        yield tap(look, item)


def search_notes(look: Look, words: str) -> Iterator[Action]:
    """Searches notes."""
    yield from open_first_page(look, "Notes", "new_note_button")
    yield tap(look, rid="open_search_bar")
    yield action("android", "write_text", text=words)
