"""The System Monitor: processes, load, disks."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="system_monitor",
    name="System Monitor",
    icon="chart",
    color=(30, 110, 90),
    size=(720, 540),
    keywords=("process", "task manager", "cpu", "memory", "kill"),
    multiline=(),
)
