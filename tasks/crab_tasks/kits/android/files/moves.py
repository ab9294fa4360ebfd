"""Files: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look
from crab_tasks.kits.android.pages import at_root, scroll_to
from crab_tasks.kits.moves import hold, tap

__all__ = ["choose_for", "open_folder", "open_info"]


def open_folder(look: Look, *names: str) -> Iterator[Action]:
    """Opens a folder of the phone's storage in Files, by the names on the way down to it."""
    yield from at_root(look, "Files", description="Show roots")
    yield tap(look, description="Show roots")
    yield tap(look, text="Internal storage")
    for name in names:
        yield from scroll_to(look, name)
        yield tap(look, text=name, role="list_item")


def open_info(look: Look, name: str) -> Iterator[Action]:
    """Opens the page of information about a file of the folder that is shown."""
    yield from choose_for(look, name, "Get info")


def choose_for(look: Look, name: str, entry: str) -> Iterator[Action]:
    """Chooses an entry of the menu for a file or folder of the list that is shown."""
    yield from scroll_to(look, name)
    yield hold(look, name, role="list_item")
    yield tap(look, description="More options")
    yield tap(look, text=entry, role="menu_item")
