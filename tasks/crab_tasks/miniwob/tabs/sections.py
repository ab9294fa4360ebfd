"""Find a link in one of several sections, and follow it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.sections import in_sections

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: four closed sections with two links each.

    Near miss: Opens another section and follows the link in it.
    """
    return in_sections(rng, 4, 2)


TASK = family("click_collapsible_2", draw, "Find a link in one of the sections.", ("shown",), tags=("sections",))
