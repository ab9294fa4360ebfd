"""Put a point into the middle of a circle, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.drawing import pointing
from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import shape

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a circle of any size.

    Near miss: Touches a point inside the circle, beside its middle.
    """
    radius = rng.randint(40, 110)
    x, y = rng.randint(radius + 10, 286 - radius), rng.randint(radius + 10, 286 - radius)
    ring = shape("circle", x=x, y=y, r=radius, edge=[30, 30, 34])
    says = "Touch the middle of the circle, then press Submit."
    return pointing(says, [ring], {"near": [x, y, 12]}, (x, y), (x + radius / 2, y))


TASK = family("circle_center", draw, "Put a point into the middle of a circle.", ("put",), tags=("vision", "draw"))
