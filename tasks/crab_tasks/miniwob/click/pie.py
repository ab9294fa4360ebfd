"""Open a round menu, and choose an entry of it."""

from __future__ import annotations

import math
import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import canvas, end, shape, somewhere
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.words import some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a button around which eight letters open.

    Near miss: Opens the round menu, but chooses another entry.
    """
    letters = some(rng, "ABCDEFGHKLMNPRSTUXYZ", 8)
    wanted, other = some(rng, letters, 2)
    shapes = [shape("circle", x=140, y=140, r=34, fill=[60, 96, 170], name="Menu", do=[["flip", "open"]]),
              shape("text", x=140, y=140, size=30, text="+", fill=[255, 255, 255])]  # fmt: skip
    for number, letter in enumerate(letters):
        angle = math.radians(45 * number - 90)
        x, y = round(140 + 100 * math.cos(angle)), round(140 + 100 * math.sin(angle))
        when = {"open": True}
        shapes.append(shape("circle", x=x, y=y, r=30, fill=[217, 226, 255], when=when))
        shapes.append(shape("text", x=x, y=y, size=26, text=letter, do=end(letter), when=when))
    return Problem(
        says=f'Open the round menu and choose "{wanted}".',
        items=somewhere(rng, [canvas("pie", (280, 280), shapes)]),
        event=wanted,
        steps={"opened": {"open": True}},
        moves={"opened": [press("Menu")], "done": [press(wanted, "button")]},
        wrong=[press("Menu"), press(other, "button")],
        detour=[press("Menu"), press("Menu")],
    )


TASK = family(
    "click_pie", draw, "Open a round menu, and choose an entry of it.", ("opened",), tags=("menu",), version=2
)
