"""The messages of the Calendar app, by its pages."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.widgets.pickers import PickerMessage

__all__ = ["EditorMessage", "MainMessage", "Message", "RepeatMessage", "TransferMessage"]

EditorMessage: TypeAlias = (
    tuple[Literal["save", "discard", "all_day", "custom"]]
    | tuple[Literal["save", "repeat", "color", "pick_day", "pick_time"], str]
    | tuple[Literal["remind", "unremind"], int]
    | tuple[Literal["menu"], Literal["repeat", "reminder", "color"]]
)
"""Of the page on which an event is edited: minutes before it, or a reminder's index."""
RepeatMessage: TypeAlias = (
    tuple[Literal["unit", "ends"], str] | tuple[Literal["weekday", "rule"], int] | tuple[Literal["done"]]
)
"""Of the page on which a repetition is set in detail."""
MainMessage: TypeAlias = (
    tuple[Literal["today", "search", "create"]]
    | tuple[Literal["day", "shift", "turn", "slot"], int]
    | tuple[Literal["show", "hold", "edit", "duplicate", "share", "ask"], int, int]
    | tuple[Literal["view", "delete"], str]
)
"""Of the main page, the search and the page of an event: the event's id and the start of the occurrence."""
TransferMessage: TypeAlias = (
    tuple[Literal["menu_more", "ask_ics", "ask_folder"]] | tuple[Literal["import_ics", "export_ics"], str]
)
"""Of the main page's menu: a file, a folder."""
Message: TypeAlias = (
    PhoneMessage
    | PickerMessage
    | EditorMessage
    | RepeatMessage
    | MainMessage
    | TransferMessage
    | tuple[Literal["scope"], str]
)
"""A scope is ``"one"``, ``"next"`` or ``"all"`` of a series."""
