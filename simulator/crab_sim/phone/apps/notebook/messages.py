"""The messages of the Notebook app, whose two modules handle them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.widgets.markdown_view import MarkMessage, TickMessage
from crab_sim.phone.widgets.pickers import PickerMessage

__all__ = ["Message", "NoteMessage"]

NoteMessage: TypeAlias = (
    PickerMessage
    | MarkMessage
    | TickMessage
    | tuple[
        Literal[
            "save", "tick_note", "note_more", "ask_note", "info", "convert", "due", "no_due", "move_note", "share",
            "delete_note",
        ],
    ]
    | tuple[Literal["show"], bool]
)  # fmt: skip
"""Of the page on which a note is written."""
Message: TypeAlias = (
    PhoneMessage
    | NoteMessage
    | tuple[
        Literal[
            "drawer", "ask_folder", "new", "sort", "more", "move_picked", "ask_picked", "delete_folder",
            "edit_folder", "search", "named",
        ],
    ]
    | tuple[Literal["create"], bool]
    | tuple[Literal["select", "go", "sorted", "new_folder", "open", "tick_todo", "move_to"], str]
    | tuple[Literal["delete"], tuple[str, ...]]
)  # fmt: skip
"""Texts are ids of notes and folders, or a column."""
