"""Endeavour, the to-do list of GNOME, with lists of tasks."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="endeavour",
    name="Endeavour",
    icon="tasks",
    color=(44, 120, 150),
    size=(760, 560),
    keywords=("task", "to do", "todo", "list"),
    multiline=("notes",),
)
