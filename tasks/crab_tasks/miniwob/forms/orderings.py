"""Fill in a form with its fields in any order."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.movies import film_search

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: three fields in any order.

    Near miss: Swaps the director and the genre.
    """
    return film_search(rng, False)


TASK = family("multi_orderings", draw, "Fill in a form in any order.", ("director", "genre", "year"), tags=("form",))
