"""Touch a circle four times that goes round."""

from __future__ import annotations

import math
import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import canvas, end, shape
from crab_tasks.kits.android.miniwob.moves import look_around, pause, press

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a circle that goes round a middle, eight pixels or so a second.

    Near miss: Touches the circle only three times.
    """
    radius, way, start = rng.randint(70, 105), rng.choice((1, -1)), rng.random()
    turns = [2 * math.pi * (start + way * i / 80) for i in range(80)]
    path = [[round(148 + radius * math.cos(turn)), round(148 + radius * math.sin(turn))] for turn in turns]
    caught = [["count", "hits", 1, 0, 4], ["if", {"hits": 4}, end("caught")]]
    circle = shape("circle", x=148, y=148, r=34, fill=[200, 30, 40], name="Circle", path=path, do=caught)
    hit = press("Circle", "image")
    return Problem(
        says="Touch the moving circle four times.",
        items=[canvas("field", (296, 296), [circle], moves=True)],
        values={"hits": 0},
        event="caught",
        asks="four hits",
        steps={"once": {"hits": 1}, "twice": {"hits": 2}, "thrice": {"hits": 3}},
        moves={"once": [hit], "twice": [hit], "thrice": [hit], "done": [hit]},
        wrong=[hit, hit, hit],
        detour=[pause(), look_around()],
    )


TASK = family(
    "chase_circle", draw, "Touch a circle that moves.", ("once", "twice", "thrice"), chain=True, kinds=("sim",),
    tags=("ours", "time"), version=2,
)  # fmt: skip
