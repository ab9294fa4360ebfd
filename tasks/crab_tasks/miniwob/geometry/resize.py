"""Drag a box's corner so that it gets wider, higher, narrower or lower, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import submit
from crab_tasks.kits.android.miniwob.moves import press, pull
from crab_tasks.kits.android.miniwob.words import sentence, some

__all__ = ["TASK"]


_WAYS = {
    "wider": ({"part": [0, 170, 999]}, 80, 0), "narrower": ({"part": [0, 0, 150]}, -60, 0),
    "taller": ({"part": [1, 130, 999]}, 0, 70), "shorter": ({"part": [1, 0, 110]}, 0, -50),
}  # fmt: skip


def draw(rng: random.Random) -> Problem:
    """Returns the page: a box of 160 by 120.

    Near miss: Drags the corner in another direction.
    """
    way, other = some(rng, list(_WAYS), 2)
    wanted, dx, dy = _WAYS[way]
    _, other_dx, other_dy = _WAYS[other]
    if (dx > 0) == (other_dx > 0) and (dy > 0) == (other_dy > 0):
        other_dx, other_dy = -dx // 2, -dy // 2
    shown = {"k": "resize", "name": "size", "size": [160, 120], "most": [300, 260], "text": sentence(rng)}
    return Problem(
        says=f"Drag the corner of the text box to make it {way} than it is, then press Submit.",
        items=[shown, submit()],
        answer={"size": wanted},
        steps={"dragged": {"size": wanted}},
        moves={"dragged": [pull("Corner", dx, dy)], "done": [press("Submit")]},
        wrong=[pull("Corner", other_dx, other_dy), press("Submit")],
        detour=[pull("Corner", other_dx, other_dy), pull("Corner", -other_dx, -other_dy)],
    )


TASK = family("resize_textarea", draw, "Drag a box's corner to another size.", ("dragged",), tags=("drag",))
