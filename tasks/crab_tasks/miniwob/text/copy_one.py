"""Copy the text of a box into a field, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import field, somewhere, submit
from crab_tasks.kits.android.miniwob.moves import copy_text, paste, press, write
from crab_tasks.kits.android.miniwob.words import sentence

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a box with a text, and an empty field.

    Near miss: Types the text without its last two characters.
    """
    words = sentence(rng)
    return Problem(
        says="Copy the text in the box, paste it into the field below and press Submit.",
        items=somewhere(rng, [field("source", "Box", lines=3), field("words", "Paste here"), submit()]),
        values={"source": words},
        answer={"words": words},
        steps={"pasted": {"words": words}},
        moves={"pasted": [copy_text("source"), paste("words")], "done": [press("Submit")]},
        wrong=[write("words", words[:-2]), press("Submit")],
        asks="all",
        detour=[write("words", words[:5])],
    )


TASK = family("copy_paste", draw, "Copy a text into a field, and submit.", ("pasted",), tags=("clipboard",), version=2)
