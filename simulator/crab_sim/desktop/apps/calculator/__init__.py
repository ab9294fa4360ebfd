"""The desktop's Calculator."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="calculator",
    name="Calculator",
    icon="calculator",
    color=(70, 90, 120),
    size=(400, 560),
    keywords=("calculation", "arithmetic", "math"),
    multiline=(),
)
