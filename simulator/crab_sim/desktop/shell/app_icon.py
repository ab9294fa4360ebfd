"""An app's icon on the desktop: its logo, or a white drawing on a square of its colour."""

from __future__ import annotations

from typing import Any

from crab_sim.desktop.shell.messages import ShellScene
from crab_sim.draw.logos import LOGOS
from crab_sim.machine.app import AppSpec
from crab_sim.ui.theme import WHITE

__all__ = ["draw_app_icon"]


def draw_app_icon(scene: ShellScene, app: AppSpec[Any], x: int, y: int, size: int, radius: int, glyph: int) -> None:
    """Draws an app's icon.

    Args:
        scene: The scene.
        app: The app.
        x: Left edge, in pixels.
        y: Top edge.
        size: The icon's side.
        radius: The radius of the square's corners.
        glyph: The side of the drawing on the square.
    """
    logo = f"logo:{app.id}"
    if logo in LOGOS:
        scene.icon(x, y, size, logo, WHITE)
        return
    scene.round(x, y, size, size, app.color, radius)
    scene.icon(x + (size - glyph) // 2, y + (size - glyph) // 2, glyph, app.icon, WHITE)
