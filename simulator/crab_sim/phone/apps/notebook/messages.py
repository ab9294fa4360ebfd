"""The messages of the Notebook app, whose two modules handle them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.widgets.pickers import PickerMessage

__all__ = ["Message"]

Message: TypeAlias = (
    PhoneMessage
    | PickerMessage
    | tuple[
        Literal[
            "save", "tick_note", "note_more", "ask_note", "info", "convert", "due", "no_due", "move_note", "share",
            "delete_note", "drawer", "ask_folder", "new", "sort", "more", "move_picked", "ask_picked",
            "delete_folder", "edit_folder", "search", "named",
        ],
    ]
    | tuple[Literal["show", "create"], bool]
    | tuple[Literal["tick"], int]
    | tuple[Literal["mark", "pick", "go", "sorted", "new_folder", "open", "tick_todo", "move_to"], str]
    | tuple[Literal["picked"], str, int]
    | tuple[Literal["delete"], tuple[str, ...]]
)  # fmt: skip
"""Texts are ids of notes and folders, a key of the toolbar, or a column; ``tick`` has a line."""
