"""Set three sliders to numbers, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import slider, submit
from crab_tasks.kits.android.miniwob.moves import press, slide
from crab_tasks.kits.android.miniwob.words import spoken

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: three sliders from 0 to 20.

    Near miss: Leaves out the third slider.
    """
    numbers = [rng.randint(1, 20) for _ in range(3)]
    names = ("first", "second", "third")
    wanted = dict(zip(names, numbers, strict=True))
    moves = {name: [slide(name, number / 20)] for name, number in wanted.items()}
    return Problem(
        says=f"Set the sliders to {spoken([str(number) for number in numbers])}, in this order, and press Submit.",
        items=[*[slider(name, name.title(), 0, 20) for name in names], submit()],
        values=dict.fromkeys(names, 0),
        answer=wanted,
        steps={name: {name: number} for name, number in wanted.items()},
        moves={**moves, "done": [press("Submit")]},
        wrong=[*moves["first"], *moves["second"], press("Submit")],
        detour=[slide("third", 0.5)],
    )


TASK = family(
    "use_slider_2", draw, "Set three sliders to numbers.", ("first", "second", "third"), tags=("ours", "slider")
)
