"""The desktop's word processor, after LibreOffice Writer."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="writer",
    name="LibreOffice Writer",
    icon="document",
    color=(24, 120, 174),
    size=(1060, 660),
    maximized=True,
    single=False,
    keywords=("word processor", "document", "letter", "odt", "docx", "office"),
    multiline=(),
)
