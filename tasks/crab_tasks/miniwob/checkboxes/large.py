"""Tick many boxes on a page that scrolls, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.boxes import ticking
from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.words import NOUNS, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: 12 boxes, of which five to ten are named.

    Near miss: Ticks a wrong box in place of a right one.
    """
    words = some(rng, NOUNS, 12)
    return ticking(rng, words, words[: rng.randint(5, 10)])


TASK = family(
    "click_checkboxes_large", draw, "Tick many boxes on a page that scrolls.", ("ticked",), tags=("checkbox",)
)
