"""Enter the date that is given in digits, and submit it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.dates import some_day
from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import day, submit
from crab_tasks.kits.android.miniwob.moves import pick_day, press

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: an empty date.

    Near miss: Enters another date.
    """
    wanted, other = some_day(rng), some_day(rng, [1])
    if wanted == other:
        wanted = "2026-02-14"
    year, month, number = wanted.split("-")
    return Problem(
        says=f"Enter {month}/{number}/{year} (month, day, year) as the date and press Submit.",
        items=[day("entered", "mm/dd/yyyy", "2026-06-15"), submit()],
        answer={"entered": wanted},
        steps={"entered": {"entered": wanted}},
        moves={"entered": [pick_day("entered", wanted)], "done": [press("Submit")]},
        wrong=[pick_day("entered", other), press("Submit")],
        detour=[pick_day("entered", other)],
    )


TASK = family("enter_date", draw, "Enter a date, and submit it.", ("entered",), tags=("date",))
