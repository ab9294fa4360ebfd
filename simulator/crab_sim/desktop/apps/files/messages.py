"""The messages of Files.

* `Change` - those that change files. `Message` - all of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.widgets import CancelMessage
from crab_sim.engines.archives import Kind

__all__ = ["Change", "Command", "Message"]

Change: TypeAlias = Literal[
    "copy_files",
    "cut_files",
    "paste_files",
    "paste_over",
    "trash",
    "restore",
    "undo",
    "delete",
    "erase",
    "ask_empty",
    "empty",
]
"""The commands that change files, or ask before they do."""
Command: TypeAlias = (
    Change
    | Literal[
        "back", "forward", "up", "select_none", "select_all", "select_pattern", "invert", "open_selected", "space_menu",
        "folder_menu", "view_menu", "main_menu", "copy_location", "reload", "new_folder", "rename", "properties",
        "accept", "search", "close_search", "hidden", "terminal", "new_window", "close", "compress", "extract_here",
    ]
)  # fmt: skip
"""The messages without data."""
Message: TypeAlias = (
    DesktopMessage
    | CancelMessage
    | tuple[Command]
    | tuple[Literal["visit", "select", "open", "open_with", "item_menu", "sort"], str]
    | tuple[Literal["order"], str, bool]
    | tuple[Literal["format"], Kind]
)
"""The messages of the app; the last ones have a path, a name, an app or a column; an order may be reversed."""
