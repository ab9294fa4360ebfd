"""The messages of the Notes app, whose two modules handle them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage

__all__ = ["EditorMessage", "Message"]

EditorMessage: TypeAlias = (
    tuple[Literal["add_item", "checklist", "pin", "archive", "trash", "copy", "share", "more"]]
    | tuple[Literal["undo", "redo", "ask_pin", "unlock", "ask_folder", "untick", "clear_ticked"]]
    | tuple[Literal["lock"], str]
    | tuple[Literal["check", "drop"], str]
)
"""Of the page on which a note is written: the key of an item, the PIN of a lock."""
Message: TypeAlias = (
    PhoneMessage
    | EditorMessage
    | tuple[Literal["create", "search", "drawer", "ask_empty", "columns", "empty", "ask_file"]]
    | tuple[Literal["open", "pick"], int]
    | tuple[Literal["go", "open_file"], str]
    | tuple[Literal["pin_typed", "export"], int, str]
    | tuple[Literal["colors", "ask_erase", "label", "erase"], tuple[int, ...]]
    | tuple[Literal["paint"], tuple[int, ...], int]
    | tuple[Literal["pin_all"], tuple[int, ...], bool]
    | tuple[Literal["put"], tuple[int, ...], str]
    | tuple[Literal["set_label"], str, bool]
)
"""Numbers are ids of notes, for ``paint`` also a colour; the editor paints and labels its own note.

Texts are a place, a file, the PIN that was typed for a locked note, the folder of an export, a label.
"""
