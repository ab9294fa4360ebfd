"""Do something with so many posts of a person, and submit."""

from __future__ import annotations

import random
from typing import Any

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.feed import ICONS, feed, posts
from crab_tasks.kits.android.miniwob.items import submit
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.words import some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: six posts of two people, of whom one has three or more.

    Near miss: Takes one of somebody else's posts in place of one of the person's.
    """
    shown = posts(rng, 6, 2)
    people = sorted(
        {author for author, _ in shown}, key=lambda name: (-[author for author, _ in shown].count(name), name)
    )
    mine = [i for i, (author, _) in enumerate(shown) if author == people[0]]
    theirs = [i for i in range(6) if i not in mine]
    count = rng.randint(1, len(mine) - 1)
    action = rng.choice(list(ICONS.values()))
    wanted: dict[str, Any] = {name: [] for name in ICONS.values()} | {
        action: {"all": [{"size": count}, {"among": mine}]}
    }
    chosen = some(rng, mine, count)
    return Problem(
        says=f'Choose "{action}" for exactly {count} of the posts by {people[0]} and press Submit.',
        items=[*feed(shown, False), submit()],
        values={name: [] for name in wanted},
        answer=wanted,
        steps={"chosen": wanted},
        moves={
            "chosen": [press(rid=f"{action.lower()}_{i}") for i in chosen], "done": [press("Submit", "button")],
        },
        wrong=[press(rid=f"{action.lower()}_{i}") for i in [*chosen[1:], theirs[0]]] + [press("Submit", "button")],
        detour=[press(rid=f"{action.lower()}_{theirs[0]}"), press(rid=f"{action.lower()}_{theirs[0]}")],
    )  # fmt: skip


TASK = family("social_media_some", draw, "Do something with some posts of a person.", ("chosen",), tags=("social",))
