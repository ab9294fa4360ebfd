"""The desktop's Document Viewer."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="document_viewer",
    name="Document Viewer",
    icon="pdf",
    color=(176, 58, 46),
    size=(940, 660),
    keywords=("pdf", "evince", "document", "reader", "print"),
    multiline=(),
)
