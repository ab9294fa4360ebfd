"""Open a menu, and choose an entry of it or of its sub-menu, by its name or by its icon."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import box, button, end, tile
from crab_tasks.kits.android.miniwob.moves import Move, press
from crab_tasks.kits.android.miniwob.words import some

__all__ = ["TASK"]


_ENTRIES = {"Save": "download", "Zoom in": "add", "Zoom out": "remove", "Print": "print", "Share": "share"}
_PLAYBACK = {"Previous": "previous", "Play": "play", "Pause": "pause", "Next": "next"}


def draw(rng: random.Random) -> Problem:
    """Returns the page: a menu of five entries and a sub-menu.

    Near miss: Opens the menu, but chooses another entry.
    """
    wanted, other = some(rng, [*_ENTRIES, *_PLAYBACK], 2)
    inside = [tile(name, end(name), lead=icon) for name, icon in _PLAYBACK.items()]
    entries = [
        *[tile(name, end(name), lead=icon) for name, icon in _ENTRIES.items()],
        tile("Playback", [["flip", "playback"]], lead="chevron_right"),
        box(inside, when={"playback": True}, gap=0),
    ]

    def path(name: str) -> list[Move]:
        more = [press("Playback", "list_item")] if name in _PLAYBACK else []
        return [*more, press(name, "list_item")]

    said = f"Playback, then {wanted}" if wanted in _PLAYBACK else wanted
    return Problem(
        says=f"Open the menu and choose {said}.",
        items=[button("Menu", [["flip", "menu"]], icon="menu"), box(entries, when={"menu": True}, gap=0)],
        event=wanted,
        steps={"opened": {"menu": True}},
        moves={"opened": [press("Menu", "button")], "done": path(wanted)},
        wrong=[press("Menu", "button"), *path(other)],
        detour=[press("Menu", "button"), press("Menu", "button")],
    )


TASK = family("click_menu_2", draw, "Open a menu, and choose an entry.", ("opened",), tags=("menu",))
