"""Touch four lamps in the order in which they light up."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import Item, canvas, end, shape
from crab_tasks.kits.android.miniwob.moves import pause, press
from crab_tasks.kits.android.miniwob.words import COLORS

__all__ = ["TASK"]


_LAMPS = ("red", "green", "blue", "yellow")


def draw(rng: random.Random) -> Problem:
    """Returns the page: the order is shown again and again, a lamp a second, until the first touch.

    Near miss: Touches the first three lamps in order, and then a wrong one.
    """
    order = [rng.randrange(4)]
    while len(order) < 4:
        order.append(rng.choice([lamp for lamp in range(4) if lamp != order[-1]]))
    goes_on = [["if", {"taps": {"in": [order[:n] for n in range(1, 4)]}}, [],
                [["if", {"taps": order}, end("right"), end("wrong")]]]]  # fmt: skip
    shapes: list[Item] = []
    for i, name in enumerate(_LAMPS):
        x, y = 78 + 140 * (i % 2), 78 + 140 * (i // 2)
        fill = [round(part * 0.5) for part in COLORS[name]]
        lit = [len(order) + 2, *[at + 2 for at, lamp in enumerate(order) if lamp == i]]
        shapes.append(shape("circle", x=x, y=y, r=60, fill=fill, name=name, do=[["add", "taps", i], *goes_on]))
        shapes.append(shape("circle", x=x, y=y, r=50, fill=[255, 250, 190], name="lit", lit=lit, when={"taps": []}))
    touches = [press(_LAMPS[lamp], "image") for lamp in order]
    return Problem(
        says="Watch the lamps: after two dark seconds they light up one after another, again and again. "
        "Touch them in this order.",
        items=[canvas("lamps", (296, 296), shapes, moves=True)],
        values={"taps": []},
        event="right",
        answer={"taps": order},
        steps={"half": {"taps": order[:2]}},
        moves={"half": touches[:2], "done": touches[2:]},
        wrong=[*touches[:3], press(_LAMPS[order[0] if order[3] != order[0] else order[1]], "image")],
        detour=[pause(), pause()],
    )


TASK = family(
    "simon_says", draw, "Touch lamps in the order in which they light up.", ("half",), tags=("memory", "time")
)
