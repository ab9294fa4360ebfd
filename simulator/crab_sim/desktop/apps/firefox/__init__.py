"""Firefox: the desktop's web browser."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="firefox",
    name="Firefox",
    icon="language",
    color=(228, 88, 42),
    size=(1130, 640),
    maximized=True,
    keywords=("web", "browser", "internet", "mozilla", "www"),
)
