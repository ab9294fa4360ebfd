"""Choose an entry of a menu with menus inside."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import Item, box, end, tile
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.words import FIRST_NAMES, LAST_NAMES, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: three menus of three names, each with three names inside.

    Near miss: Opens another menu and chooses an entry of it.
    """
    names = some(rng, (*FIRST_NAMES, *LAST_NAMES), 12)
    menus = [(name, names[3 + 3 * i : 6 + 3 * i]) for i, name in enumerate(names[:3])]
    items: list[Item] = []
    for i, (name, inner) in enumerate(menus):
        items.append(tile(name, [["set", "open", i]], lead="chevron_right", picked={"open": i}))
        items.append(box([tile(one, end(one)) for one in inner], when={"open": i}, gap=0))
    place, other = some(rng, range(3), 2)
    wanted, wrong = menus[place][1][rng.randrange(3)], menus[other][1][0]
    return Problem(
        says=f"Choose {menus[place][0]}, then {wanted}.",
        items=items,
        event=wanted,
        steps={"opened": {"open": place}},
        moves={"opened": [press(menus[place][0], "list_item")], "done": [press(wanted, "list_item")]},
        wrong=[press(menus[other][0], "list_item"), press(wrong, "list_item")],
        detour=[press(menus[other][0], "list_item")],
    )


TASK = family("click_menu", draw, "Choose an entry of a menu with menus inside.", ("opened",), tags=("ours", "menu"))
