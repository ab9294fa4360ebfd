"""Press the button with the label that is named, among texts, fields and other buttons."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import button, column, field, text
from crab_tasks.kits.android.miniwob.moves import press, write
from crab_tasks.kits.android.miniwob.words import LABELS, sentence, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: four buttons with different labels.

    Near miss: Presses another button.
    """
    labels = some(rng, LABELS, 4)
    others = [text(sentence(rng)), field("note", "Your text"), text(sentence(rng), bold=True)]
    return Problem(
        says=f'Press the button "{labels[0]}".',
        items=[column([*[button(label) for label in labels], *others], shuffle=True, gap=14)],
        event=labels[0],
        moves={"done": [press(labels[0], "button")]},
        wrong=[press(labels[1], "button")],
        detour=[write("note", "hello")],
    )


TASK = family("click_button", draw, "Press the button that is named.", tags=("click",))
