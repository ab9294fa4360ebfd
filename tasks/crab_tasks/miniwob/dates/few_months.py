"""Choose a day at most two months from the one that the date picker shows, and submit it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.dates import choosing
from crab_tasks.kits.android.miniwob.family import Problem, family

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: the day lies one or two months before or after.

    Near miss: Chooses another date.
    """
    month = rng.randint(3, 10)
    return choosing(rng, [month - 2, month - 1, month + 1, month + 2], month)


TASK = family("choose_date_medium", draw, "Choose a day of a month near by.", ("chosen",), tags=("date",))
