"""Settings: evaluators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from crab_gym.task.types import Value, states
from crab_tasks.kits.answers import answer_is_one_of
from crab_tasks.kits.state import State, setting_in

__all__ = ["BLUETOOTH", "BRIGHTNESS", "WIFI", "Control", "bluetooth_named", "control_seen", "set_and_said"]


def bluetooth_named(state: State, kind: str, value: Value) -> bool:
    """The name that the phone shows to other Bluetooth devices is a value."""
    return states(kind, state.android.setting("secure", "bluetooth_name") or "", value)


class Control(NamedTuple):
    """A switch or slider in the phone's settings.

    Attributes:
        namespace: Namespace of its setting.
        key: Its setting.
        page: The page of Settings that has it.
        title: Its title there, or a slider's description.
        tile: The name of its tile in Quick Settings, or its slider's description there.
    """

    namespace: str
    key: str
    page: str
    title: str
    tile: str


WIFI = Control("global", "wifi_on", "Network & internet", "Wi-Fi", "Internet")
BLUETOOTH = Control("global", "bluetooth_on", "Connected devices", "Use Bluetooth", "Bluetooth")
BRIGHTNESS = Control("system", "screen_brightness", "Display", "Brightness level", "Display brightness")

_SWITCH = (":id/tile_label", ":id/switch_widget")
"""Ends of the resource ids of the tiles of Quick Settings, and of the switches in Settings on other phones."""


def control_seen(state: State, key: str) -> bool:
    """The control of a setting is on the screen, in Settings or in Quick Settings."""
    ends = (f":id/{key}", *((":id/slider",) if key == BRIGHTNESS.key else _SWITCH))
    return any(element.resource_id.endswith(ends) for element in state.android.elements())


def set_and_said(
    state: State,
    answer: str | None,
    namespace: str,
    key: str,
    values: Sequence[str],
    word: str,
    words: Sequence[str],
) -> bool:
    """The setting has one of some values, and the answer names the right one of some words.

    Args:
        state: The devices' states.
        answer: The answer.
        namespace: The setting's namespace.
        key: Its name.
        values: The values.
        word: The right word.
        words: The words between which the answer chooses.
    """
    return setting_in(state, "android", namespace, key, values) and answer_is_one_of(state, answer, word, words)
