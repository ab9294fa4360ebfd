"""Touch a point of a plane by its coordinates."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import canvas, end, shape
from crab_tasks.kits.android.miniwob.moves import point
from crab_tasks.kits.android.miniwob.words import some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a plane of five by five points.

    Near miss: Touches another point.
    """
    (x, y), (other_x, other_y) = some(rng, [(i, j) for i in range(-2, 3) for j in range(-2, 3)], 2)
    grey = [190, 190, 200]
    shapes = [shape("line", x=20 + 64 * i, y=20, to=[20 + 64 * i, 276], fill=grey, width=1) for i in range(5)]
    shapes += [shape("line", x=20, y=20 + 64 * i, to=[276, 20 + 64 * i], fill=grey, width=1) for i in range(5)]
    shapes += [shape("line", x=148, y=10, to=[148, 286]), shape("line", x=10, y=148, to=[286, 148])]
    for i in range(-2, 3):
        for j in range(-2, 3):
            at = {"x": 148 + 64 * i, "y": 148 - 64 * j}
            shapes.append(shape("circle", **at, r=11, fill=[60, 96, 170], name="Point", do=end(f"{i} {j}")))
    shapes.append(shape("text", x=168, y=84 - 20, size=13, text="1"))
    shapes.append(shape("text", x=212, y=148 + 20, size=13, text="1"))
    return Problem(
        says=f"Touch the point ({x}, {y}) of the plane.",
        items=[canvas("plane", (296, 296), shapes)],
        event=f"{x} {y}",
        moves={"done": [point("plane", 296, 148 + 64 * x, 148 - 64 * y)]},
        wrong=[point("plane", 296, 148 + 64 * other_x, 148 - 64 * other_y)],
    )


TASK = family("grid_coordinate", draw, "Touch a point of a plane by its coordinates.", tags=("vision", "click"))
