"""The messages of Impress.

* `PointMessage`, `SlideMessage`, `EditMessage`, `ShowMessage`, `WindowMessage` - those of its parts.
* `Message` - all of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.desktop.chrome.menus import MenuMessage
from crab_sim.desktop.documents import DocumentMessage
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.office import KeepMessage, RangeMessage, ReloadMessage
from crab_sim.desktop.office_formats import TextMessage
from crab_sim.desktop.office_menus import FileMessage
from crab_sim.desktop.property_dialog import PropertyMessage
from crab_sim.engines.writing.commands import FormatMessage

__all__ = [
    "CommandMessage", "EditMessage", "MenuChoice", "Message", "PointMessage", "ShowMessage", "SlideMessage",
    "ToolMessage", "Turn", "Way", "WindowMessage",
]  # fmt: skip

Way: TypeAlias = Literal["start", "up", "down", "end"]
Turn: TypeAlias = Literal["next", "previous", "first", "last"]
PointMessage: TypeAlias = (
    tuple[Literal["point", "word"], int, int, int] | tuple[Literal["sweep"], int, int, int, int, int, int, int]
)
"""The messages of the slide: the numbers of a `Spot`, then both ends of a drag."""
SlideMessage: TypeAlias = (
    tuple[Literal["new_slide", "duplicate", "delete_slide", "hide"]]
    | tuple[Literal["layout"], str]
    | tuple[Literal["move", "go"], Way]
)
"""The commands on slides."""
EditMessage: TypeAlias = (
    tuple[
        Literal[
            "undo", "redo", "cut", "copy", "paste", "all", "delete", "edit", "text_box", "image", "pane", "layouts",
            "rename", "pdf_options", "colors", "layout_list", "view_list", "select_tool",
        ]
    ]
    | tuple[Literal["sizes", "fonts"], int, int]
    | tuple[Literal["slide"], int]
    | tuple[Literal["slide_drag"], int, int, int, int, int, int, int]
    | tuple[Literal["raise", "show"], bool]
    | tuple[Literal["mode"], Literal["normal", "notes"]]
)  # fmt: skip
"""The other commands; those that open a list have its place. A drag has a slide's number, the place and pitch of the
slides in the pane, and both of its ends."""
ToolMessage: TypeAlias = (
    TextMessage
    | tuple[Literal["dialog", "bar"], str]
    | tuple[Literal["restack"], Literal[1, -1]]
    | tuple[Literal["align_object"], Literal["left", "center", "right", "top", "middle", "bottom"]]
    | tuple[Literal["summary", "expand", "find_next", "replace_all"]]
)
"""The commands on characters, objects, bars and dialogs."""
CommandMessage: TypeAlias = PointMessage | SlideMessage | EditMessage | FormatMessage | ToolMessage
"""The commands on the presentation."""
ShowMessage: TypeAlias = tuple[Literal["turn"], Turn] | tuple[Literal["end_show", "show_menu"]]
"""The messages of the presentation mode."""
WindowMessage: TypeAlias = (
    DesktopMessage
    | FileMessage
    | KeepMessage
    | RangeMessage
    | ReloadMessage
    | PropertyMessage
    | tuple[Literal["export", "exit"]]
    | tuple[Literal["rename_now", "pane_focus"]]
    | tuple[Literal["context_menu"], int, int, int]
    | tuple[Literal["pane_menu"], int]
)
"""The messages about files, of Impress's own dialogs, and those that open a context menu."""
MenuChoice: TypeAlias = (
    FileMessage
    | tuple[Literal["export", "exit"]]
    | SlideMessage
    | EditMessage
    | FormatMessage
    | ToolMessage
    | ShowMessage
)
Message: TypeAlias = MenuMessage[MenuChoice] | DocumentMessage | CommandMessage | ShowMessage | WindowMessage
