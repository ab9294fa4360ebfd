"""Select all of one of three texts, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import field, somewhere, submit
from crab_tasks.kits.android.miniwob.moves import press, select_all
from crab_tasks.kits.android.miniwob.words import ordinal, sentence, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: three texts.

    Near miss: Selects another text.
    """
    words = [sentence(rng) for _ in range(3)]
    place, other = some(rng, range(3), 2)
    return Problem(
        says=f"Select all of the {ordinal(place + 1)} text and press Submit.",
        items=somewhere(rng, [*[field(f"box_{i}", f"Text {i + 1}", lines=2) for i in range(3)], submit()], 160),
        values={f"box_{i}": text for i, text in enumerate(words)},
        answer={"selected": words[place], "selected_in": f"box_{place}"},
        moves={"done": [select_all(f"box_{place}"), press("Submit", "button")]},
        wrong=[select_all(f"box_{other}"), press("Submit", "button")],
        asks=f"box {place}",
        detour=[select_all(f"box_{other}")],
    )


TASK = family("highlight_text_2", draw, "Select all of one of three texts, and submit.", tags=("select",), version=2)
