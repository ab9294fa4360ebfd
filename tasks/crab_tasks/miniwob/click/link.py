"""Follow the link that is named, in a text with several."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import flow, link, text
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.words import sentence

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a text in which three words are links.

    Near miss: Follows another link.
    """
    words = " ".join(sentence(rng) for _ in range(4)).split()
    plain = sorted({word for word in words if words.count(word) == 1 and word.isalpha() and len(word) > 3})
    links = rng.sample(plain, 3)
    return Problem(
        says=f'Follow the link "{links[0]}".',
        items=[flow([link(word) if word in links else text(word) for word in words])],
        event=links[0],
        moves={"done": [press(links[0], "link")]},
        wrong=[press(links[1], "link")],
    )


TASK = family("click_link", draw, "Follow the link that is named.", tags=("click",))
