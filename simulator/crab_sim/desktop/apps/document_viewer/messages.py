"""The messages of the Document Viewer.

* `DialogMessage`, `SightMessage`, `FileCommand`, `SightCommand`, `MoveCommand` - those of its parts.
* `Message` - all of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.desktop.apps.document_viewer.state import Placed
from crab_sim.desktop.chrome.menus import MenuMessage
from crab_sim.desktop.file_chooser import ChooserMessage
from crab_sim.desktop.messages import DesktopMessage

__all__ = [
    "DialogMessage", "FileCommand", "FileMessage", "MenuChoice", "Message", "MoveCommand", "MoveMessage",
    "SightCommand", "SightMessage", "WindowMessage",
]  # fmt: skip

FileCommand: TypeAlias = Literal["open", "open_copy", "save_as", "show", "print", "properties", "print_file", "replace"]
"""The commands about files."""
SightCommand: TypeAlias = Literal[
    "left", "right", "continuous", "inverted", "side", "zoom_in", "zoom_out", "find", "close_find", "fullscreen",
    "copy", "select_all",
]  # fmt: skip
"""The commands about how the document is shown."""
MoveCommand: TypeAlias = Literal[
    "next", "previous", "first", "last", "down", "up", "screen_down", "screen_up", "type_page"
]
"""The commands that go to other places."""
FileMessage: TypeAlias = tuple[FileCommand]
MoveMessage: TypeAlias = tuple[MoveCommand]
DialogMessage: TypeAlias = ChooserMessage | tuple[Literal["range"], str]
"""The messages of dialogs."""
SightMessage: TypeAlias = (
    tuple[Literal["option", "list"], str]
    | tuple[Literal["go", "zoom", "find_next"], int]
    | tuple[Literal["point", "word"], Placed]
    | tuple[Literal["select"], Placed, int, int, int, int]
)
"""The messages of the bars and the pages."""
MenuChoice: TypeAlias = FileMessage | tuple[SightCommand] | tuple[Literal["zoom"], int]
WindowMessage: TypeAlias = (
    DesktopMessage
    | tuple[SightCommand]
    | tuple[Literal["menu", "popup", "close"]]
    | tuple[Literal["zoom_menu"], int, int]
)
Message: TypeAlias = MenuMessage[MenuChoice] | DialogMessage | SightMessage | FileMessage | MoveMessage | WindowMessage
