"""Touch the figure that is described."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import Item, canvas, end
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.shapes import FIGURES, figure, places
from crab_tasks.kits.android.miniwob.words import COLORS, some

__all__ = ["TASK"]


_SIZES = {"small": 18, "large": 32}


def draw(rng: random.Random) -> Problem:
    """Returns the page: eight figures, letters and digits in five colours and two sizes.

    Near miss: Touches another figure.
    """
    colors = some(rng, list(COLORS), 5)
    found: dict[str, Item] = {}
    for x, y in places(rng, 8):
        kind = rng.choice((*FIGURES, *"ABCDE23456"))
        size, color = rng.choice(list(_SIZES)), rng.choice(colors)
        name = f"{size} {color} {kind}"
        if name not in found:
            found[name] = figure(kind, x, y, _SIZES[size], color, name=name, do=end(name))
    wanted, other = some(rng, list(found), 2)
    return Problem(
        says=f"Touch the {wanted}.",
        items=[canvas("figures", (296, 296), list(found.values()))],
        event=wanted,
        moves={"done": [press(wanted)]},
        wrong=[press(other)],
    )


TASK = family("click_shape", draw, "Touch the figure that is described.", tags=("click", "vision"))
