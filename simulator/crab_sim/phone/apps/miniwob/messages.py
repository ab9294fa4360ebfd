"""The messages of the Miniwob app."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.widgets.pickers import PickerMessage

__all__ = ["DragMessage", "Message"]

DragMessage: TypeAlias = (
    tuple[Literal["drag"], int, int, int, int, int, int, int, int]
    | tuple[Literal["sort"], int, int, int, int, int, int]
    | tuple[Literal["resize"], int, int, int, int, int]
)
"""Of drags: an item's number, on a canvas its place and scale, then both points."""
Message: TypeAlias = (
    PhoneMessage
    | PickerMessage
    | DragMessage
    | tuple[Literal["do", "hold", "open", "touched"], int]
    | tuple[Literal["chosen", "suggested", "tab", "shape"], int, int]
    | tuple[Literal["slide"], int, float]
    | tuple[Literal["point"], int, int, int, int]
)
"""The first number is an item's; a point on a canvas adds the canvas's place and scale."""
