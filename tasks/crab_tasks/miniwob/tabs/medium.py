"""Find a link behind one of three tabs with two links each, and follow it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.sections import in_tabs

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: two links behind each tab.

    Near miss: Opens another tab and follows the link behind it.
    """
    return in_tabs(rng, 3, 2)


TASK = family(
    "click_tab_2_medium",
    draw,
    "Find a link behind one of a few tabs.",
    ("shown",),
    implies=("click_tab",),
    tags=("tabs",),
)
