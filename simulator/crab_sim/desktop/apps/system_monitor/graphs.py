"""Histories of the load as graphs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from crab_sim.draw import text as metrics
from crab_sim.ui import Scene, Theme, Widget
from crab_sim.ui.theme import Color

__all__ = ["Graph", "Series"]


class Series(NamedTuple):
    """One line of a graph.

    Attributes:
        name: Its name.
        value: Its present value in words.
        color: Its colour.
        points: Its values, from 0 to 1, the oldest first.
    """

    name: str
    value: str
    color: Color
    points: tuple[float, ...]


class Graph(Widget):
    """A title, some lines over time on a grid, and their names with their present values.

    Args:
        title: The title.
        series: The lines.
    """

    __slots__ = ("series", "title")

    def __init__(self, title: str, series: Sequence[Series]) -> None:
        self.flex, self.title, self.series = 1, title, series

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the graph."""
        theme = scene.theme
        head, foot = theme.font + 10, theme.small + 12
        scene.text(x, y, w, head, self.title, theme.text, theme.font, "bold")
        scene.node(x, y, w, head, "text", self.title)
        top, tall = y + head, h - head - foot
        if scene.drawn and tall > 10:
            self._lines(scene, x, top, w, tall)
        scene.node(x, top, w, tall, "image", "", self.title)
        left = x
        for one in self.series:
            scene.round(left, y + h - foot + (foot - 10) // 2, 10, 10, one.color, 3)
            text = f"{one.name}  {one.value}"
            width = metrics.width(text, "regular", theme.small) + 4
            scene.text(left + 16, y + h - foot, width, foot, text, theme.muted, theme.small)
            scene.node(left, y + h - foot, width + 16, foot, "text", one.value, one.name)
            left += width + 40

    def _lines(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        theme: Theme = scene.theme
        scene.fill(x, y, w, h, theme.surface)
        for i in range(5):
            scene.fill(x, y + (h - 1) * i // 4, w, 1, theme.outline)
        for one in self.series:
            steps = max(1, len(one.points) - 1)
            heights = [y + h - 2 - round(min(1.0, value) * (h - 4)) for value in one.points]
            for i, (this, after) in enumerate(pairwise(heights)):
                left, right = x + w * i // steps, x + w * (i + 1) // steps
                scene.fill(left, this, right - left, 2, one.color)
                if this != after:
                    scene.fill(right - 1, min(this, after), 2, abs(after - this) + 2, one.color)
