"""Choose from a drop-down list, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import choice, submit
from crab_tasks.kits.android.miniwob.moves import choose, press
from crab_tasks.kits.android.miniwob.words import COUNTRIES, FIRST_NAMES, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a drop-down list of five to ten entries.

    Near miss: Chooses another entry of the list.
    """
    options = some(rng, (*FIRST_NAMES, *COUNTRIES), rng.randint(5, 10))
    wanted, other = some(rng, options, 2)
    return Problem(
        says=f"Choose {wanted} from the list and press Submit.",
        items=[choice("chosen", "Choose one", options), submit()],
        answer={"chosen": wanted},
        steps={"chosen": {"chosen": wanted}},
        moves={"chosen": [choose("chosen", wanted)], "done": [press("Submit")]},
        wrong=[choose("chosen", other), press("Submit")],
        detour=[choose("chosen", other)],
    )


TASK = family("choose_list", draw, "Choose from a drop-down list, and submit.", ("chosen",), tags=("list",))
