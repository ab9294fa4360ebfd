"""Choose a day of the month that the date picker shows, and submit it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.dates import choosing
from crab_tasks.kits.android.miniwob.family import Problem, family

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: the day lies in the month in which the picker opens.

    Near miss: Chooses another date.
    """
    month = rng.randint(1, 12)
    return choosing(rng, [month], month)


TASK = family("choose_date_easy", draw, "Choose a day of the month that is shown.", ("chosen",), tags=("date",))
