"""Drag a tile into a cell of a grid, and submit."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import canvas, shape, submit
from crab_tasks.kits.android.miniwob.moves import draw_to, press
from crab_tasks.kits.android.miniwob.words import some

__all__ = ["TASK"]


_CELLS = ("upper left", "upper right", "lower left", "lower right")


def draw(rng: random.Random) -> Problem:
    """Returns the page: a grid of two by two cells, and three tiles below it.

    Near miss: Drags the tile into another cell.
    """
    letters = some(rng, "ABCDEFGH", 3)
    place, other = some(rng, range(4), 2)
    cells = [(60 + 100 * (i % 2), 50 + 90 * (i // 2)) for i in range(4)]
    shapes = [shape("rect", x=x - 45, y=y - 40, w=90, h=80, edge=[120, 120, 130]) for x, y in cells]
    tiles = [(50 + 90 * i, 246) for i in range(3)]
    for letter, (x, y) in zip(letters, tiles, strict=True):
        name = f"tile_{letter}"
        shapes.append(shape("circle", x=x, y=y, r=26, fill=[60, 96, 170], name=f"Tile {letter}", drag=name))
        moved = {"x": x, "y": y, "size": 26, "text": letter, "fill": [255, 255, 255]}
        shapes.append(shape("text", **moved, when={name: None}))
        shapes.append(shape("text", **moved, at=name))
    index = rng.randrange(3)
    wanted = {f"tile_{letter}": None for letter in letters} | {f"tile_{letters[index]}": {"near": [*cells[place], 22]}}
    return Problem(
        says=f"Drag the tile {letters[index]} into the {_CELLS[place]} cell and press Submit.",
        items=[canvas("tiles", (296, 290), shapes), submit()],
        answer=wanted,
        asks=f"{index} to {place}",
        steps={"dragged": wanted},
        moves={"dragged": [draw_to("tiles", 296, tiles[index], cells[place])], "done": [press("Submit")]},
        wrong=[draw_to("tiles", 296, tiles[index], cells[other]), press("Submit")],
    )


TASK = family("drag_items_grid", draw, "Drag a tile into a cell of a grid.", ("dragged",), tags=("ours", "drag"))
