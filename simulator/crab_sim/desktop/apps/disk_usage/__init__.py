"""The Disk Usage Analyzer: folders by the space that they take."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="disk_usage",
    name="Disk Usage Analyzer",
    icon="storage",
    color=(120, 70, 140),
    size=(760, 520),
    keywords=("storage", "space", "baobab", "cleanup"),
    multiline=(),
)
