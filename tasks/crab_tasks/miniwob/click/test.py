"""Press the only button."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import button, scatter
from crab_tasks.kits.android.miniwob.moves import look_around, press

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: one button somewhere.

    Near miss: Only looks at the page, and presses nothing.
    """
    return Problem(
        says="Press the button.",
        items=[scatter([button("Click Me!")])],
        event="Click Me!",
        moves={"done": [press("Click Me!")]},
        wrong=[look_around()],
    )


TASK = family("click_test", draw, "Press the only button.", cases=1, tags=("click",))
