"""Shapes of canvases: figures of a kind, a colour and a size, at places that don't overlap."""

from __future__ import annotations

import math
import random

from crab_tasks.kits.android.miniwob.items import Item, shape
from crab_tasks.kits.android.miniwob.words import COLORS

__all__ = ["FIGURES", "corners", "figure", "places"]


FIGURES = ("circle", "triangle", "square", "diamond", "pentagon")
"""Kinds of figures."""
_CORNERS = {"triangle": (3, -90), "square": (4, -45), "diamond": (4, -90), "pentagon": (5, -90)}


def corners(count: int, x: float, y: float, radius: float, turn: float) -> list[list[int]]:
    """Returns the corners of a regular polygon.

    Args:
        count: Their number.
        x: Its middle.
        y: The same.
        radius: Its radius.
        turn: The direction of the first corner, in degrees.
    """
    angles = [math.radians(turn + 360 * i / count) for i in range(count)]
    return [[round(x + radius * math.cos(angle)), round(y + radius * math.sin(angle))] for angle in angles]


def figure(kind: str, x: int, y: int, radius: int, color: str, **more: object) -> Item:
    """Returns a figure as a shape.

    Args:
        kind: One of `FIGURES`, or a letter or digit.
        x: Its middle.
        y: The same.
        radius: Half of its size.
        color: A name of `COLORS`.
        **more: Further fields of the shape.
    """
    fill = list(COLORS[color])
    if kind == "circle":
        return shape("circle", x=x, y=y, r=radius, fill=fill, **more)
    if kind in _CORNERS:
        count, turn = _CORNERS[kind]
        return shape("poly", points=corners(count, x, y, radius, turn), fill=fill, **more)
    return shape("text", x=x, y=y, size=round(radius * 1.7), text=kind, fill=fill, **more)


def places(rng: random.Random, count: int, columns: int = 4, cell: int = 74) -> list[tuple[int, int]]:
    """Returns middles of different cells of a canvas.

    Args:
        rng: Draws them.
        count: Their number.
        columns: Cells beside one another; there are as many below one another.
        cell: A cell's side.
    """
    cells = rng.sample(range(columns * columns), count)
    return [(cell // 2 + cell * (at % columns), cell // 2 + cell * (at // columns)) for at in cells]
