"""Maps: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.moves import find, has, tap

__all__ = ["choose_end", "open_maps", "open_place", "open_point", "remove_marker", "save_place"]


def open_maps(look: Look) -> Iterator[Action]:
    """Opens the app's map."""
    yield action("android", "open_app", name="Maps")
    for _ in range(6):
        if has(look, "android", text="Explore", role="tab"):
            break
        yield action("android", "press", key="back")
    yield tap(look, text="Explore", role="tab")


def open_place(look: Look, name: str) -> Iterator[Action]:
    """Searches a place and opens its page."""
    yield from open_maps(look)
    yield tap(look, rid="search_omnibox_text_box")
    yield action("android", "write_text", text=name)
    yield tap(look, text=name, role="list_item")


def open_point(look: Look, text: str) -> Iterator[Action]:
    """Searches a latitude and longitude, or a place, and opens the page of what is found first."""
    yield from open_maps(look)
    yield tap(look, rid="search_omnibox_text_box")
    yield action("android", "write_text", text=text)
    yield action("android", "press", key="enter")


def save_place(look: Look, name: str, group: str) -> Iterator[Action]:
    """Saves a place in a list."""
    yield from open_place(look, name)
    yield tap(look, text="Save")
    yield tap(look, text=group)
    yield tap(look, text="Done")


def remove_marker(look: Look, title: str) -> Iterator[Action]:
    """Removes the marker of a title."""
    yield from open_maps(look)
    yield tap(look, text="Saved", role="tab")
    for _ in range(6):
        if has(look, "android", description=f"Remove marker {title}"):
            break
        x, y = find(look, "android", role="list").center
        yield action("android", "swipe", x=x, y=y, direction="down", distance="long")
    yield tap(look, description=f"Remove marker {title}")


def choose_end(look: Look, rid: str, name: str) -> Iterator[Action]:
    """Chooses one end of a way.

    Args:
        look: Shows the screens.
        rid: The resource id of the end's box.
        name: The place's name.
    """
    yield tap(look, rid=rid)
    yield action("android", "write_text", text=name)
    yield tap(look, text=name, role="list_item")
