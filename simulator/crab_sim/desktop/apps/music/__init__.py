"""The desktop's music player, Rhythmbox."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="music",
    name="Rhythmbox",
    icon="music",
    color=(198, 118, 26),
    size=(960, 620),
    keywords=("music", "audio", "song", "player", "playlist", "rhythmbox"),
    multiline=(),
)
