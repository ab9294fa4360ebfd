"""Touch three of five circles that go to and fro."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import Item, canvas, end, shape
from crab_tasks.kits.android.miniwob.moves import look_around, pause, press
from crab_tasks.kits.android.miniwob.words import COLORS, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: five circles, each going to and fro in a lane, eight pixels a second; three are of one color.

    Near miss: Touches two of the three, and then one of another color.
    """
    wanted, *others = some(rng, list(COLORS), 3)
    colors = rng.sample([wanted, wanted, wanted, *others], 5)
    mine = [i for i, color in enumerate(colors) if color == wanted]
    names = [f"{color} circle {i + 1}" for i, color in enumerate(colors)]
    shapes: list[Item] = []
    for i, color in enumerate(colors):
        there = list(range(36, 260, 8))
        start, lane = rng.randrange(2 * len(there)), [[x, 30 + 59 * i] for x in [*there, *reversed(there)]]
        path = [*lane[start:], *lane[:start]]
        touch = [["pick", "hit", i], ["if", {"hit": mine}, end("all")]] if i in mine else end("another")
        shapes.append(shape("circle", x=148, y=30 + 59 * i, r=25, fill=list(COLORS[color]), name=names[i], path=path,
                            do=touch, when={"hit": {"lacks": i}}))  # fmt: skip
    first, second, third = (press(names[i]) for i in mine)
    another = next(press(name) for i, name in enumerate(names) if i not in mine)
    return Problem(
        says=f"Touch the three moving {wanted} circles once each, and no other circle.",
        items=[canvas("lanes", (296, 296), shapes, moves=True)],
        values={"hit": []},
        event="all",
        asks=f"{wanted} {mine}",
        moves={"done": [first, second, third]},
        wrong=[first, second, another],
        detour=[pause(), look_around()],
    )


TASK = family(
    "moving_items", draw, "Touch three circles that move, and no others.", kinds=("sim",), tags=("ours", "time"),
    version=2,
)  # fmt: skip
