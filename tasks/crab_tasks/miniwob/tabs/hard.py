"""Find a link behind one of up to six tabs, and follow it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.sections import in_tabs

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: two to six tabs with four links each.

    Near miss: Opens another tab and follows the link behind it.
    """
    return in_tabs(rng, rng.randint(2, 6), 4)


TASK = family(
    "click_tab_2_hard", draw, "Find a link behind one of many tabs.", ("shown",), implies=("click_tab",), tags=("tabs",)
)
