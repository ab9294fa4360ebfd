"""The messages of Videos.

* `ControlMessage`, `ListMessage`, `WindowMessage` - those of its parts. `Message` - all of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.desktop.chrome.menus import MenuMessage
from crab_sim.desktop.file_chooser import ChooserMessage
from crab_sim.desktop.messages import DesktopMessage

__all__ = ["ControlMessage", "ListMessage", "MenuChoice", "Message", "WindowCommand"]

ControlMessage: TypeAlias = (
    tuple[Literal["play", "previous", "next", "repeat", "shot"]]
    | tuple[Literal["leap"], int]
    | tuple[Literal["seek", "volume", "speed", "louder"], float]
)
"""The controls of the video that plays."""
ListMessage: TypeAlias = tuple[Literal["choose_row", "play_row", "move"], int] | tuple[Literal["remove"]]
"""The changes of the playlist."""
WindowCommand: TypeAlias = Literal[
    "menu", "popup", "open", "add", "cancel", "leave", "listed", "fullscreen", "properties", "close"
]
"""The commands about the window."""
MenuChoice: TypeAlias = (
    tuple[Literal["open", "add", "listed", "fullscreen", "properties", "close"]]
    | tuple[Literal["shot", "repeat"]]
    | tuple[Literal["speed"], float]
)
Message: TypeAlias = (
    DesktopMessage
    | MenuMessage[MenuChoice]
    | ControlMessage
    | ListMessage
    | ChooserMessage
    | tuple[WindowCommand]
    | tuple[Literal["watch"], str]
    | tuple[Literal["speed_menu"], int, int]
)
