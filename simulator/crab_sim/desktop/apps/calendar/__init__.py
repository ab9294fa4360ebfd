"""Calendar: the events of months and weeks."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="calendar",
    name="Calendar",
    icon="calendar",
    color=(40, 96, 176),
    size=(900, 620),
    keywords=("event", "appointment", "date"),
    multiline=("notes",),
)
