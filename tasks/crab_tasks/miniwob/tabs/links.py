"""Find a link behind one of three tabs, and follow it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.sections import in_tabs

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: three links behind each tab.

    Near miss: Opens another tab and follows the link behind it.
    """
    return in_tabs(rng, 3, 3)


TASK = family(
    "click_tab_2", draw, "Find a link behind one of three tabs.", ("shown",), implies=("click_tab",), tags=("tabs",)
)
