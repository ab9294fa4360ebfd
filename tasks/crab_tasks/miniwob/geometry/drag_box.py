"""Drag a small box into a large one, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import canvas, shape, submit
from crab_tasks.kits.android.miniwob.moves import draw_to, look_around, press

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: two boxes that don't touch.

    Near miss: Drags the small box onto the large one's edge.
    """
    small, large = rng.randint(36, 50), rng.randint(90, 120)
    x, y = rng.randint(6, 290 - large), rng.randint(160, 290 - large)
    x2, y2 = rng.randint(6, 290 - small), rng.randint(6, 100 - small)
    inside = [x, y, x + large - small, y + large - small]
    middle = x + large // 2, y + large // 2
    start = x2 + small // 2, y2 + small // 2
    boxes = [
        shape("rect", x=x, y=y, w=large, h=large, edge=[30, 30, 34], name="Large box"),
        shape("rect", x=x2, y=y2, w=small, h=small, fill=[200, 30, 40], name="Small box", drag="small"),
    ]
    return Problem(
        says="Drag the small box so that it lies completely inside the large one, then press Submit.",
        items=[canvas("boxes", (296, 296), boxes), submit()],
        answer={"small": {"inside": inside}},
        steps={"dragged": {"small": {"inside": inside}}},
        moves={"dragged": [draw_to("boxes", 296, start, middle)], "done": [press("Submit")]},
        wrong=[draw_to("boxes", 296, start, (x, y + large // 2)), press("Submit")],
        detour=[look_around()],
    )


TASK = family("drag_box", draw, "Drag a small box into a large one.", ("dragged",), tags=("drag",))
