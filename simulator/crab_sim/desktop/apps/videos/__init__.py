"""The desktop's video player, after GNOME's, which is also known as Totem."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="videos",
    name="Videos",
    icon="video",
    color=(62, 76, 148),
    size=(860, 580),
    keywords=("movie", "film", "player", "totem", "video", "clip"),
    multiline=(),
)
