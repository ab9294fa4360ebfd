"""Guess a number from 0 to 9 with the page's hints."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import Act, button, end, field, text
from crab_tasks.kits.android.miniwob.moves import press, write

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: after each wrong guess it says whether the number is higher or lower.

    Near miss: Guesses once, wrongly, and gives up.
    """
    number = rng.randint(0, 9)
    other = (number + rng.randint(1, 9)) % 10
    checks: list[Act] = [["compare", "hint", "guess", number], ["if", {"hint": "same"}, end("right")]]
    hints = {"more": "The number is higher.", "less": "The number is lower.", "none": "Type a number from 0 to 9."}
    return Problem(
        says="Guess the number from 0 to 9. After each guess that you submit, the page gives a hint.",
        items=[
            field("guess", "Your guess", do=checks), button("Submit", checks, style="filled"),
            *[text(words, bold=True, when={"hint": hint}) for hint, words in hints.items()],
        ],
        event="right",
        answer={"guess": {"number": number}},
        moves={"done": [write("guess", str(number)), press("Submit")]},
        wrong=[write("guess", str(other)), press("Submit")],
        detour=[write("guess", str(other)), press("Submit")],
    )  # fmt: skip


TASK = family("guess_number", draw, "Guess a number with the page's hints.", tags=("number", "search"))
