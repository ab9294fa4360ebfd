"""Press one button, then another one."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import button, end, scatter
from crab_tasks.kits.android.miniwob.moves import press

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: two buttons somewhere.

    Near miss: Presses the second button without the first.
    """
    second = [["if", {"one": True}, end("both"), end("TWO")]]
    return Problem(
        says="Press the button ONE, then press the button TWO.",
        items=[scatter([button("ONE", [["set", "one", True]]), button("TWO", second)])],
        event="both",
        steps={"first": {"one": True}},
        moves={"first": [press("ONE", "button")], "done": [press("TWO", "button")]},
        wrong=[press("TWO", "button")],
        detour=[press("ONE", "button")],
    )


TASK = family(
    "click_button_sequence",
    draw,
    "Press one button, then another.",
    ("first",),
    cases=1,
    implies=("click_test_2",),
    tags=("click",),
)
