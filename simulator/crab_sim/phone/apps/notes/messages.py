"""The messages of the Notes app, whose two modules handle them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage

__all__ = ["Message"]

Message: TypeAlias = (
    PhoneMessage
    | tuple[Literal["create", "search", "drawer", "ask_empty", "columns", "empty"]]
    | tuple[Literal["add_item", "checklist", "pin", "archive", "trash", "copy", "share", "more"]]
    | tuple[Literal["open", "pick"], int]
    | tuple[Literal["check", "drop", "go"], str]
    | tuple[Literal["colors", "ask_erase", "label", "erase"], tuple[int, ...]]
    | tuple[Literal["paint"], tuple[int, ...], int]
    | tuple[Literal["pin_all"], tuple[int, ...], bool]
    | tuple[Literal["put"], tuple[int, ...], str]
    | tuple[Literal["set_label"], str, bool]
)
"""Numbers are ids of notes, for ``paint`` also a colour; ``check`` and ``drop`` have the key of an item."""
