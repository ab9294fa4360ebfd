"""Copy the text of one of three boxes into a field, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import field, somewhere, submit
from crab_tasks.kits.android.miniwob.moves import copy_text, paste, press
from crab_tasks.kits.android.miniwob.words import ordinal, sentence, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: three boxes with texts, and an empty field.

    Near miss: Copies another box.
    """
    words = [sentence(rng) for _ in range(3)]
    place, other = some(rng, range(3), 2)
    boxes = [field(f"box_{i}", f"Box {i + 1}", lines=2) for i in range(3)]
    return Problem(
        says=f"Copy the text in the {ordinal(place + 1)} box, paste it into the field below and press Submit.",
        items=somewhere(rng, [*boxes, field("words", "Paste here"), submit()], 120),
        values={f"box_{i}": text for i, text in enumerate(words)},
        answer={"words": words[place]},
        steps={"pasted": {"words": words[place]}},
        moves={"pasted": [copy_text(f"box_{place}"), paste("words")], "done": [press("Submit")]},
        wrong=[copy_text(f"box_{other}"), paste("words"), press("Submit")],
        asks=f"box {place}",
        detour=[copy_text(f"box_{other}"), paste("words")],
    )


TASK = family(
    "copy_paste_2", draw, "Copy one of three texts into a field.", ("pasted",), tags=("clipboard",), version=2
)
