"""Touch the text field, so that it takes what is typed."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import column, end, field, somewhere, text
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.words import sentence

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: one field somewhere between two texts.

    Near miss: Touches the text instead of the field.
    """
    entry = field("entry", "Text", focus=end("focused"))
    words = sentence(rng)
    return Problem(
        says="Touch the text field.",
        items=somewhere(rng, [column([entry, text(words), text(sentence(rng))], shuffle=True, gap=24)]),
        event="focused",
        moves={"done": [press(rid="entry")]},
        wrong=[press(words)],
    )


TASK = family("focus_text", draw, "Touch the text field.", tags=("click",), version=3)
