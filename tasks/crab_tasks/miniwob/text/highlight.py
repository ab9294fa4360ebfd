"""Select all of a text, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import field, somewhere, submit
from crab_tasks.kits.android.miniwob.moves import hold_text, press, select_all
from crab_tasks.kits.android.miniwob.words import sentence

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: one text.

    Near miss: Selects one word instead of the whole text.
    """
    words = sentence(rng)
    return Problem(
        says="Select all of the text below and press Submit.",
        items=somewhere(rng, [field("box", "Text", lines=4), submit()]),
        values={"box": words},
        answer={"selected": words, "selected_in": "box"},
        moves={"done": [select_all("box"), press("Submit", "button")]},
        wrong=[hold_text("box"), press("Submit", "button")],
        asks="all",
        detour=[hold_text("box")],
    )


TASK = family("highlight_text", draw, "Select all of a text, and submit.", tags=("select",), version=2)
