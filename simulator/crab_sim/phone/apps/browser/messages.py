"""The messages and overlays of the Browser."""

from __future__ import annotations

from typing import Literal

from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.widgets.pickers import PickerMessage, PickerOverlay
from crab_sim.ui import ToolkitOverlay

__all__ = ["Message", "Overlay"]

Message = (
    PhoneMessage
    | PickerMessage
    | tuple[Literal["forward", "edit_url", "clear_url", "more", "reload", "find", "find_close", "share", "mark"]]
    | tuple[Literal["loaded"]]
    | tuple[Literal["find_next"], int]
    | tuple[Literal["go", "copy", "share_link", "picture"], str]
    | tuple[Literal["follow"], str, bool]
    | tuple[Literal["hold"], str, str]
    | tuple[Literal["press", "ask"], str]
    | tuple[Literal["choose", "chosen"], str, str]
    | tuple[Literal["tabs", "new_tab", "more_tabs", "close_all"]]
    | tuple[Literal["switch", "close_tab"], int]
    | tuple[Literal["open_tab"], str]
    | tuple[Literal["list"], Literal["history", "downloads", "bookmarks"]]
    | tuple[Literal["ask_clear", "clear_history"]]
    | tuple[Literal["visit", "unmark"], str]
    | tuple[Literal["forget", "open_download", "delete_download"], int]
    | tuple[Literal["download"], str]
    | tuple[Literal["touch"], int, int]
    | tuple[Literal["stroke"], int, int, int, int, int, int]
)
"""Messages of pages, of forms (with a control's key), of tabs, and of lists, and touches of pages with scripts
(with the page's left and upper edge); other texts are addresses."""
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
