"""Enter a time of day in the time picker, and submit it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import hour, submit
from crab_tasks.kits.android.miniwob.moves import pick_time, press
from crab_tasks.kits.android.miniwob.words import some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: an empty time.

    Near miss: Enters another time.
    """
    first, second = some(rng, range(24 * 12), 2)
    wanted, other = (f"{at // 12:02}:{at % 12 * 5:02}" for at in (first, second))
    half = "AM" if first < 144 else "PM"
    return Problem(
        says=f"Enter {(first // 12 - 1) % 12 + 1}:{first % 12 * 5:02} {half} as the time and press Submit.",
        items=[hour("time", "Time", "09:30"), submit()],
        answer={"time": wanted},
        steps={"entered": {"time": wanted}},
        moves={"entered": [pick_time("time", wanted)], "done": [press("Submit")]},
        wrong=[pick_time("time", other), press("Submit")],
        detour=[pick_time("time", other)],
    )


TASK = family("enter_time", draw, "Enter a time of day, and submit it.", ("entered",), tags=("time",))
