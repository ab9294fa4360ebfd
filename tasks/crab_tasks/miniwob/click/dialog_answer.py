"""Answer a dialog with the button that is named."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import button, dialog, end, icon, row, somewhere, text
from crab_tasks.kits.android.miniwob.moves import pause, press
from crab_tasks.kits.android.miniwob.words import NOUNS, sentence, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a dialog with two buttons and a cross.

    Near miss: Closes the dialog by another of its buttons.
    """
    buttons = ["OK", "Cancel"]
    wanted, other = some(rng, [*buttons, "Close"], 2)
    words = sentence(rng)
    content = somewhere(
        rng, [row([text(words, flex=1), icon("close", "Close", end("Close"))]), *[button(name) for name in buttons]]
    )
    said = "the cross" if wanted == "Close" else f'"{wanted}"'
    return Problem(
        says=f"Touch {said} in the dialog.",
        items=[text(sentence(rng)), dialog(rng.choice(NOUNS).title(), content)],
        event=wanted,
        moves={"done": [press(wanted, "button")]},
        wrong=[press(other, "button")],
        detour=[press(words), pause()],
    )


TASK = family(
    "click_dialog_2", draw, "Answer a dialog with the button that is named.", tags=("click", "dialog"), version=2
)
