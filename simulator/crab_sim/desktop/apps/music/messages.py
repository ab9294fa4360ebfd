"""The messages of Rhythmbox.

* `PlayerMessage`, `RowMessage`, `SongMessage`, `PlaylistMessage` - those of its parts. `Message` - all of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.desktop.chrome.menus import MenuMessage
from crab_sim.desktop.file_chooser import PickMessage
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.widgets import CancelMessage

__all__ = [
    "Control",
    "MenuChoice",
    "Message",
    "PlayerMessage",
    "PlaylistMessage",
    "RowMessage",
    "SongMessage",
    "WindowMessage",
]

Control: TypeAlias = Literal["play", "previous", "next"]
PlayerMessage: TypeAlias = (
    tuple[Literal["control"], Control]
    | tuple[Literal["toggle"], Literal["repeat", "shuffle", "browse"]]
    | tuple[Literal["seek", "volume"], float]
)
"""The messages of the player's bar."""
RowMessage: TypeAlias = (
    tuple[Literal["source", "source_menu", "artist", "album", "sort", "add_to"], str]
    | tuple[Literal["row", "row_menu", "play_row"], int]
)
"""The messages of the lists."""
SongMessage: TypeAlias = tuple[
    Literal["enqueue", "remove", "trash", "show", "properties", "save_tags", "select_all", "clear_queue"]
]
"""The commands about the selected songs."""
PlaylistMessage: TypeAlias = tuple[
    Literal[
        "add_new", "add_menu", "new_playlist", "rename", "delete_playlist", "delete_now", "export", "load", "choose",
        "replace",
    ]
]  # fmt: skip
"""The commands about playlists."""
MenuChoice: TypeAlias = (
    SongMessage
    | tuple[Literal["add_new", "new_playlist", "rename", "delete_playlist", "export", "load"]]
    | tuple[Literal["close"]]
    | tuple[Literal["add_to"], str]
    | tuple[Literal["toggle"], Literal["browse"]]
    | tuple[Literal["play_row"], int]
)
WindowMessage: TypeAlias = DesktopMessage | PickMessage | CancelMessage | tuple[Literal["menu", "close"]]
Message: TypeAlias = (
    MenuMessage[MenuChoice] | PlayerMessage | RowMessage | SongMessage | PlaylistMessage | WindowMessage
)
