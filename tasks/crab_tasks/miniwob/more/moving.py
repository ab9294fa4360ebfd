"""Touch each of three circles that go to and fro."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import Item, canvas, end, shape
from crab_tasks.kits.android.miniwob.moves import look_around, pause, press
from crab_tasks.kits.android.miniwob.words import COLORS, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: three circles, each going to and fro in a lane, eight pixels a second.

    Near miss: Touches only two of the three circles.
    """
    shapes: list[Item] = []
    over = [["if", {"hit": [0, 1, 2]}, end("all")]]
    for i, color in enumerate(some(rng, list(COLORS), 3)):
        there = list(range(36, 260, 8))
        start, lane = rng.randrange(2 * len(there)), [[x, 50 + 98 * i] for x in [*there, *reversed(there)]]
        path = [*lane[start:], *lane[:start]]
        do = [["pick", "hit", i], *over]
        shapes.append(shape("circle", x=148, y=50 + 98 * i, r=32, fill=list(COLORS[color]), name=f"Circle {i + 1}",
                            path=path, do=do, when={"hit": {"lacks": i}}))  # fmt: skip
    first, second, third = (press(f"Circle {i + 1}") for i in range(3))
    return Problem(
        says="Touch each of the three moving circles once.",
        items=[canvas("lanes", (296, 296), shapes, moves=True)],
        values={"hit": []},
        event="all",
        asks="all",
        steps={"one": {"hit": {"size": 1}}, "two": {"hit": {"size": 2}}},
        moves={"one": [first], "two": [second], "done": [third]},
        wrong=[second, third],
        detour=[pause(), look_around()],
    )


TASK = family(
    "moving_items", draw, "Touch each of three circles that move.", ("one", "two"), chain=True,
    kinds=("sim",), tags=("ours", "time"),
)  # fmt: skip
