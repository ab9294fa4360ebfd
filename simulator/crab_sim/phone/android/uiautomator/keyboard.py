"""The keyboard that uiautomator2 types with: broadcasts, answered as its app does."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from typing import Final

from crab_sim.phone.android.commands.input import press, type_text
from crab_sim.phone.android.device import Device
from crab_sim.phone.intents import AndroidIntent
from crab_sim.phone.system import keyboard

__all__ = ["RECEIVERS"]

_Answer = tuple[int, str | None]
_DONE: Final = (-1, "success")
_FAILED: Final = (0, "base64 decode failed")


def _insert(device: Device, intent: AndroidIntent) -> _Answer:
    try:
        text = base64.b64decode(intent.extras.get("text", ""), validate=True).decode()
    except (binascii.Error, ValueError):
        return _FAILED
    type_text(device, text.replace("\0", ""))
    return _DONE


def _clear(device: Device, intent: AndroidIntent) -> _Answer:
    window = device.phone.front
    if window is not None and window.page.focus:
        press(device, "ctrl+a")
        press(device, "backspace")
    return _DONE


def _replace(device: Device, intent: AndroidIntent) -> _Answer:
    _clear(device, intent)
    return _insert(device, intent)


def _enter(device: Device, intent: AndroidIntent) -> _Answer:
    press(device, "enter")
    return _DONE


def _hide(device: Device, intent: AndroidIntent) -> _Answer:
    if keyboard.is_shown(device.phone):
        keyboard.hide(device.phone)
    return _DONE


RECEIVERS: Final[Mapping[str, Callable[[Device, AndroidIntent], _Answer]]] = {
    "ADB_KEYBOARD_INPUT_TEXT": _insert, "ADB_KEYBOARD_SET_TEXT": _replace, "ADB_KEYBOARD_CLEAR_TEXT": _clear,
    "ADB_KEYBOARD_SMART_ENTER": _enter, "ADB_KEYBOARD_EDITOR_CODE": _enter, "ADB_KEYBOARD_HIDE": _hide,
}  # fmt: skip
"""The receivers by the actions of the broadcasts."""
