"""Pages that ask a question: the answer is typed, or is one of several buttons."""

from __future__ import annotations

import random
from collections.abc import Sequence

from crab_tasks.kits.android.miniwob.family import Problem
from crab_tasks.kits.android.miniwob.items import Item, button, field, grid, submit
from crab_tasks.kits.android.miniwob.moves import press, write

__all__ = ["by_button", "by_typing"]


def by_typing(says: str, shown: Sequence[Item], right: str, wrong: str) -> Problem:
    """Returns a page with a field for an answer.

    Args:
        says: The instruction.
        shown: What the question is about.
        right: The answer.
        wrong: Another one.
    """
    wanted = {"number": int(right)} if right.removeprefix("-").isdecimal() else {"word": right}
    return Problem(
        says=says,
        items=[*shown, field("answer", "Answer"), submit()],
        answer={"answer": wanted},
        steps={"typed": {"answer": wanted}},
        moves={"typed": [write("answer", right)], "done": [press("Submit")]},
        wrong=[write("answer", wrong), press("Submit")],
        detour=[write("answer", wrong)],
    )


def by_button(rng: random.Random, says: str, shown: Sequence[Item], options: Sequence[str], right: str) -> Problem:
    """Returns a page with a button for each answer.

    Args:
        rng: Draws the near miss.
        says: The instruction.
        shown: What the question is about.
        options: The answers.
        right: The right one.
    """
    wrong = rng.choice([option for option in options if option != right])
    return Problem(
        says=says,
        items=[*shown, grid([button(option) for option in options], 3, 48)],
        event=right,
        moves={"done": [press(right, "button")]},
        wrong=[press(wrong, "button")],
    )
