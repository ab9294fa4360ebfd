"""Find the only link behind the second tab, and follow it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.sections import in_tabs

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: two tabs with a link each.

    Near miss: Opens another tab and follows the link behind it.
    """
    return in_tabs(rng, 2, 1)


TASK = family(
    "click_tab_2_easy",
    draw,
    "Follow the link behind the second tab.",
    ("shown",),
    implies=("click_tab",),
    tags=("tabs",),
)
