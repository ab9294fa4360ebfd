"""The messages of Calendar.

* `LookMessage`, `EventMessage`, `DialogMessage` - those of its parts. `Message` - all of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.desktop.chrome.menus import MenuMessage
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.widgets import CancelMessage

__all__ = ["DialogMessage", "EventMessage", "LookMessage", "MenuChoice", "Message", "Span"]

Span: TypeAlias = Literal["week", "month"]
MenuChoice: TypeAlias = tuple[Literal["month"], int] | tuple[Literal["hide"]]
LookMessage: TypeAlias = (
    MenuChoice
    | tuple[Literal["span"], Span]
    | tuple[Literal["go", "turn", "show"], int]
    | tuple[Literal["today", "search", "months", "calendars"]]
)
"""The messages about the days that are shown."""
EventMessage: TypeAlias = tuple[Literal["peek", "found", "edit", "delete"], int]
"""The messages about an event, each with its id."""
DialogMessage: TypeAlias = tuple[Literal["details", "create", "all_day", "save"]]
"""The messages of the dialogs about a new or changed event."""
Message: TypeAlias = (
    DesktopMessage
    | MenuMessage[MenuChoice]
    | LookMessage
    | EventMessage
    | DialogMessage
    | CancelMessage
    | tuple[Literal["new_on", "new_at", "show_day"], int]
    | tuple[Literal["new"]]
)
