"""Find the unknown number of an equation, type and submit it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.asking import by_typing
from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import text

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a sum or difference in which a number is x.

    Near miss: Types another number.
    """
    first, second, sign = rng.randint(1, 20), rng.randint(1, 20), rng.choice("+-")
    result = first + second if sign == "+" else first - second
    unknown, shown = rng.choice(((first, f"x {sign} {second} = {result}"), (second, f"{first} {sign} x = {result}")))
    task = text(shown, size=28, align="center")
    return by_typing("Find x, type it into the field and press Submit.", [task], str(unknown), str(unknown + 1))


TASK = family("simple_algebra", draw, "Find the unknown number of an equation.", ("typed",), tags=("number", "type"))
