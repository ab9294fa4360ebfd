"""The layer above the app in front: the notification shade, the share sheet or a permission's dialog."""

from __future__ import annotations

from typing import Final

from crab_sim.machine.slices import Slice
from crab_sim.ui import AnyMessage, Page
from crab_sim.ui.node import ShadeData
from crab_sim.ui.scene import AnyScene

__all__ = ["ABOVE", "NOTHING_ABOVE", "dim", "dim_below"]

ABOVE: Final = Slice[Page]("above", volatile="what is on the screen, nothing that is kept")
"""The layer's page, named ``"shade"``, ``"share"`` or ``"permission"``."""
NOTHING_ABOVE: Final = Page("")


def dim(scene: AnyScene, left: int, top: int, right: int, bottom: int) -> None:
    """Darkens a rectangle.

    Args:
        scene: The scene.
        left: Its left edge.
        top: Its top edge.
        right: Its right edge, outside.
        bottom: Its bottom edge, outside.
    """
    scene.ops.append(("shade", left, top, right, bottom, scene.clip, (0, 0, 0), 110))


def dim_below(scene: AnyScene, w: int, h: int, description: str, message: AnyMessage) -> None:
    """Darkens the screen below a dialog or sheet and takes the taps beside it.

    Args:
        scene: The scene.
        w: Width of the darkened part.
        h: Its height.
        description: Its description.
        message: Sent by a tap on it.
    """
    dim(scene, 0, 0, w, h)
    scene.node(0, 0, w, h, "other", description=description, message=message, data=ShadeData())
