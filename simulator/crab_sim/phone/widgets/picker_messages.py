"""The messages of the pickers of dates and times."""

from __future__ import annotations

from typing import Literal, TypeAlias

__all__ = ["PickMessage", "PickerMessage"]

PickMessage: TypeAlias = (
    tuple[Literal["pick"], str] | tuple[Literal["pick"], str, int | str] | tuple[Literal["pick"], str, int, int, int]
)
"""The messages of a picker's own controls, which an app hands to `pickers.update`."""
PickerMessage: TypeAlias = PickMessage | tuple[Literal["picked"], str, int]
"""The messages of a picker: its own, which an app hands to `update`, and its result; part of such an app's messages."""
