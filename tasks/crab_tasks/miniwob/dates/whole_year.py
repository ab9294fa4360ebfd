"""Choose a day of a year in the date picker, and submit it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.dates import choosing
from crab_tasks.kits.android.miniwob.family import Problem, family

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: the picker opens in the middle of the year.

    Near miss: Chooses another date.
    """
    return choosing(rng, list(range(1, 13)), 6)


TASK = family(
    "choose_date", draw, "Choose a day of a year in the date picker, and submit it.", ("chosen",), tags=("date",)
)
