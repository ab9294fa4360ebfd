"""Put a point into the middle between two others, and submit."""

from __future__ import annotations

import math
import random

from crab_tasks.kits.android.miniwob.drawing import pointing
from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import shape

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: two dots, 100 to 250 apart.

    Near miss: Touches a point a quarter of the way between the dots.
    """
    ends = [(20, 20), (20, 20)]
    while not 100 <= math.dist(*ends) <= 250:
        ends = [(rng.randint(20, 276), rng.randint(20, 276)) for _ in range(2)]
    (x1, y1), (x2, y2) = ends
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    dots = [shape("circle", x=a, y=b, r=7, fill=[60, 96, 170]) for a, b in ends]
    says = "Touch the point halfway between the two dots, then press Submit."
    return pointing(says, dots, {"near": [x, y, 12]}, (x, y), ((x1 + x) / 2, (y1 + y) / 2))


TASK = family("find_midpoint", draw, "Put a point between two others.", ("put",), tags=("vision", "draw"))
