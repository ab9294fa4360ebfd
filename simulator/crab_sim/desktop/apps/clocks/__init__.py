"""Clocks: the time elsewhere, alarms, a stopwatch, timers."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="clocks",
    name="Clocks",
    icon="clock",
    color=(52, 58, 70),
    size=(640, 580),
    keywords=("time", "timer", "alarm", "world clock", "stopwatch"),
    multiline=(),
)
