"""Close a dialog by its cross."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import dialog, end, icon, row, somewhere, text
from crab_tasks.kits.android.miniwob.moves import pause, press
from crab_tasks.kits.android.miniwob.words import LABELS, sentence

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a dialog with a text, which only its cross closes.

    Near miss: Touches the dialog's text instead of its cross.
    """
    words = sentence(rng)
    below = [text(sentence(rng)) for _ in range(rng.randint(0, 4))]
    content = somewhere(rng, [row([text(words, flex=1), icon("close", "Close", end("closed"))]), *below])
    return Problem(
        says="Close the dialog by touching its cross.",
        items=[text(sentence(rng)), dialog(rng.choice(LABELS), content)],
        event="closed",
        moves={"done": [press("Close", "button")]},
        wrong=[press(words)],
        detour=[press(words), pause()],
    )


TASK = family(
    "click_dialog",
    draw,
    "Close a dialog by its cross.",
    implies=("click_dialog_2",),
    tags=("click", "dialog"),
    version=3,
)
