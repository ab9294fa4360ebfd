"""Choose a colour by its name on a colour wheel, and submit it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.wheel import HUES, matching
from crab_tasks.kits.android.miniwob.words import some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: the wheel, where the colour is in the outer ring.

    Near miss: Chooses another colour.
    """
    hue, other = some(rng, range(12), 2)
    return matching(hue, "full", other, HUES[hue], True)


TASK = family("use_colorwheel", draw, "Choose a colour by its name.", ("chosen",), tags=("vision", "color"))
