"""The desktop's Image Viewer."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="image_viewer",
    name="Image Viewer",
    icon="image",
    color=(38, 130, 110),
    size=(760, 560),
    keywords=("picture", "photo", "eog", "eye of gnome"),
    multiline=(),
)
