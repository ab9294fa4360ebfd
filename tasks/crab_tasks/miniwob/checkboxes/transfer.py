"""Tick the boxes that are named among few or many, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.boxes import ticking
from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.words import NOUNS, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: up to three boxes for most seeds, four to eight for the others.

    Near miss: Ticks a wrong box in place of a right one.
    """
    words = some(rng, NOUNS, rng.randint(2, 3) if rng.random() < 0.7 else rng.randint(4, 8))
    return ticking(rng, words, words[: rng.randint(1, len(words) - 1)])


TASK = family("click_checkboxes_transfer", draw, "Tick the boxes that are named.", ("ticked",), tags=("checkbox",))
