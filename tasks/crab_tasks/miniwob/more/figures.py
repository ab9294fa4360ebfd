"""Drag all figures of a kind into a box, and submit."""

from __future__ import annotations

import random
from typing import Any

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import Item, canvas, shape, submit
from crab_tasks.kits.android.miniwob.moves import draw_to, press
from crab_tasks.kits.android.miniwob.shapes import figure
from crab_tasks.kits.android.miniwob.words import COLORS, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a box, and five figures of two kinds beside it.

    Near miss: Drags all right figures into the box, and one of the others.
    """
    kind, other = some(rng, ("circle", "square", "triangle"), 2)
    kinds = [kind] * rng.randint(1, 3)
    kinds += [other] * (5 - len(kinds))
    rng.shuffle(kinds)
    shapes: list[Item] = [shape("rect", x=10, y=10, w=120, h=276, edge=[30, 30, 34], name="Box")]
    starts, wanted, drags = {}, dict[str, Any](), []
    for i, which in enumerate(kinds):
        x, y, name = rng.choice((180, 250)), 34 + 56 * i, f"figure_{i}"
        drawn = figure(which, x, y, 20, rng.choice(list(COLORS)), name=which.title(), drag=name)
        shapes.append(drawn)
        starts[i] = (x, y)
        if which == kind:
            inside = [10, 10, 130, 286]
            wanted[name] = {"inside": inside}
            drags.append(draw_to("figures", 296, (x, y), (70, 34 + 56 * i)))
        else:
            wanted[name] = None
    stray = kinds.index(other)
    return Problem(
        says=f"Drag all {kind}s into the box, nothing else, and press Submit.",
        items=[canvas("figures", (296, 296), shapes), submit()],
        answer=wanted,
        steps={"dragged": wanted},
        moves={"dragged": drags, "done": [press("Submit")]},
        wrong=[*drags, draw_to("figures", 296, starts[stray], (70, 34 + 56 * stray)), press("Submit")],
    )


TASK = family("drag_shapes", draw, "Drag all figures of a kind into a box.", ("dragged",), tags=("ours", "drag"))
