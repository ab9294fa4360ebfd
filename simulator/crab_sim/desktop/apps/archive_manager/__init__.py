"""The Archive Manager: an archive's files, extracting and adding."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="archive_manager",
    name="Archive Manager",
    icon="archive",
    color=(150, 100, 40),
    size=(820, 640),
    keywords=("zip", "tar", "extract", "unpack", "file roller"),
    multiline=(),
)
