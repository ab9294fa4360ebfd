"""The messages of the Markdown app, whose two modules handle them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.widgets.markdown_view import MarkMessage, TickMessage

__all__ = ["BrowserMessage", "EditorMessage", "Message"]

EditorMessage: TypeAlias = (
    MarkMessage
    | TickMessage
    | tuple[Literal["save", "more", "ask", "info", "share", "delete"]]
    | tuple[Literal["preview"], bool]
)
"""Of the editor, about its own file."""
BrowserMessage: TypeAlias = (
    tuple[Literal["new", "search", "sort", "reverse"]]
    | tuple[Literal["sorted", "rename", "share", "open", "pick", "new_folder"], str]
    | tuple[Literal["move", "ask", "delete"], tuple[str, ...]]
)
"""Of the lists of files: paths, or a column."""
Message: TypeAlias = (
    PhoneMessage
    | EditorMessage
    | BrowserMessage
    | tuple[Literal["make_file", "make_folder", "named", "move_here", "types"]]
    | tuple[Literal["tab", "type", "enter"], str]
)
"""Texts are the path of a tab, a file ending, or a folder."""
