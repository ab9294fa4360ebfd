"""Pages on which a date is chosen."""

from __future__ import annotations

import random
from collections.abc import Sequence

from crab_tasks.kits.android.miniwob.family import Problem
from crab_tasks.kits.android.miniwob.items import day, submit
from crab_tasks.kits.android.miniwob.moves import pick_day, press
from crab_tasks.kits.android.miniwob.words import date_words

__all__ = ["choosing", "some_day"]


def some_day(rng: random.Random, months: Sequence[int] = range(1, 13)) -> str:
    """Returns a day of 2026 in one of some months, as year-month-day."""
    return f"2026-{rng.choice(list(months)):02}-{rng.randint(1, 28):02}"


def choosing(rng: random.Random, months: Sequence[int], start: int) -> Problem:
    """Returns a page with one date.

    Args:
        rng: Draws the day.
        months: The months of which one is drawn.
        start: The month in which the picker opens.
    """
    wanted = some_day(rng, months)
    other = next(drawn for drawn in iter(lambda: some_day(rng, months), None) if drawn != wanted)
    return Problem(
        says=f"Choose {date_words(wanted)} as the date and press Submit.",
        items=[day("date", "Date", f"2026-{start:02}-15"), submit()],
        answer={"date": wanted},
        steps={"chosen": {"date": wanted}},
        moves={"chosen": [pick_day("date", wanted)], "done": [press("Submit")]},
        wrong=[pick_day("date", other), press("Submit")],
        detour=[pick_day("date", other)],
    )
