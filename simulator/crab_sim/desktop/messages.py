"""The messages that the desktop itself sends to any of its apps."""

from __future__ import annotations

from typing import Literal, TypeAlias

__all__ = ["DesktopMessage"]

DesktopMessage: TypeAlias = (
    tuple[Literal["submit"], str]
    | tuple[Literal["opened"]]
    | tuple[Literal["opened"], str]
    | tuple[Literal["opened"], str, str]
)
"""``submit`` has the key of the field in which Enter was pressed; ``opened`` has the intent of a start."""
