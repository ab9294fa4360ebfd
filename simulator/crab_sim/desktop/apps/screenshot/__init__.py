"""The desktop's Screenshot."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="screenshot",
    name="Screenshot",
    icon="camera",
    color=(70, 110, 140),
    size=(480, 430),
    keywords=("snapshot", "capture", "print", "gnome-screenshot"),
    multiline=(),
)
