"""Press the only button, whatever it says and looks like."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import button, scatter, text
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.words import LABELS, sentence

__all__ = ["TASK"]


_STYLES = ("filled", "tonal", "outlined", "danger")


def draw(rng: random.Random) -> Problem:
    """Returns the page: one button somewhere, of any label and style, beside a text.

    Near miss: Touches a text instead of the button.
    """
    label = rng.choice(LABELS)
    words = text(sentence(rng))
    return Problem(
        says="Press the button.",
        items=[words, scatter([button(label, style=rng.choice(_STYLES))])],
        event=label,
        moves={"done": [press(label, "button")]},
        wrong=[press(words["text"])],
    )


TASK = family("click_test_transfer", draw, "Press the only button, whatever it says.", tags=("click",))
