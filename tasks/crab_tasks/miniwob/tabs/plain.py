"""Open the tab that is named."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import end, somewhere, tabs, text
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.words import sentence

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: three tabs, of which the first is open.

    Near miss: Opens another tab.
    """
    place = rng.randint(1, 2)
    opens = [["if", {"tab": place}, end("right"), [["if", {"tab": 0}, [], end("wrong")]]]]
    return Problem(
        says=f"Open Tab {place + 1}.",
        items=somewhere(
            rng,
            [
                {**tabs("tab", ["Tab 1", "Tab 2", "Tab 3"]), "do": opens},
                *[text(sentence(rng), when={"tab": i}) for i in range(3)],
            ],
        ),
        values={"tab": 0},
        event="right",
        answer={"tab": place},
        moves={"done": [press(rid="tab", nth=place)]},
        wrong=[press(rid="tab", nth=3 - place)],
        detour=[press(rid="tab", nth=0)],
    )


TASK = family("click_tab", draw, "Open the tab that is named.", tags=("tabs",), version=2)
