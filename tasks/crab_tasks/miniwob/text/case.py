"""Type a word in capital or small letters, and submit it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import field, submit
from crab_tasks.kits.android.miniwob.moves import press, write
from crab_tasks.kits.android.miniwob.words import NOUNS

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a field; the word is given in letters of both sizes.

    Near miss: Types the word in the other case.
    """
    word = "".join(rng.choice((letter, letter.upper())) for letter in rng.choice(NOUNS))
    large = rng.random() < 0.5
    wanted = word.upper() if large else word.lower()
    other = word.lower() if large else word.upper()
    return Problem(
        says=f'Type "{word}" into the field in {"capital" if large else "small"} letters only and press Submit.',
        items=[field("words", "Text"), submit()],
        answer={"words": wanted},
        steps={"typed": {"words": wanted}},
        moves={"typed": [write("words", wanted)], "done": [press("Submit")]},
        wrong=[write("words", other), press("Submit")],
        detour=[write("words", other)],
    )


TASK = family("enter_text_2", draw, "Type a word in capital or small letters.", ("typed",), tags=("type",))
