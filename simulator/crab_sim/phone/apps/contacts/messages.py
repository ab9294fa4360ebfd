"""The messages of the Contacts app."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage

__all__ = ["Message"]

Message: TypeAlias = (
    PhoneMessage
    | tuple[Literal["create", "save", "fields", "clear", "phone_types"]]
    | tuple[Literal["show", "change", "star", "hold", "more", "pick", "phone_type"], int]
    | tuple[Literal["ask", "select", "delete", "share"], tuple[int, ...]]
    | tuple[Literal["filter"], bool]
    | tuple[Literal["copy_text", "message", "call", "mail", "place"], str]
)
"""Numbers are ids of entries, or the label of a phone number; tuples of them are the selected ones."""
