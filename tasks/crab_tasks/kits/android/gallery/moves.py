"""Gallery: moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.pages import at_root, scroll_to
from crab_tasks.kits.android.pickers import choose_folder
from crab_tasks.kits.moves import has, hold, tap

__all__ = [
    "album_photo", "open_album", "open_details", "open_photo", "open_photos", "search_photos", "select_photos",
    "transfer_selected",
]  # fmt: skip


def open_photos(look: Look, tab: str) -> Iterator[Action]:
    """Opens a main page of the gallery."""
    yield from at_root(look, "Gallery", text=tab, role="tab")
    yield tap(look, text=tab, role="tab")


def open_details(look: Look, name: str) -> Iterator[Action]:
    """Opens the photo of a name, if it is on the screen, and its details."""
    for one in look("android"):
        if one.description.endswith(f", {name}"):
            yield tap(look, description=one.description)
            yield tap(look, text="Details")
            return


def open_photo(look: Look, name: str) -> Iterator[Action]:
    """Opens the photo of a name among all photos; where it isn't on the first screen of them, searches it."""

    def shown() -> list[str]:
        return [one.description for one in look("android") if one.description.endswith(f", {name}")]

    yield from at_root(look, "Gallery", text="Photos", role="tab")
    if not shown():
        yield tap(look, text="Photos", role="tab")
    if shown():
        yield tap(look, description=shown()[0])
    else:
        yield from search_photos(look, name)


def open_album(look: Look, album: str) -> Iterator[Action]:
    """Opens an album of the gallery by its folder's name."""
    yield from open_photos(look, "Library")
    yield from scroll_to(look, album, role="list_item")
    yield tap(look, text=album, role="list_item")


def album_photo(look: Look, album: str, name: str) -> Iterator[Action]:
    """Opens the photo of a name in an album, if it is there."""
    yield from open_album(look, album)
    for one in look("android"):
        if one.description.endswith(f", {name}"):
            yield tap(look, description=one.description)
            return


def select_photos(look: Look, names: Sequence[str]) -> Iterator[Action]:
    """Selects photos of the open album by their files' names: the first one by a long touch, the others by a tap."""
    for i, name in enumerate(names):
        description = next((one.description for one in look("android") if one.description.endswith(f", {name}")), name)
        yield tap(look, description=description) if i else hold(look, description=description)


def transfer_selected(look: Look, folder: str, move: bool = False) -> Iterator[Action]:
    """Copies or moves the selected photos into a folder of the shared storage, which is made where it is missing.

    Args:
        look: Shows the screens.
        folder: The folder's path.
        move: Whether the photos are moved.
    """
    word = "Move" if move else "Copy"
    yield tap(look, description="More options")
    yield tap(look, text=f"{word} to", role="menu_item")
    yield from choose_folder(look, folder, f"{word} here")


def search_photos(look: Look, words: str) -> Iterator[Action]:
    """Searches photos by their names, albums and days."""
    yield from open_photos(look, "Search")
    if has(look, "android", description="Clear"):
        yield tap(look, description="Clear")
    yield tap(look, rid="search_box")
    yield action("android", "write_text", text=words)
