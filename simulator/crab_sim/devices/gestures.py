"""Paths of a finger, the same for the simulated phone and for a real one."""

from __future__ import annotations

__all__ = ["DISTANCES", "LONG_PRESS", "swipe_path"]

DISTANCES = {"short": 0.15, "medium": 0.3, "long": 0.5}
"""Lengths of swipes as fractions of the screen's size in the direction of the swipe."""
LONG_PRESS = 0.5
"""Seconds after which a touch without motion is a long tap."""


def swipe_path(
    x: int, y: int, direction: str, distance: str, width: int, height: int
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Returns the points where a finger touches down and lifts off for a swipe, in pixels.

    Args:
        x: Where the finger touches down.
        y: Where the finger touches down.
        direction: Direction of the view: ``"down"`` shows the content further down, so that the finger moves up.
        distance: One of `DISTANCES`; the finger stays on the screen, so a swipe near an edge may be shorter.
        width: Width of the screen.
        height: Height of the screen.

    >>> swipe_path(180, 400, "down", "long", 360, 800), swipe_path(180, 60, "down", "medium", 360, 800)
    (((180, 400), (180, 0)), ((180, 60), (180, 0)))
    """
    length = DISTANCES[distance]
    dx = {"left": 1, "right": -1}.get(direction, 0) * round(length * width)
    dy = {"up": 1, "down": -1}.get(direction, 0) * round(length * height)
    return (x, y), (min(max(x + dx, 0), width - 1), min(max(y + dy, 0), height - 1))
