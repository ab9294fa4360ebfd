"""Do something with the post of a person: by an icon below it or from its menu."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.feed import ICONS, MENU, feed, posts
from crab_tasks.kits.android.miniwob.moves import Move, press
from crab_tasks.kits.android.miniwob.words import some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: five posts of five people.

    Near miss: Does what is asked, but for another post.
    """
    shown = posts(rng, 5, 5)
    wanted, other = some(rng, range(5), 2)
    action = rng.choice([*ICONS.values(), *MENU])

    def act(i: int) -> list[Move]:
        if action in MENU:
            return [press(rid=f"more_{i}"), press(rid=f"entry_{i}_{MENU.index(action)}")]
        return [press(rid=f"{action.lower()}_{i}")]

    return Problem(
        says=f'Choose "{action}" for the post by {shown[wanted][0]}.',
        items=feed(shown, True),
        event=f"{action} {wanted}",
        moves={"done": act(wanted)},
        wrong=act(other),
        detour=[press(rid=f"more_{other}"), press(rid=f"more_{other}")],
    )


TASK = family("social_media", draw, "Do something with the post of a person.", tags=("social",))
