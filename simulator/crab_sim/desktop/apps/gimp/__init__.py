"""GIMP, an editor of pictures with layers, in its single window."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="gimp",
    name="GIMP",
    icon="palette",
    color=(112, 100, 84),
    size=(1180, 660),
    maximized=True,
    keywords=("gnu", "image", "manipulation", "program", "picture", "photo", "paint"),
    multiline=(),
)
