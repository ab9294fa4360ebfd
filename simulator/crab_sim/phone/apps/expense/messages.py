"""The messages of the Expense app."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.widgets.pickers import PickerMessage

__all__ = ["EditorMessage", "ListMessage", "Message"]

EditorMessage: TypeAlias = PickerMessage | tuple[Literal["save", "date"]] | tuple[Literal["choose"], int]
"""Of the page of an entry; the number is a category's id."""
ListMessage: TypeAlias = (
    tuple[Literal["create", "months", "categories"]]
    | tuple[Literal["select", "change", "category"], int]
    | tuple[Literal["month"], int | None]
    | tuple[Literal["searching"], bool]
)
"""Of the list of entries; numbers are ids of entries or of a category, or a month."""
Message: TypeAlias = (
    PhoneMessage
    | EditorMessage
    | ListMessage
    | tuple[Literal["show_month"], int]
    | tuple[Literal["ask", "delete"], tuple[int, ...]]
    | tuple[Literal["page"], Literal["list", "summary"]]
)
"""Numbers are a month, or ids of entries."""
