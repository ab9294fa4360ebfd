"""The messages of the Terminal."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.widgets import CancelMessage

__all__ = ["Message", "Position", "ScreenMessage"]

Position: TypeAlias = tuple[int, int]
"""A line and an index into it."""
ScreenMessage: TypeAlias = tuple[Literal["menu", "word", "unselect"]] | tuple[Literal["select"], Position, Position]
"""The messages of the screen; ``select`` has the ends of the selection."""
Message: TypeAlias = (
    DesktopMessage
    | ScreenMessage
    | CancelMessage
    | tuple[Literal["select_all", "copy", "paste", "new", "close", "end"]]
)
