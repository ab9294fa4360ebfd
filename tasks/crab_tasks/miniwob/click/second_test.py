"""Press the one of two buttons that says ONE."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import button, scatter
from crab_tasks.kits.android.miniwob.moves import press

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: two buttons somewhere.

    Near miss: Presses the other button.
    """
    return Problem(
        says="Press the button ONE.",
        items=[scatter([button("ONE"), button("TWO")])],
        event="ONE",
        moves={"done": [press("ONE", "button")]},
        wrong=[press("TWO", "button")],
    )


TASK = family("click_test_2", draw, "Press the one of two buttons that says ONE.", cases=1, tags=("click",))
