"""The messages of the Draw app."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage

__all__ = ["Message"]

Message: TypeAlias = (
    PhoneMessage
    | tuple[Literal["undo", "redo", "erase", "clear", "menu", "ask_save", "named"]]
    | tuple[Literal["dot"], int, int]
    | tuple[Literal["stroke"], int, int, int, int, int, int]
    | tuple[Literal["width"], float]
    | tuple[Literal["palette"], Literal["pen", "ground"]]
    | tuple[Literal["color"], Literal["pen", "ground"], str]
    | tuple[Literal["format", "write"], str]
    | tuple[Literal["save_to"], str, str]
)
"""The numbers of a dot and a stroke are the canvas's place, and the stroke's two points, in the screen's pixels."""
