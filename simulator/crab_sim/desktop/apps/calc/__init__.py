"""LibreOffice Calc of the simulated desktop."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="calc",
    name="LibreOffice Calc",
    icon="grid",
    color=(24, 120, 62),
    size=(1130, 640),
    maximized=True,
    keywords=("spreadsheet", "excel", "sheet", "csv", "ods", "xlsx", "localc"),
    multiline=(),
)
