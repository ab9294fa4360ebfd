"""Fitness: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.pages import open_first_page, replace_text, scroll_to, type_into
from crab_tasks.kits.moves import has, hold, tap

__all__ = ["edit_track", "search_tracks"]


def search_tracks(look: Look, words: str) -> Iterator[Action]:
    """Lists the tracks whose names or activity types contain some words."""
    yield from open_first_page(look, "Fitness", "track_list_search")
    yield tap(look, description="Search")
    yield from type_into(look, "Search tracks", words)


def edit_track(look: Look, title: str, field: str, text: str, save: bool = True) -> Iterator[Action]:
    """Writes a text into a field of the track of a name, if there is one; the menu leads to the fields.

    Args:
        look: Shows the screens.
        title: The track's name.
        field: The field's hint.
        text: The text.
        save: Whether to save it, or else to go back.
    """
    yield from open_first_page(look, "Fitness", "track_list_search")
    yield from scroll_to(look, title)
    if has(look, "android", title, role="list_item"):
        yield hold(look, title, role="list_item")
        yield tap(look, text="Edit")
        if field == "Name":
            yield from replace_text(look, field, text)
        else:
            yield from type_into(look, field, text)
        yield tap(look, text="Save", role="button") if save else action("android", "press", key="back")
