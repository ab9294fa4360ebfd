"""Calculate, type the result and submit it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.asking import by_typing
from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import text

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a sum, a difference or a product of two numbers up to ten.

    Near miss: Types another number.
    """
    first, second, sign = rng.randint(0, 10), rng.randint(0, 10), rng.choice("+-×")
    result = {"+": first + second, "-": first - second, "×": first * second}[sign]
    task = text(f"{first} {sign} {second} =", size=28, align="center")
    return by_typing("Type the result into the field and press Submit.", [task], str(result), str(result + 1))


TASK = family(
    "simple_arithmetic",
    draw,
    "Calculate, and submit the result.",
    ("typed",),
    implies=("simple_algebra",),
    tags=("number", "type"),
)
