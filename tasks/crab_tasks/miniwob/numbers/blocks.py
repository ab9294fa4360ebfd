"""Count the blocks of two pictures, type their sum and submit it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.asking import by_typing
from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import Item, canvas, shape

__all__ = ["TASK"]


def _blocks(count: int, left: int) -> list[Item]:
    """Returns blocks in rows of three, as shapes."""
    at = [(left + 40 * (i % 3), 130 - 40 * (i // 3)) for i in range(count)]
    return [shape("rect", x=x, y=y, w=34, h=34, fill=[40, 120, 200], name="Block") for x, y in at]


def draw(rng: random.Random) -> Problem:
    """Returns the page: up to nine blocks on either side of a plus sign.

    Near miss: Types another number.
    """
    first, second = rng.randint(0, 9), rng.randint(1, 9)
    plus = shape("text", x=150, y=90, size=34, text="+")
    picture = canvas("blocks", (300, 180), [*_blocks(first, 8), plus, *_blocks(second, 176)], text="Blocks")
    right = str(first + second)
    says = "Add up all the blocks, type the number into the field and press Submit."
    return by_typing(says, [picture], right, str(first + second + 1))


TASK = family("visual_addition", draw, "Count blocks, and submit the sum.", ("typed",), tags=("vision", "number"))
