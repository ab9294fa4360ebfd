"""The desktop's Characters."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="characters",
    name="Characters",
    icon="formatting_marks",
    color=(120, 82, 150),
    size=(780, 560),
    keywords=("unicode", "symbol", "glyph", "special", "emoji"),
    multiline=(),
)
