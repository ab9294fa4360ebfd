"""Touch the square of the colour that is named."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import canvas, end, shape
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.shapes import places
from crab_tasks.kits.android.miniwob.words import COLORS, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: four coloured squares.

    Near miss: Touches a square of another colour.
    """
    colors = some(rng, list(COLORS), 4)
    spots = places(rng, 4, 2, 140)
    squares = [
        shape("rect", x=x - 55, y=y - 55, w=110, h=110, fill=list(COLORS[name]), name=name, do=end(name))
        for name, (x, y) in zip(colors, spots, strict=True)
    ]
    return Problem(
        says=f"Touch the {colors[0]} square.",
        items=[canvas("colors", (280, 280), squares)],
        event=colors[0],
        moves={"done": [press(colors[0], "image")]},
        wrong=[press(colors[1], "image")],
    )


TASK = family("click_color", draw, "Touch the square of the colour that is named.", tags=("click", "vision"))
