"""The messages of Firefox.

* `TabMessage`, `FormMessage`, `SightMessage`, `CommandMessage`, `WindowMessage` - those of its parts.
* `Message` - all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from crab_sim.desktop.chrome.menus import MenuMessage
from crab_sim.desktop.file_chooser import ChooserMessage
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.machine.app import Context

__all__ = [
    "Command", "CommandMessage", "FormMessage", "MenuChoice", "Message", "SightMessage", "TabMessage", "Update",
    "WindowMessage",
]  # fmt: skip

TabMessage: TypeAlias = (
    tuple[Literal["switch", "close_tab", "tab_menu", "reload_tab", "duplicate", "close_right", "close_others"], int]
    | tuple[Literal["turn"], int]
    | tuple[Literal["move_tab"], int, int]
    | tuple[Literal["open_tab", "open_window"], str]
)
"""The messages about tabs: a tab's id, steps, or an address."""
FormMessage: TypeAlias = (
    tuple[Literal["press"], str] | tuple[Literal["choose", "chosen"], str, str] | tuple[Literal["ask"], str, int, int]
)
"""The messages of a page's controls, each with a control's key."""
SightMessage: TypeAlias = (
    tuple[
        Literal["go", "visit", "copy", "save_link", "save_picture", "picture_menu", "side", "find_how", "search"], str
    ]
    | tuple[Literal["open_download", "show_download", "zoom", "find_next"], int]
    | tuple[Literal["follow"], str, bool]
    | tuple[Literal["link_menu"], str, str, str]
    | tuple[Literal["bookmark_link"], str, str]
    | tuple[Literal["list_tabs"], int, int]
    | tuple[Literal["forget"], str, int]
    | tuple[Literal["select_text"], int, int, int, int, int, int]
)
"""The messages of the page, its menus and the sidebar."""
Command: TypeAlias = Literal[
    "blur", "back", "forward", "reload", "new_tab", "new_window", "close_current", "reopen", "edit_url", "app_menu",
    "page_menu", "downloads", "bookmark", "save_page", "open_file", "find", "find_close", "source", "select_all",
    "copy_page", "site_info", "quit", "ask_clear", "home",
]  # fmt: skip
CommandMessage: TypeAlias = tuple[Command]
MenuChoice: TypeAlias = TabMessage | FormMessage | SightMessage | CommandMessage
WindowMessage: TypeAlias = (
    DesktopMessage
    | ChooserMessage
    | tuple[Literal["unmark", "replace_file"], str]
    | tuple[Literal["save_bookmark", "clear_history"]]
)
"""The messages of dialogs, and those of the desktop."""
Message: TypeAlias = MenuMessage[MenuChoice] | MenuChoice | WindowMessage
Update: TypeAlias = Callable[[Context, Message], None]
"""Firefox's handler."""
