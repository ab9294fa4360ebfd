"""Set a slider to a number, and submit it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import slider, submit
from crab_tasks.kits.android.miniwob.moves import press, slide

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a slider of 10 to 30 steps.

    Near miss: Sets the slider to another number.
    """
    least = rng.randint(-10, 10)
    most = least + rng.randint(10, 30)
    wanted, other = rng.sample(range(least + 1, most + 1), 2)

    def share(value: int) -> float:
        return (value - least) / (most - least)

    return Problem(
        says=f"Set the slider to {wanted} and press Submit.",
        items=[slider("value", "Value", least, most), submit()],
        values={"value": least},
        answer={"value": wanted},
        steps={"set": {"value": wanted}},
        moves={"set": [slide("value", share(wanted))], "done": [press("Submit")]},
        wrong=[slide("value", share(other)), press("Submit")],
        detour=[slide("value", share(other))],
    )


TASK = family("use_slider", draw, "Set a slider to a number and submit it.", ("set",), tags=("slider",))
