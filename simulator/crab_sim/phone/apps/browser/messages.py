"""The messages and overlays of the Browser."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.widgets.pickers import PickerMessage, PickerOverlay
from crab_sim.ui import ToolkitOverlay

__all__ = ["FormMessage", "ListMessage", "Message", "Overlay", "ScriptMessage", "TabMessage", "ViewMessage"]

FormMessage: TypeAlias = (
    PickerMessage | tuple[Literal["press", "ask"], str] | tuple[Literal["choose", "chosen"], str, str]
)
"""Of a form's controls: a control's key, and a value."""
ListMessage: TypeAlias = (
    tuple[Literal["list"], Literal["history", "downloads", "bookmarks"]]
    | tuple[Literal["ask_clear", "clear_history"]]
    | tuple[Literal["visit", "unmark", "download"], str]
    | tuple[Literal["forget", "open_download", "delete_download"], int]
)
"""Of bookmarks, history and downloads: addresses, or ids of visits and downloads."""
ScriptMessage: TypeAlias = (
    tuple[Literal["touch"], int, int]
    | tuple[Literal["stroke"], int, int, int, int, int, int]
    | tuple[Literal["picture_menu"], str]
)
"""Of a page with scripts: the page's left and upper edge, and a movement's two points; a picture's address."""
TabMessage: TypeAlias = (
    tuple[Literal["tabs", "new_tab", "more_tabs", "close_all"]]
    | tuple[Literal["open_tab"], str]
    | tuple[Literal["switch", "close_tab"], int]
)
"""Of tabs: an address, or a tab's id."""
ViewMessage: TypeAlias = (
    tuple[Literal["more", "reload", "find", "find_close", "share", "mark"]]
    | tuple[Literal["find_next"], int]
    | tuple[Literal["copy", "share_link", "picture"], str]
    | tuple[Literal["hold"], str, str]
)
"""Of a page's menus, and of the search on it: addresses, and a link's words."""
Message: TypeAlias = (
    PhoneMessage
    | FormMessage
    | ListMessage
    | ScriptMessage
    | TabMessage
    | ViewMessage
    | tuple[Literal["forward", "edit_url", "clear_url", "loaded"]]
    | tuple[Literal["go"], str]
    | tuple[Literal["follow"], str, bool]
)
"""Texts are addresses; a link says whether it is a download."""
Overlay = (
    ToolkitOverlay
    | PickerOverlay
    | tuple[Literal["more", "more_tabs"], tuple[int, int]]
    | tuple[Literal["hold"], str, str, tuple[int, int]]
    | tuple[Literal["picture"], str, tuple[int, int]]
    | tuple[Literal["select"], str]
    | tuple[Literal["ask_clear"]]
    | tuple[Literal["alert"], str]
)
