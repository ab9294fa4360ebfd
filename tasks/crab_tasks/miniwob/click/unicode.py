"""Press the button with signs that no keyboard has."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import button, column
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.words import SIGNS

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: four buttons of two or three signs.

    Near miss: Presses another button.
    """
    labels = ["".join(rng.sample(SIGNS, rng.randint(2, 3))) for _ in range(4)]
    while len(set(labels)) < 4:
        labels = ["".join(rng.sample(SIGNS, 3)) for _ in range(4)]
    return Problem(
        says=f'Press the button "{labels[0]}".',
        items=[column([button(label) for label in labels], shuffle=True, gap=14)],
        event=labels[0],
        moves={"done": [press(labels[0], "button")]},
        wrong=[press(labels[1], "button")],
    )


TASK = family("unicode_test", draw, "Press the button with the signs that are shown.", tags=("click",))
