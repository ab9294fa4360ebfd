"""The messages of the Drive app."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.apps.drive.data import SortKey

__all__ = ["Message"]

Message: TypeAlias = (
    PhoneMessage
    | tuple[Literal["bin", "search", "new", "sort", "reverse", "ask_empty", "empty"]]
    | tuple[Literal["new_folder", "named", "move_here", "choose", "save_upload"]]
    | tuple[Literal["open", "pick", "item", "details", "rename", "download", "enter", "cancel_upload"], int]
    | tuple[Literal["ask_erase", "erase", "restore", "remove", "move"], tuple[int, ...]]
    | tuple[Literal["star"], tuple[int, ...], bool]
    | tuple[Literal["tab"], str]
    | tuple[Literal["sorted"], SortKey]
    | tuple[Literal["look", "upload"], str]
)
"""Numbers are ids of files and folders, or of uploads that wait; texts are a section, a key to sort by, or a path."""
