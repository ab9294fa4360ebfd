"""Type a password twice, and submit it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import field, submit, text
from crab_tasks.kits.android.miniwob.moves import press, write
from crab_tasks.kits.android.miniwob.words import password

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: two fields.

    Near miss: Types another text into the second field.
    """
    word = password(rng)
    return Problem(
        says=f'Type the password "{word}" into both fields and press Submit.',
        items=[
            text("Password"),
            field("first", "Password", password=True),
            text("Repeat it"),
            field("second", "Again", password=True),
            submit(),
        ],
        answer={"first": word, "second": word},
        steps={"first": {"first": word}, "second": {"second": word}},
        moves={"first": [write("first", word)], "second": [write("second", word)], "done": [press("Submit")]},
        wrong=[write("first", word), write("second", word[::-1] + "x"), press("Submit")],
        detour=[write("second", f"{word}1")],
    )


TASK = family(
    "enter_password",
    draw,
    "Type a password twice, and submit it.",
    ("first", "second"),
    places=True,
    version=2,
    tags=("type",),
)
