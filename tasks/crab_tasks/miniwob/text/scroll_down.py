"""Find the last word of a text that scrolls, type and submit it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import field, scroll, submit, text
from crab_tasks.kits.android.miniwob.moves import press, swipe_on, write
from crab_tasks.kits.android.miniwob.words import NOUNS, sentence

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a text of 20 lines, of which a few are in view.

    Near miss: Types the last word of the first line, and behind it the right one.
    """
    lines = [sentence(rng) for _ in range(20)]
    last = f"{rng.choice(NOUNS)}"
    lines[-1] = f"{lines[-1][:-1]} or the {last}."
    first = lines[0].split()[-1].strip(".")
    return Problem(
        says="Type the last word of the text below into the field and press Submit.",
        items=[scroll("lines", [text(words, size=14) for words in lines], 240), field("word", "Last word"), submit()],
        answer={"word": {"word": last}},
        steps={"typed": {"word": {"word": last}}},
        moves={"typed": [swipe_on("lines", "down", 2), write("word", last)], "done": [press("Submit")]},
        wrong=[write("word", f"{first}{last}"), press("Submit")],
        detour=[write("word", first)],
    )


TASK = family("scroll_text", draw, "Find the last word of a text that scrolls.", ("typed",), tags=("scroll", "type"))
