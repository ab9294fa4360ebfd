"""Turn a die by dragging it until it shows a number, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import canvas, shape, submit
from crab_tasks.kits.android.miniwob.moves import Move, draw_to, press

__all__ = ["TASK"]


_WAYS = {4: "left", 3: "right", 5: "up", 2: "down"}
_DRAGS = {"left": (230, 148, 60, 148), "right": (60, 148, 230, 148), "up": (148, 230, 148, 60),
          "down": (148, 60, 148, 230)}  # fmt: skip


def draw(rng: random.Random) -> Problem:
    """Returns the page: a die that shows 1.

    Near miss: Turns the die once more than is right.
    """
    wanted = rng.randint(2, 6)

    def turned(way: str) -> Move:
        x1, y1, x2, y2 = _DRAGS[way]
        return draw_to("die", 296, (x1, y1), (x2, y2))

    moves = [turned("left")] * 2 if wanted == 6 else [turned(_WAYS[wanted])]
    shapes = [shape("rect", x=48, y=48, w=200, h=200, fill=[217, 226, 255], edge=[60, 96, 170])]
    for face in range(1, 7):
        shapes.append(shape("text", x=148, y=148, size=90, text=str(face), name="Face", when={"front": face}))
    swipe = {way: [["turn", "faces", way]] for way in _DRAGS}
    return Problem(
        says=f"Turn the die by dragging it until it shows {wanted}, then press Submit.",
        items=[canvas("die", (296, 296), shapes, swipe=swipe), submit()],
        values={"front": 1, "faces": [1, 6, 3, 4, 2, 5]},
        answer={"front": wanted},
        steps={"turned": {"front": wanted}},
        moves={"turned": moves, "done": [press("Submit")]},
        wrong=[*moves, turned("left"), press("Submit")],
        detour=[turned("up"), turned("down")],
    )


TASK = family("drag_cube", draw, "Turn a die by dragging it.", ("turned",), tags=("ours", "drag"))
