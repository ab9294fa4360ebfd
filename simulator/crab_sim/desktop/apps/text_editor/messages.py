"""The editor's messages, and what it keeps of a document and of a user's preferences."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from crab_sim.desktop.chrome.menus import MenuMessage
from crab_sim.desktop.documents import DocumentMessage
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.ui import MessageGroup, Page

__all__ = ["TABS", "Command", "Document", "MenuChoice", "Message", "Preferences", "TabMessage"]

Command: TypeAlias = Literal[
    "new", "new_tab", "open", "recent", "reload", "save", "save_as", "save_all", "find_bar", "find_back", "replace_bar",
    "replace_one", "replace_all", "line_bar", "undo", "redo", "menu", "close", "full", "sort_now", "print_now",
]  # fmt: skip
"""The messages without data."""
MenuChoice: TypeAlias = tuple[Command] | tuple[Literal["show", "turn"], str]
"""The messages of menus: commands, dialogs that are shown, and preferences that are turned on or off."""
TabMessage: TypeAlias = tuple[Literal["tab", "close_tab"], int]
"""A tab is shown, or closed."""
TABS: Final = MessageGroup(TabMessage)
Message: TypeAlias = (
    DesktopMessage | MenuMessage[MenuChoice] | MenuChoice | DocumentMessage | TabMessage
    | tuple[Literal["page", "flag", "language"], str]
)  # fmt: skip
"""The messages of the editor; ``page``, ``flag`` and ``language`` are those of its dialogs."""


class Preferences(NamedTuple):
    """What a user has turned on in a window, by the names that the messages ``turn`` carry."""

    numbers: bool = True
    margin: bool = False
    status: bool = False
    grid: bool = False
    current: bool = True
    spaces: bool = False
    indent: bool = False
    backup: bool = False
    side: bool = False
    bottom: bool = False


class Document(NamedTuple):
    """The state of an editor besides its text.

    Attributes:
        saved: The text as it is in the file.
        undo: Earlier texts, oldest first.
        redo: Texts that were undone.
        closing: The window closes once the text is saved.
        whole: All of the window closes then, not only this document.
        find: The text of the last search.
        caret: Where the caret stands in the text while the find bar has the focus.
        left: The documents in the tabs left of this one.
        right: The documents in the tabs right of it.
        number: The number in an untitled document's name.
        language: What its text is written in, as chosen by hand.
        encoding: The encoding and the ends of lines of its file, with which it is written.
        preferences: Those of its window.
    """

    saved: str = ""
    undo: tuple[str, ...] = ()
    redo: tuple[str, ...] = ()
    closing: bool = False
    whole: bool = False
    find: str = ""
    caret: int = 0
    left: tuple[Page, ...] = ()
    right: tuple[Page, ...] = ()
    number: int = 0
    language: str = "Plain Text"
    encoding: tuple[str, str] = ("utf-8", "\n")
    preferences: Preferences = Preferences()
