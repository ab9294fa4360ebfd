"""Drag a row of a list to another place, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import submit
from crab_tasks.kits.android.miniwob.moves import press, take
from crab_tasks.kits.android.miniwob.words import FIRST_NAMES, ordinal, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a list of five names.

    Near miss: Drags the entry to another place.
    """
    names = some(rng, FIRST_NAMES, 5)
    place, to = some(rng, range(5), 2)
    wanted = [name for name in names if name != names[place]]
    wanted.insert(to, names[place])
    other = next(i for i in range(5) if i not in (place, to))
    return Problem(
        says=f"Drag {names[place]} to the {ordinal(to + 1)} place in the list and press Submit.",
        items=[{"k": "sortable", "name": "order", "options": names}, submit()],
        answer={"order": wanted},
        steps={"dragged": {"order": wanted}},
        moves={"dragged": [take("order", place, to)], "done": [press("Submit")]},
        wrong=[take("order", place, other), press("Submit")],
        asks=" ".join(str(names.index(name)) for name in wanted),
        detour=[take("order", place, other), take("order", other, place)],
    )


TASK = family(
    "drag_item",
    draw,
    "Drag a row of a list to another place.",
    ("dragged",),
    implies=("drag_items",),
    tags=("drag", "list"),
)
