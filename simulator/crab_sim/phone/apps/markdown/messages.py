"""The messages of the Markdown app, whose two modules handle them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage

__all__ = ["Message"]

Message: TypeAlias = (
    PhoneMessage
    | tuple[Literal["new", "search", "sort", "reverse", "make_file", "make_folder", "named", "move_here", "types"]]
    | tuple[Literal["tab", "sorted", "rename", "share", "open", "pick", "type", "new_folder", "enter", "mark"], str]
    | tuple[Literal["move", "ask", "delete"], tuple[str, ...]]
    | tuple[Literal["save", "more", "ask", "info", "share", "delete"]]
    | tuple[Literal["preview"], bool]
    | tuple[Literal["tick"], int]
)
"""Texts are paths, or the name of a tab, a column, a file ending or a key of the editor's toolbar; ``tick`` has a line.

In the editor, ``ask``, ``share`` and ``delete`` are about its own file.
"""
