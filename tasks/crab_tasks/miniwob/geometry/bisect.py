"""Put a point so that a line through it halves an angle, and submit."""

from __future__ import annotations

import math
import random

from crab_tasks.kits.android.miniwob.drawing import pointing
from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import shape

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: two lines from one corner, and a third one to the point that is put.

    Near miss: Puts the line onto one of the two others instead of between them.
    """
    x, y = rng.randint(110, 186), rng.randint(110, 186)
    first, wide = rng.randint(0, 359), rng.randint(60, 120)

    def away(angle: float, length: float) -> tuple[int, int]:
        turned = math.radians(angle)
        return round(x + length * math.cos(turned)), round(y + length * math.sin(turned))

    sides = [shape("line", x=x, y=y, to=away(angle, 90)) for angle in (first, first + wide)]
    new = shape("line", x=x, y=y, to=[x, y], at="point", fill=[200, 30, 40])
    middle = first + wide / 2
    says = "Touch a point so that the red line bisects the angle between the other two, then press Submit."
    return pointing(says, [*sides, new], {"ray": [x, y, middle, 6]}, away(middle, 80), away(first + wide, 80))


TASK = family("bisect_angle", draw, "Halve an angle by a line.", ("put",), tags=("vision", "draw"))
