"""Count the sides of a figure, and press their number."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.asking import by_button
from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import canvas, shape
from crab_tasks.kits.android.miniwob.shapes import corners
from crab_tasks.kits.android.miniwob.words import COLORS

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a regular figure of three to eight sides, turned any way.

    Near miss: Presses another number.
    """
    sides = rng.randint(3, 8)
    points = corners(sides, 148, 120, 100, rng.randint(0, 359))
    drawn = shape("poly", points=points, fill=list(COLORS[rng.choice(list(COLORS))]), name="Figure")
    picture = canvas("figure", (296, 240), [drawn])
    return by_button(rng, "Press the number of sides of the figure.", [picture], list("345678"), str(sides))


TASK = family("count_sides", draw, "Count the sides of a figure.", tags=("vision", "number"))
