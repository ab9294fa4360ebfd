"""Type a word into a field and submit it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import field, submit
from crab_tasks.kits.android.miniwob.moves import press, write
from crab_tasks.kits.android.miniwob.words import FIRST_NAMES, NOUNS

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a field and a button.

    Near miss: Types another word.
    """
    word, other = rng.sample((*FIRST_NAMES, *NOUNS), 2)
    return Problem(
        says=f'Type "{word}" into the field and press Submit.',
        items=[field("words", "Text"), submit()],
        answer={"words": word},
        steps={"typed": {"words": word}},
        moves={"typed": [write("words", word)], "done": [press("Submit")]},
        wrong=[write("words", other), press("Submit")],
        detour=[write("words", other)],
    )


TASK = family(
    "enter_text", draw, "Type a word into a field and submit it.", ("typed",), places=True, version=2, tags=("type",)
)
