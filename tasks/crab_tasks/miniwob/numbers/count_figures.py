"""Count the figures of a description, and press their number."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.asking import by_button
from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import canvas, somewhere
from crab_tasks.kits.android.miniwob.shapes import FIGURES, figure, places
from crab_tasks.kits.android.miniwob.words import COLORS, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: up to ten figures; the question is about their colour, kind or both.

    Near miss: Presses another number.
    """
    colors, kinds = some(rng, list(COLORS), 3), some(rng, FIGURES, 3)
    shown = [(rng.choice(colors), rng.choice(kinds), x, y) for x, y in places(rng, rng.randint(6, 10))]
    color, kind = rng.choice(colors), rng.choice(kinds)
    way = rng.choice(("color", "kind", "both"))
    right = sum((way == "kind" or c == color) and (way == "color" or k == kind) for c, k, _, _ in shown)
    asked = {"color": f"{color} shapes", "kind": f"{kind}s", "both": f"{color} {kind}s"}[way]
    figures = [figure(k, x, y, 28, c, name=f"{c} {k}") for c, k, x, y in shown]
    low = max(0, right - rng.randint(0, 4))
    options = [str(low + i) for i in range(6)]
    says = f"How many {asked} are there? Press the number."
    return by_button(rng, says, somewhere(rng, [canvas("figures", (296, 296), figures)], 160), options, str(right))


TASK = family("count_shape", draw, "Count the figures of a description.", tags=("vision", "number"), version=2)
