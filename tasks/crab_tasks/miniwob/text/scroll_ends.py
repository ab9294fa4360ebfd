"""Scroll a text to its top or bottom, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import scroll, somewhere, submit, text
from crab_tasks.kits.android.miniwob.moves import press, swipe_on
from crab_tasks.kits.android.miniwob.words import sentence, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a text of 40 lines, of which those in the middle are in view.

    Near miss: Scrolls to the other end.
    """
    wanted, other = some(rng, ("top", "bottom"), 2)
    ways = {"top": "up", "bottom": "down"}
    lines = [text(sentence(rng), size=14) for _ in range(40)]
    return Problem(
        says=f"Scroll the text below to its {wanted} and press Submit.",
        items=somewhere(rng, [{**scroll("lines", lines, 240), "start": 280}, submit()]),
        answer={"scroll_lines": wanted},
        moves={"done": [swipe_on("lines", ways[wanted], 8), press("Submit", "button")]},
        wrong=[swipe_on("lines", ways[other], 8), press("Submit", "button")],
        detour=[swipe_on("lines", ways[other], 2)],
    )


TASK = family("scroll_text_2", draw, "Scroll a text to its top or bottom, and submit.", tags=("scroll",), version=2)
