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

_SIZE = 24
_TIP = (3, 2)  # within the icon
_WHITE: Color = (255, 255, 255)
_BLACK: Color = (0, 0, 0)


def target(args: Mapping[str, Any]) -> tuple[int, int] | None:
    """Returns where a verb leaves the pointer, in pixels; None if the verb doesn't move it."""
    if "x" in args:
        return args["x"], args["y"]
    return (args["x2"], args["y2"]) if "x2" in args else None


def pointer_ops(point: tuple[int, int]) -> tuple[Icon, Icon]:
    """Returns the drawing of the pointer: a black arrow with a white edge.

    Args:
        point: The pixel that it points at.
    """
    left, top = point[0] - _TIP[0], point[1] - _TIP[1]
    box = (left, top, left + _SIZE, top + _SIZE)
    return ("icon", *box, None, _WHITE, "pointer_edge"), ("icon", *box, None, _BLACK, "pointer")
