"""Choose one or more entries of a list that scrolls, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import scroll, submit, tile
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.words import NOUNS, some, spoken

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a list of twelve entries, of which five are in view.

    Near miss: Chooses a wrong entry in place of a right one.
    """
    words = some(rng, NOUNS, 12)
    wanted = words[: rng.randint(1, 3)]
    order = rng.sample(words, 12)
    rows = [tile(word, [["pick", "chosen", word]], picked={"chosen": {"has": word}}) for word in order]
    other = words[-1]
    return Problem(
        says=f"Choose {spoken(wanted)} in the list and press Submit.",
        items=[scroll("entries", rows, 280), submit()],
        values={"chosen": []},
        answer={"chosen": sorted(wanted)},
        steps={"chosen": {"chosen": sorted(wanted)}},
        moves={"chosen": [press(word, "list_item") for word in wanted], "done": [press("Submit")]},
        wrong=[*[press(word, "list_item") for word in [*wanted[1:], other]], press("Submit")],
        detour=[press(other, "list_item"), press(other, "list_item")],
    )


TASK = family("click_scroll_list", draw, "Choose entries of a list that scrolls.", ("chosen",), tags=("list", "scroll"))
