"""Do something with all posts of a person, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.feed import ICONS, feed, posts
from crab_tasks.kits.android.miniwob.items import submit
from crab_tasks.kits.android.miniwob.moves import press

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: six posts of three people.

    Near miss: Leaves out one of the person's posts, and takes one of somebody else's.
    """
    shown = posts(rng, 6, 3)
    person = shown[rng.randrange(6)][0]
    mine = [i for i, (author, _) in enumerate(shown) if author == person]
    other = next(i for i in range(6) if i not in mine)
    action = rng.choice(list(ICONS.values()))
    names = {name: mine if name == action else [] for name in ICONS.values()}
    touches = [press(rid=f"{action.lower()}_{i}") for i in mine]
    return Problem(
        says=f'Choose "{action}" for all posts by {person} and press Submit.',
        items=[*feed(shown, False), submit()],
        values={name: [] for name in names},
        answer=names,
        steps={"chosen": names},
        moves={"chosen": touches, "done": [press("Submit", "button")]},
        wrong=[*touches[1:], press(rid=f"{action.lower()}_{other}"), press("Submit", "button")],
        detour=[press(rid=f"{action.lower()}_{other}"), press(rid=f"{action.lower()}_{other}")],
    )


TASK = family(
    "social_media_all",
    draw,
    "Do something with all posts of a person.",
    ("chosen",),
    implies=("social_media_some",),
    tags=("social",),
)
