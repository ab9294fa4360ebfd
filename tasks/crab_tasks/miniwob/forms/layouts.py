"""Fill in a form that looks different each time."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.movies import film_search

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: three fields in any order and layout, with labels of any wording.

    Near miss: Swaps the director and the genre.
    """
    return film_search(rng, True)


TASK = family("multi_layouts", draw, "Fill in a form of any layout.", ("director", "genre", "year"), tags=("form",))
