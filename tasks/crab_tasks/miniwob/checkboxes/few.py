"""Tick the boxes that are named, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.boxes import ticking
from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.words import NOUNS, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: two to six boxes.

    Near miss: Ticks a wrong box in place of a right one.
    """
    words = some(rng, NOUNS, rng.randint(2, 6))
    return ticking(rng, words, words[: rng.randint(1, len(words) - 1)])


TASK = family("click_checkboxes", draw, "Tick the boxes that are named, and submit.", ("ticked",), tags=("checkbox",))
