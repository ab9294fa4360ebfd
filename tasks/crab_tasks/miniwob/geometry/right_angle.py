"""Put a point so that a line to it makes a right angle with another line, and submit."""

from __future__ import annotations

import math
import random

from crab_tasks.kits.android.miniwob.drawing import pointing
from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import shape

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a line from a corner, and a second one to the point that is put.

    Near miss: Puts the line at another angle.
    """
    x, y = rng.randint(110, 186), rng.randint(110, 186)
    angle = rng.randint(0, 359)

    def away(turn: float) -> tuple[int, int]:
        turned = math.radians(turn)
        return round(x + 85 * math.cos(turned)), round(y + 85 * math.sin(turned))

    side = shape("line", x=x, y=y, to=away(angle))
    new = shape("line", x=x, y=y, to=[x, y], at="point", fill=[200, 30, 40])
    corner = shape("circle", x=x, y=y, r=6, fill=[30, 30, 34])
    wanted = {"any": [{"ray": [x, y, angle + 90, 6]}, {"ray": [x, y, angle - 90, 6]}]}
    says = "Touch a point so that the red line from the dot makes a right angle with the black one, then press Submit."
    return pointing(says, [side, new, corner], wanted, away(angle + rng.choice((90, -90))), away(angle + 45))


TASK = family("right_angle", draw, "Make a right angle.", ("put",), tags=("vision", "draw"))
