"""Drive: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.pages import at_root
from crab_tasks.kits.moves import tap

__all__ = ["open_tab", "search_drive"]


def open_tab(look: Look, tab: str) -> Iterator[Action]:
    """Opens one of the first pages of Drive."""
    yield from at_root(look, "Drive", text=tab, role="tab")
    yield tap(look, text=tab, role="tab")


def search_drive(look: Look, words: str) -> Iterator[Action]:
    """Searches files and folders by their names and texts."""
    yield from open_tab(look, "Files")
    yield tap(look, rid="open_search_bar")
    yield action("android", "write_text", text=words)
