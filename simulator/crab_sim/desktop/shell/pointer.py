"""The mouse pointer: the topmost thing on the desktop's screen.

It is no element, and isn't in the pictures that the Screenshot app takes. As it only moves when a verb of the mouse
says so, no layout depends on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from crab_sim.draw.ops import Color, Icon
from crab_sim.machine.slices import Slice

__all__ = ["POINTER", "pointer_ops", "target"]

POINTER: Final = Slice[tuple[int, int]]("pointer", volatile="the place of the mouse")
"""The pixel that it points at; it rests in the bottom right corner before it is first moved."""

_SIZE, _LARGEST = 24, 128
_TIP = (3, 2)  # within an icon of that size
_WHITE: Color = (255, 255, 255)
_BLACK: Color = (0, 0, 0)


def target(args: Mapping[str, Any]) -> tuple[int, int] | None:
    """Returns where a verb leaves the pointer, in pixels; None if the verb doesn't move it."""
    if "x" in args:
        return args["x"], args["y"]
    return (args["x2"], args["y2"]) if "x2" in args else None


def pointer_ops(point: tuple[int, int], size: int) -> tuple[Icon, Icon]:
    """Returns the drawing of the pointer: a black arrow with a white edge.

    Args:
        point: The pixel that it points at.
        size: The cursor size of the settings, in pixels.
    """
    size = min(size, _LARGEST) if size > 0 else _SIZE
    left, top = point[0] - _TIP[0] * size // _SIZE, point[1] - _TIP[1] * size // _SIZE
    box = (left, top, left + size, top + size)
    return ("icon", *box, None, _WHITE, "pointer_edge"), ("icon", *box, None, _BLACK, "pointer")
