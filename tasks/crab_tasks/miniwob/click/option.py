"""Choose one of several options, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import column, radio, submit
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.words import NOUNS, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: three to six options.

    Near miss: Chooses another option.
    """
    words = some(rng, NOUNS, rng.randint(3, 6))
    return Problem(
        says=f'Choose "{words[0]}" and press Submit.',
        items=[column([radio("chosen", word) for word in words], shuffle=True, gap=0), submit()],
        answer={"chosen": words[0]},
        steps={"chosen": {"chosen": words[0]}},
        moves={"chosen": [press(words[0], "radio")], "done": [press("Submit")]},
        wrong=[press(words[1], "radio"), press("Submit")],
        detour=[press(words[2], "radio")],
    )


TASK = family("click_option", draw, "Choose one of several options, and submit.", ("chosen",), tags=("radio",))
