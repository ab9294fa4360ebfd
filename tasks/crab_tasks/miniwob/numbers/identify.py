"""Press the name of the figure that is shown."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.asking import by_button
from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import canvas
from crab_tasks.kits.android.miniwob.shapes import figure
from crab_tasks.kits.android.miniwob.words import COLORS

__all__ = ["TASK"]


_NAMES = {"circle": "Circle", "triangle": "Triangle", "square": "Square", "letter": "Letter", "digit": "Digit"}


def draw(rng: random.Random) -> Problem:
    """Returns the page: a figure, a letter or a digit of any size.

    Near miss: Presses the name of something else.
    """
    name = rng.choice(list(_NAMES))
    kind = {"letter": rng.choice("ABDEFGHKRST"), "digit": rng.choice("23456789")}.get(name, name)
    size = rng.randint(20, 60)
    x, y = rng.randint(70, 226), rng.randint(70, 130)
    drawn = figure(kind, x, y, size, rng.choice(list(COLORS)), name=name)
    picture = canvas("figure", (296, 200), [drawn])
    return by_button(rng, "Press the name of what is shown.", [picture], list(_NAMES.values()), _NAMES[name])


TASK = family("identify_shape", draw, "Press the name of the figure that is shown.", tags=("vision",))
