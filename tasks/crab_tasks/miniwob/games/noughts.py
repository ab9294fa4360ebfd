"""Win at noughts and crosses against a player who doesn't think."""

from __future__ import annotations

import random
from collections.abc import Sequence

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import Item, canvas, end, shape, somewhere
from crab_tasks.kits.android.miniwob.moves import press

__all__ = ["TASK"]


_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def _won(cells: str, mark: str) -> bool:
    return any(all(cells[i] == mark for i in line) for line in _LINES)


def _path(cells: str, order: Sequence[int], winner: str) -> list[int]:
    """Returns X's next cells up to the win of a player; none if there are none."""
    for cell in [i for i, mark in enumerate(cells) if mark == " "]:
        mine = f"{cells[:cell]}X{cells[cell + 1 :]}"
        free = next((i for i in order if mine[i] == " "), None)
        if _won(mine, "X") or free is None:
            if _won(mine, winner):
                return [cell]
            continue
        answered = f"{mine[:free]}O{mine[free + 1 :]}"
        rest = [] if _won(answered, "O") else _path(answered, order, winner)
        if rest or _won(answered, winner):
            return [cell, *rest]
    return []


def _won_in_order(order: Sequence[int]) -> bool:
    """Returns whether X wins by taking the first free cell each time."""
    cells = " " * 9
    for cell in range(9):
        if cells[cell] == " ":
            cells = f"{cells[:cell]}X{cells[cell + 1 :]}"
            free = next((i for i in order if cells[i] == " "), None)
            if _won(cells, "X") or free is None:
                break
            cells = f"{cells[:free]}O{cells[free + 1 :]}"
            if _won(cells, "O"):
                break
    return _won(cells, "X")


def draw(rng: random.Random) -> Problem:
    """Returns the page: nine cells; the other player takes the first free one of an order, and X may not.

    Near miss: Plays to the end, but loses.
    """
    order = rng.sample(range(9), 9)
    while _won_in_order(order) or not (_path(" " * 9, order, "X") and _path(" " * 9, order, "O")):
        order = rng.sample(range(9), 9)
    cells, lost = (_path(" " * 9, order, winner) for winner in "XO")
    over = [["if", {"result": "X"}, end("won")], ["if", {"result": {"in": ["O", "draw"]}}, end("lost")]]
    shapes: list[Item] = []
    for i in range(9):
        x, y = 6 + 96 * (i % 3), 6 + 96 * (i // 3)
        do = [["mark", "cells", i, order], *over]
        shapes.append(shape("rect", x=x, y=y, w=88, h=88, edge=[60, 96, 170], name=f"Cell {i + 1}", do=do))
        for mark in "XO":
            when = {f"cell_{i}": mark}
            shapes.append(shape("text", x=x + 44, y=y + 44, size=52, text=mark, name="Mark", when=when))
    return Problem(
        says="You are X. Win this game of noughts and crosses: three in a row, a column or a diagonal.",
        items=somewhere(rng, [canvas("game", (296, 296), shapes)]),
        event="won",
        asks="a win",
        moves={"done": [press(f"Cell {i + 1}") for i in cells]},
        wrong=[press(f"Cell {i + 1}") for i in lost],
    )


TASK = family("tic_tac_toe", draw, "Win at noughts and crosses.", tags=("game",), version=2)
