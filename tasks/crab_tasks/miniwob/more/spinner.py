"""Set a number with the buttons beside it, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import icon, row, submit, text
from crab_tasks.kits.android.miniwob.moves import press

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a number from -10 to 10 that begins at 0.

    Near miss: Stops one short of the number.
    """
    wanted = rng.choice([number for number in range(-10, 11) if number])
    way = "More" if wanted > 0 else "Less"
    return Problem(
        says=f"Set the number to {wanted} with the buttons and press Submit.",
        items=[
            row([
                icon("remove", "Less", [["count", "number", -1, -10, 10]]), text("", bind="number", size=22),
                icon("add", "More", [["count", "number", 1, -10, 10]]),
            ], gap=24),
            submit(),
        ],
        values={"number": 0},
        answer={"number": wanted},
        steps={"set": {"number": wanted}},
        moves={"set": [press(way, "button")] * abs(wanted), "done": [press("Submit")]},
        wrong=[*[press(way, "button")] * (abs(wanted) - 1), press("Submit")],
        detour=[press("Less", "button"), press("More", "button")],
    )  # fmt: skip


TASK = family("use_spinner", draw, "Set a number with the buttons beside it.", ("set",), tags=("ours", "number"))
