"""Sort numbers by dragging them, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import submit
from crab_tasks.kits.android.miniwob.moves import press, take
from crab_tasks.kits.android.miniwob.words import some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: four or five numbers in no order.

    Near miss: Leaves out the last move, so that the numbers aren't sorted yet.
    """
    numbers = some(rng, range(-50, 51), rng.randint(4, 5))
    while numbers == sorted(numbers):
        rng.shuffle(numbers)
    wanted = [str(number) for number in sorted(numbers)]
    moves, order = [], [str(number) for number in numbers]
    for i, number in enumerate(wanted):
        if order[i] != number:
            at = order.index(number)
            moves.append(take("numbers", at, i))
            order.insert(i, order.pop(at))
    return Problem(
        says="Sort the numbers, the smallest one on top, by dragging them, and press Submit.",
        items=[{"k": "sortable", "name": "numbers", "options": [str(number) for number in numbers]}, submit()],
        answer={"numbers": wanted},
        steps={"sorted": {"numbers": wanted}},
        moves={"sorted": moves, "done": [press("Submit")]},
        wrong=[*moves[:-1], press("Submit")],
        detour=[take("numbers", 0, 1), take("numbers", 1, 0)],
    )


TASK = family("drag_sort_numbers", draw, "Sort numbers by dragging them.", ("sorted",), tags=("ours", "drag"))
