"""Choose all shades of a colour in a grid, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import canvas, shape, submit
from crab_tasks.kits.android.miniwob.moves import Move, point, press
from crab_tasks.kits.android.miniwob.words import some

__all__ = ["TASK"]


_HUES = {"red": (230, 40, 40), "green": (40, 190, 60), "blue": (50, 80, 235)}


def draw(rng: random.Random) -> Problem:
    """Returns the page: twelve shades of three colours.

    Near miss: Chooses all right shades, and one of another colour.
    """
    wanted, other = some(rng, list(_HUES), 2)
    hues = [wanted] * rng.randint(2, 4)
    hues += [rng.choice([hue for hue in _HUES if hue != wanted]) for _ in range(11 - len(hues))] + [other]
    rng.shuffle(hues)
    shapes, mine = [], [i for i, hue in enumerate(hues) if hue == wanted]
    for i, hue in enumerate(hues):
        light = rng.choice((-0.45, -0.25, 0, 0.25, 0.45))
        fill = [round(part * (1 + light) if light < 0 else part + (255 - part) * light) for part in _HUES[hue]]
        at = {"x": 6 + 72 * (i % 4), "y": 6 + 72 * (i // 4), "w": 64, "h": 64}
        shapes.append(shape("rect", **at, fill=fill, name=hue, do=[["pick", "picked", i]]))
        shapes.append(shape("rect", **at, edge=[0, 0, 0], when={"picked": {"has": i}}))

    def touch(i: int) -> Move:
        return point("shades", 296, 38 + 72 * (i % 4), 38 + 72 * (i // 4))

    first_other = hues.index(other)
    return Problem(
        says=f"Choose all shades of {wanted} and press Submit.",
        items=[canvas("shades", (296, 228), shapes), submit()],
        values={"picked": []},
        answer={"picked": mine},
        steps={"picked": {"picked": mine}},
        moves={"picked": [touch(i) for i in mine], "done": [press("Submit")]},
        wrong=[*[touch(i) for i in [*mine, first_other]], press("Submit")],
        detour=[touch(first_other), touch(first_other)],
    )


TASK = family("click_shades", draw, "Choose all shades of a colour, and submit.", ("picked",), tags=("click", "vision"))
