"""The messages of Writer.

* `PointMessage`, `EditMessage`, `TableMessage`, `DialogMessage` - those of its parts. `Message` - all of them.
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
    "CommandMessage", "DialogMessage", "EditMessage", "MenuChoice", "Message", "PointMessage", "TableMessage",
    "WindowMessage",
]  # fmt: skip

PointMessage: TypeAlias = (
    tuple[Literal["point", "word"], int, int, int, int]
    | tuple[Literal["sweep"], int, int, int, int, int, int, int, int]
)
"""The messages of the pages: the numbers of a `Ground`, then both ends of a drag."""
TableMessage: TypeAlias = (
    tuple[Literal["row"], Literal["above", "below", "delete"]]
    | tuple[Literal["column"], Literal["before", "after", "delete"]]
    | tuple[Literal["delete_table"]]
)
"""The changes of a table."""
EditMessage: TypeAlias = (
    tuple[
        Literal[
            "undo", "redo", "cut", "copy", "paste", "all", "find_bar", "close_find", "replace_dialog", "marks",
            "page_break", "table_dialog", "count", "pdf_options", "colors", "grounds", "clone", "text_file",
        ]
    ]
    | TextMessage
    | tuple[Literal["dialog", "bar"], str]
    | tuple[Literal["select"], Literal["cell", "row", "table"]]
    | tuple[Literal["styles", "fonts", "sizes"], int, int]
    | tuple[Literal["search"], bool]
    | tuple[Literal["zoom"], int]
)  # fmt: skip
"""The other commands of menus and tool bars; those that open a list have its place."""
DialogMessage: TypeAlias = (
    KeepMessage
    | RangeMessage
    | ReloadMessage
    | PropertyMessage
    | tuple[Literal["option"], str]
    | tuple[Literal["find_again"], bool]
    | tuple[Literal["replace", "replace_all", "insert_table"]]
)
"""The messages of Writer's own dialogs."""
MenuChoice: TypeAlias = FileMessage | tuple[Literal["export", "exit"]] | EditMessage | TableMessage | FormatMessage
WindowMessage: TypeAlias = (
    DesktopMessage | FileMessage | tuple[Literal["export", "exit"]] | tuple[Literal["context_menu"], int, int, int, int]
)
"""The messages about files, and a right click on the pages, with the numbers of a `Ground`."""
CommandMessage: TypeAlias = PointMessage | EditMessage | TableMessage | FormatMessage
"""The commands on the text."""
Message: TypeAlias = MenuMessage[MenuChoice] | DocumentMessage | DialogMessage | CommandMessage | WindowMessage
