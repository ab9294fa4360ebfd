"""The messages of Clocks.

* `AlarmMessage`, `CityMessage`, `TimerMessage` - those of its parts. `Message` - all of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.desktop.chrome.header import SpinMessage
from crab_sim.desktop.chrome.menus import MenuMessage
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.widgets import CancelMessage

__all__ = ["AlarmMessage", "CityMessage", "Face", "Message", "TimerMessage", "WatchAction", "WindowMessage"]

Face: TypeAlias = Literal["world", "alarms", "stopwatch", "timer"]
WatchAction: TypeAlias = Literal["start", "pause", "lap", "clear"]
AlarmMessage: TypeAlias = (
    tuple[Literal["edit_alarm", "switch_alarm", "remove_alarm", "day"], int]
    | tuple[Literal["new_alarm", "half", "rings", "snoozes", "save_alarm", "remove_this"]]
)
"""The messages of the list of alarms and of their dialog."""
CityMessage: TypeAlias = tuple[Literal["add_city", "city_chosen"]] | tuple[Literal["choose_city", "remove_city"], str]
"""The messages of the cities and of their dialog."""
TimerMessage: TypeAlias = (
    tuple[Literal["start_timer"]] | tuple[Literal["quick", "turn_timer", "reset_timer", "remove_timer"], int]
)
"""The messages of the timer that is set up, and of those that run."""
WindowMessage: TypeAlias = (
    DesktopMessage
    | SpinMessage
    | CancelMessage
    | tuple[Literal["opened"], Literal["ringing"], int]
    | tuple[Literal["face"], Face]
    | tuple[Literal["watch"], WatchAction]
    | tuple[Literal["menu", "stop", "snooze"]]
)
Message: TypeAlias = MenuMessage | AlarmMessage | CityMessage | TimerMessage | WindowMessage
