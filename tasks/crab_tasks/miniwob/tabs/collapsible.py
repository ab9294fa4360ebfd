"""Open a section, and submit what is in it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import column, somewhere, submit, text, tile
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.words import NOUNS, sentence

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: one closed section.

    Near miss: Opens the section and closes it again, without submitting.
    """
    title = rng.choice(NOUNS).title()
    return Problem(
        says=f'Open the section "{title}" and press Submit.',
        items=somewhere(
            rng,
            [
                text(sentence(rng)),
                tile(title, [["flip", "open"]], lead="chevron_right"),
                column([text(sentence(rng)), submit()], when={"open": True}),
            ],
        ),
        answer={"open": True},
        steps={"opened": {"open": True}},
        moves={"opened": [press(title, "list_item")], "done": [press("Submit")]},
        wrong=[press(title, "list_item"), press(title, "list_item")],
        detour=[press(title, "list_item"), press(title, "list_item")],
    )


TASK = family("click_collapsible", draw, "Open a section, and submit.", ("opened",), tags=("sections",), version=2)
