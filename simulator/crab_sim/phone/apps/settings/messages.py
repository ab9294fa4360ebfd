"""The messages of the Settings app, by its parts."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.widgets.pickers import PickerMessage

__all__ = ["ClockMessage", "Message", "PageMessage", "RadioMessage", "SettingMessage"]

ClockMessage: TypeAlias = PickerMessage | tuple[Literal["auto_time"], bool] | tuple[Literal["set_date", "set_time"]]
"""Of the clock."""
RadioMessage: TypeAlias = (
    tuple[Literal["wifi", "password"]]
    | tuple[Literal["join", "leave", "forget"], int]
    | tuple[Literal["pair", "unpair", "connect"], int]
)
"""Of Wi-Fi and Bluetooth: ids of networks, and of devices."""
SettingMessage: TypeAlias = (
    tuple[Literal["put", "chosen"], str, str, str]
    | tuple[Literal["slide"], str, float]
    | tuple[Literal["choose", "rename"], str]
    | tuple[Literal["renamed"]]
    | tuple[Literal["airplane"], bool]
    | tuple[Literal["choose_lock", "pin"]]
    | tuple[Literal["lock"], Literal["none", "swipe", "pin"]]
)
"""Of single settings: namespace, name and value; a name, and a share of 1; the screen lock."""
PageMessage: TypeAlias = (
    PhoneMessage
    | tuple[Literal["page"], str]
    | tuple[Literal["page"], str, str | int]
    | tuple[Literal["app", "launch"], str]
    | tuple[Literal["build", "stop", "erase"]]
    | tuple[Literal["permit"], str, bool]
    | tuple[Literal["confirm"], Literal["stop", "erase"]]
)
"""A page's name, and its argument; an app's id; a permission, and whether the page's app has it."""
Message: TypeAlias = PageMessage | ClockMessage | RadioMessage | SettingMessage
