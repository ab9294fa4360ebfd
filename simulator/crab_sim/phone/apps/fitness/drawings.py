"""Drawings of a track in the Fitness app: its map and its profile of heights."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from crab_sim.phone.apps.fitness import data
from crab_sim.phone.apps.fitness.data import TrackRow
from crab_sim.phone.apps.fitness.messages import Message
from crab_sim.ui import Scene, Theme, Widget
from crab_sim.ui.theme import Color

__all__ = ["HeightProfile", "TrackMap"]

_ID = "de.dennisguse.opentracks:id/"


class TrackMap(Widget[Message]):
    """A track's route on a plain map with a grid of streets; its start and end are marked."""

    __slots__ = ("track",)

    def __init__(self, track: TrackRow) -> None:
        self.flex, self.track = 0, track

    def height(self, theme: Theme, w: int) -> int:
        """Returns the map's height."""
        return 190

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the map."""
        theme, outer = scene.theme, scene.clip
        scene.clip = (max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h))
        scene.round(x, y, w, h, (36, 44, 42) if theme.dark else (226, 236, 222), 14)
        street = (54, 62, 60) if theme.dark else (250, 250, 246)
        for i in range(1, 6):
            scene.fill(x + w * i // 6 - 3, y, 5, h, street)
        for i in range(1, 4):
            scene.fill(x, y + h * i // 4 - 3, w, 5, street)
        points = data.route(self.track.id, round(self.track.distance))
        side = min(w * 3 // 4, h)
        left, top = x + (w - side * 4 // 3) // 2, y + (h - side) // 2
        spots = [(left + round(px * side * 4 / 3), top + round(py * side)) for px, py in points]
        _line(scene, spots, (222, 64, 52), 2)
        for (spot_x, spot_y), color in ((spots[0], (30, 142, 62)), (spots[-1], (217, 48, 37))):
            scene.round(spot_x - 7, spot_y - 7, 14, 14, (255, 255, 255), 7)
            scene.round(spot_x - 5, spot_y - 5, 10, 10, color, 5)
        scene.clip = outer
        scene.node(x, y, w, h, "image", description="Map of the track", rid=_ID + "map_view")


def _line(scene: Scene, spots: Sequence[tuple[int, int]], color: Color, radius: int) -> None:
    """Draws a line through points as overlapping dots."""
    for (x0, y0), (x1, y1) in pairwise(spots):
        steps = max(1, -(-max(abs(x1 - x0), abs(y1 - y0)) // 3))
        for i in range(steps):
            x, y = x0 + (x1 - x0) * i // steps, y0 + (y1 - y0) * i // steps
            scene.round(x - radius, y - radius, 2 * radius + 1, 2 * radius + 1, color, radius)


class HeightProfile(Widget[Message]):
    """A chart of a track's heights, labelled with the lowest and the highest."""

    __slots__ = ("track",)

    def __init__(self, track: TrackRow) -> None:
        self.flex, self.track = 0, track

    def height(self, theme: Theme, w: int) -> int:
        """Returns the drawing's height."""
        return 96

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the profile."""
        theme, row = scene.theme, self.track
        scene.text(x, y, 56, 16, f"{row.high:.0f} m", theme.muted, 12, align="right")
        scene.text(x, y + h - 18, 56, 16, f"{row.low:.0f} m", theme.muted, 12, align="right")
        heights = data.profile(row.id, round(row.distance))
        left, room, tall = x + 64, w - 64, h - 12
        spots = [(left + room * i // 60, y + 7 + round((1 - value) * (tall - 14))) for i, value in enumerate(heights)]
        for (x0, y0), (x1, y1) in pairwise(spots):
            for at in range(x0, x1, 2):
                top = y0 + (y1 - y0) * (at - x0) // (x1 - x0)
                scene.fill(at, top, min(2, x1 - at), y + tall - top, theme.tonal)
        _line(scene, spots, theme.accent, 1)
        scene.fill(left, y + tall, room, 1, theme.outline)
        scene.node(x, y, w, h, "image", description=f"Elevation, {row.low:.0f} m to {row.high:.0f} m",
                   rid=_ID + "chart_view")  # fmt: skip
