"""Touch one of three text fields."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import column, end, field
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.words import ordinal, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: three fields without names.

    Near miss: Touches another field.
    """
    place, other = some(rng, range(3), 2)
    return Problem(
        says=f"Touch the {ordinal(place + 1)} text field.",
        items=[column([field(f"field_{i}", "Text", focus=end(f"field_{i}")) for i in range(3)], gap=24)],
        event=f"field_{place}",
        moves={"done": [press(rid=f"field_{place}")]},
        wrong=[press(rid=f"field_{other}")],
    )


TASK = family("focus_text_2", draw, "Touch one of three text fields.", tags=("click",))
