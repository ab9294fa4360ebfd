"""The messages of the Clock app, by its parts."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.widgets.pickers import PickerMessage

__all__ = ["CardMessage", "CityMessage", "Message", "SoundMessage", "TimerMessage", "WatchMessage"]

CardMessage: TypeAlias = (
    tuple[Literal["open", "retime", "switch", "vibrate", "label", "sound", "delete"], int]
    | tuple[Literal["weekday"], int, int]
)
"""Of an alarm's card: the alarm's id, then a weekday from 0 for Monday."""
CityMessage: TypeAlias = tuple[Literal["hold_city", "remove_city", "add_city"], str] | tuple[Literal["cities"]]
"""Of the world clock and the list of cities: a city's name."""
TimerMessage: TypeAlias = (
    tuple[Literal["digit"], str]
    | tuple[Literal["erase", "add_timer", "cancel_timer", "start_timer"]]
    | tuple[Literal["timer"], int, Literal["toggle", "reset", "more", "delete"]]
)
"""Of the keypad for a new timer, and of the timers, by their ids."""
SoundMessage: TypeAlias = tuple[Literal["sound_is", "own_sound"], str] | tuple[Literal["add_sound"]]
"""Of the page that chooses an alarm's sound: its address, or the path of a file."""
WatchMessage: TypeAlias = tuple[Literal["watch", "lap", "reset_watch", "share_watch"]]
"""Of the stopwatch."""
Message: TypeAlias = (
    PhoneMessage
    | PickerMessage
    | CardMessage
    | CityMessage
    | SoundMessage
    | TimerMessage
    | WatchMessage
    | tuple[Literal["add_alarm", "labelled", "snooze", "dismiss_alarm"]]
    | tuple[Literal["tab"], str]
)
