"""What oracles do in the phone's Maps app."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.oracles import find, has, tap

__all__ = ["open_place", "remove_marker", "save_place"]


def _open_maps(look: Look) -> Iterator[Action]:
    yield action("android", "open_app", name="Maps")
    for _ in range(6):
        if has(look, "android", text="Explore", role="tab"):
            break
        yield action("android", "press", key="back")
    yield tap(look, text="Explore", role="tab")


def open_place(look: Look, name: str) -> Iterator[Action]:
    """Searches a place and opens its page."""
    yield from _open_maps(look)
    yield tap(look, rid="search_omnibox_text_box")
    yield action("android", "write_text", text=name)
    yield tap(look, text=name, role="list_item")


def save_place(look: Look, name: str, group: str) -> Iterator[Action]:
    """Saves a place in a list."""
    yield from open_place(look, name)
    yield tap(look, text="Save")
    yield tap(look, text=group)
    yield tap(look, text="Done")


def remove_marker(look: Look, title: str) -> Iterator[Action]:
    """Removes the marker of a title."""
    yield from _open_maps(look)
    yield tap(look, text="Saved", role="tab")
    for _ in range(6):
        if has(look, "android", description=f"Remove marker {title}"):
            break
        x, y = find(look, "android", role="list").center
        yield action("android", "swipe", x=x, y=y, direction="down", distance="long")
    yield tap(look, description=f"Remove marker {title}")
