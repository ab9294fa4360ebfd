"""Pages on which a point is put where a drawing asks for it."""

from __future__ import annotations

from collections.abc import Sequence

from crab_tasks.kits.android.miniwob.family import Problem
from crab_tasks.kits.android.miniwob.items import Item, canvas, shape, submit
from crab_tasks.kits.android.miniwob.moves import point, press

__all__ = ["pointing"]


SIDE = 296


def pointing(
    says: str, shapes: Sequence[Item], wanted: Item, right: Sequence[float], wrong: Sequence[float]
) -> Problem:
    """Returns a page with a drawing on which a tap puts a dot; another tap moves it.

    Args:
        says: The instruction.
        shapes: The drawing.
        wanted: What the point has to fulfil, see `crab_tasks.kits.android.miniwob.answers`.
        right: A point that does.
        wrong: One that doesn't.
    """
    dot = shape("circle", x=0, y=0, r=6, fill=[200, 30, 40], at="point")
    return Problem(
        says=says,
        items=[canvas("drawing", (SIDE, SIDE), [*shapes, dot], point="point", text="Drawing"), submit()],
        answer={"point": wanted},
        steps={"put": {"point": wanted}},
        moves={"put": [point("drawing", SIDE, *right)], "done": [press("Submit")]},
        wrong=[point("drawing", SIDE, *wrong), press("Submit")],
        detour=[point("drawing", SIDE, *wrong)],
    )
