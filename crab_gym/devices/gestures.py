"""Where a finger goes: the same path for the simulated phone and for a real one. The lowest layer; imports nothing."""

from __future__ import annotations

__all__ = ["DISTANCES", "LONG_PRESS", "swipe_path"]

DISTANCES = {"short": 0.15, "medium": 0.3, "long": 0.5}
"""Lengths of swipes as fractions of the screen, along the swipe."""
LONG_PRESS = 0.5
"""Seconds after which a touch that doesn't move is a long tap."""


def swipe_path(
    x: int, y: int, direction: str, distance: str, width: int, height: int
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Returns where a finger touches down and lifts off, in pixels, for a swipe of a screen's content.

    The direction is that of the view: ``"down"`` shows what is below, so that the finger moves up. A finger stays on
    the screen, so a swipe that begins near an edge may be shorter.

    >>> swipe_path(180, 400, "down", "long", 360, 800), swipe_path(180, 60, "down", "medium", 360, 800)
    (((180, 400), (180, 0)), ((180, 60), (180, 0)))
    """
    length = DISTANCES[distance]
    dx = {"left": 1, "right": -1}.get(direction, 0) * round(length * width)
    dy = {"up": 1, "down": -1}.get(direction, 0) * round(length * height)
    return (x, y), (min(max(x + dx, 0), width - 1), min(max(y + dy, 0), height - 1))
