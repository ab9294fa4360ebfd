"""LibreOffice Impress: presentations."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="impress",
    name="LibreOffice Impress",
    icon="slides",
    color=(208, 73, 28),
    size=(1060, 660),
    maximized=True,
    single=False,
    keywords=("presentation", "slides", "odp", "pptx", "powerpoint", "office"),
    full=("slideshow",),
    multiline=(),
)
