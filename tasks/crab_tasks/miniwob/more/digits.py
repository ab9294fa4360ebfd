"""Draw a digit by ticking the cells of a grid, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import Item, canvas, shape, submit
from crab_tasks.kits.android.miniwob.moves import press
from crab_tasks.kits.android.miniwob.words import some

__all__ = ["TASK"]


_DIGITS = ("111101101101111", "010110010010111", "111001111100111", "111001111001111", "101101111001001",
           "111100111001111", "111100111101111", "111001010010010", "111101111101111", "111101111001111")  # fmt: skip


def draw(rng: random.Random) -> Problem:
    """Returns the page: the digit in small, and below it a grid of three by five cells.

    Near miss: Draws another digit.
    """
    digit, other = some(rng, range(10), 2)
    cells = [i for i, on in enumerate(_DIGITS[digit]) if on == "1"]
    others = [i for i, on in enumerate(_DIGITS[other]) if on == "1"]
    sample = [shape("rect", x=8 + 12 * (i % 3), y=6 + 12 * (i // 3), w=11, h=11, fill=[30, 30, 34]) for i in cells]
    shapes: list[Item] = []
    for i in range(15):
        at = {"x": 4 + 58 * (i % 3), "y": 4 + 58 * (i // 3), "w": 52, "h": 52}
        do = [["pick", "on", i]]
        shapes.append(shape("rect", **at, fill=[225, 228, 240], name=f"Square {i + 1}", do=do))
        shapes.append(shape("rect", **at, fill=[60, 96, 170], when={"on": {"has": i}}))
    return Problem(
        says=f"Draw the digit {digit} as it is shown, by touching cells, and press Submit.",
        items=[canvas("sample", (52, 72), sample, text="Sample"), canvas("grid", (180, 296), shapes), submit()],
        values={"on": []},
        answer={"on": cells},
        steps={"drawn": {"on": cells}},
        moves={"drawn": [press(f"Square {i + 1}") for i in cells], "done": [press("Submit", "button")]},
        wrong=[*[press(f"Square {i + 1}") for i in others], press("Submit", "button")],
        detour=[press("Square 1"), press("Square 1")],
    )


TASK = family("number_checkboxes", draw, "Draw a digit in a grid.", ("drawn",), tags=("ours", "vision", "checkbox"))
