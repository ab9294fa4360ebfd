"""The messages and overlays of the Mail app."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage
from crab_sim.ui import ToolkitOverlay

__all__ = ["EditorMessage", "Message", "Overlay"]

EditorMessage: TypeAlias = (
    tuple[Literal["save_draft", "discard", "send", "more", "show_cc", "attach", "detach"]]
    | tuple[Literal["type", "copy", "picked"], str]
    | tuple[Literal["choose", "unchoose"], str, str]
    | tuple[Literal["chip"], str, int]
)
"""Of the editor: a field's key, an address, or a path."""
Message: TypeAlias = (
    PhoneMessage
    | EditorMessage
    | tuple[Literal["drawer", "search", "compose", "details"]]
    | tuple[Literal["open", "star", "pick", "more"], int]
    | tuple[Literal["reply"], int, Literal["reply", "reply_all", "forward"]]
    | tuple[Literal["move"], tuple[int, ...], str]
    | tuple[Literal["undo"], tuple[tuple[int, str], ...]]
    | tuple[Literal["mark", "star_all"], tuple[int, ...], bool]
    | tuple[Literal["more_picked", "delete"], tuple[int, ...]]
    | tuple[Literal["folder", "ask_empty", "empty", "file"], str]
)
"""Numbers are ids of mails, tuples of them the selected ones."""
Overlay = (
    ToolkitOverlay
    | tuple[Literal["drawer"]]
    | tuple[Literal["select", "ask"], tuple[int, ...]]
    | tuple[Literal["more"], int, tuple[int, int]]
    | tuple[Literal["more_picked"], tuple[int, ...], tuple[int, int]]
    | tuple[Literal["ask_empty", "alert"], str]
    | tuple[Literal["more"], tuple[int, int]]
    | tuple[Literal["chip"], str, int, tuple[int, int]]
)
"""The last two lines, and alerts, belong to the editor."""
