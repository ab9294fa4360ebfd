"""Type the letters of a picture, and submit them."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import canvas, field, shape, submit
from crab_tasks.kits.android.miniwob.moves import press, write
from crab_tasks.kits.android.miniwob.words import some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: letters of different sizes and heights in a picture.

    Near miss: Types the letters backwards.
    """
    letters = "".join(some(rng, "abdefghkmnpqrstwxyz", rng.randint(4, 5)))
    shapes = [
        shape("text", x=36 + 52 * i, y=rng.randint(38, 62), size=rng.randint(26, 46), text=letter,
              fill=[rng.randint(0, 150) for _ in range(3)])
        for i, letter in enumerate(letters)
    ]  # fmt: skip
    return Problem(
        says="Type the letters in the picture into the field and press Submit.",
        items=[canvas("letters", (280, 100), shapes, text=f"Letters: {letters}"), field("words", "Letters"), submit()],
        answer={"words": {"word": letters}},
        steps={"typed": {"words": {"word": letters}}},
        moves={"typed": [write("words", letters)], "done": [press("Submit")]},
        wrong=[write("words", letters[::-1]), press("Submit")],
        detour=[write("words", letters[:2])],
    )


TASK = family("text_transform", draw, "Type the letters of a picture.", ("typed",), tags=("vision", "type"))
