"""Type letters without a meaning into a field, and submit them."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import column, field, submit
from crab_tasks.kits.android.miniwob.moves import press, write
from crab_tasks.kits.android.miniwob.words import password

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a field and a button, in either order.

    Near miss: Types another text.
    """
    word, other = password(rng), password(rng)
    items = [field("words", "Text"), submit()]
    return Problem(
        says=f'Type "{word}" into the field and press Submit.',
        items=[column(items, shuffle=True, gap=14)],
        answer={"words": word},
        steps={"typed": {"words": word}},
        moves={"typed": [write("words", word)], "done": [press("Submit")]},
        wrong=[write("words", f"{other}x"), press("Submit")],
        detour=[write("words", other)],
    )


TASK = family(
    "enter_text_dynamic",
    draw,
    "Type letters into a field, and submit them.",
    ("typed",),
    places=True,
    version=2,
    tags=("type",),
)
