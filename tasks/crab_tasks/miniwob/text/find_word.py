"""Find a word by its place in a paragraph, type and submit it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import field, submit, text
from crab_tasks.kits.android.miniwob.moves import press, write
from crab_tasks.kits.android.miniwob.words import ordinal, sentence

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a paragraph of ten words or more, and a field.

    Near miss: Types the right word together with the one beside it.
    """
    words = [word.strip(".").lower() for word in f"{sentence(rng)} {sentence(rng)}".split()][:12]
    place = rng.randint(1, len(words) - 2)
    other = words[place - 1] if words[place - 1] != words[place] else words[place + 1]
    return Problem(
        says=f"Type the {ordinal(place + 1)} word of the paragraph into the field and press Submit.",
        items=[text(" ".join(words)), field("word", "Word"), submit()],
        answer={"word": {"word": words[place]}},
        steps={"typed": {"word": {"word": words[place]}}},
        moves={"typed": [write("word", words[place])], "done": [press("Submit")]},
        wrong=[write("word", f"{other}{words[place]}"), press("Submit")],
        detour=[write("word", other)],
    )


TASK = family(
    "find_word", draw, "Find a word by its place in a paragraph.", ("typed",), tags=("read", "type"), version=2
)
