"""The messages of Files.

* `Change` - those that change files. `Message` - all of them.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.widgets import TRASH, CancelMessage
from crab_sim.engines.archives import Kind

__all__ = ["OTHERS", "SPECIAL", "STARRED", "Change", "Command", "Message", "ShowMessage"]

STARRED: Final = "starred:///"
OTHERS: Final = "other-locations:///"
SPECIAL: Final = (STARRED, OTHERS, TRASH)
"""The places in which nothing can be made."""

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
ShowMessage: TypeAlias = (
    tuple[Change | Literal["new_tab", "close", "change_view", "zoom_in", "zoom_out", "about", "shortcuts"]]
    | tuple[Literal["tab", "close_tab"], int]
    | tuple[Literal["about_part"], str]
)
"""The messages of tabs, of the kinds of view and of what tells of the program, and those that change files."""
Command: TypeAlias = (
    Change
    | Literal[
        "back", "forward", "up", "select_none", "select_all", "select_pattern", "invert", "open_selected", "space_menu",
        "folder_menu", "view_menu", "main_menu", "copy_location", "reload", "new_folder", "rename", "properties",
        "accept", "search", "close_search", "hidden", "terminal", "new_window", "compress", "extract_here",
        "new_tab", "close", "change_view", "zoom_in", "zoom_out", "about", "shortcuts",
    ]
)  # fmt: skip
"""The messages without data."""
Message: TypeAlias = (
    DesktopMessage
    | CancelMessage
    | tuple[Command]
    | ShowMessage
    | tuple[Literal["visit", "select", "open", "open_with", "item_menu", "sort"], str]
    | tuple[Literal["order"], str, bool]
    | tuple[Literal["format"], Kind]
    | tuple[Literal["drop"], str, int, int, int, int]
)
"""The messages of the app; the last ones have a path, a name, an app or a column; an order may be reversed. That of a
drag has the file's name and both points.
"""
