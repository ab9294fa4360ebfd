"""Choose the colour of a sample on a colour wheel, and submit it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.wheel import matching
from crab_tasks.kits.android.miniwob.words import some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a sample, and below it the wheel.

    Near miss: Chooses another colour.
    """
    hue, other = some(rng, range(12), 2)
    return matching(hue, rng.choice(("light", "full")), other, "the colour of the sample", False)


TASK = family("use_colorwheel_2", draw, "Choose the colour of a sample.", ("chosen",), tags=("vision", "color"))
