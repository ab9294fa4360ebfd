"""Linux's codes of a keyboard's keys (evdev), as emulators send them to Android.

* `KEYS` - the key (by pyautogui's name) of each code.
* `XKB_OFFSET` - what X adds to each code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["KEYS", "XKB_OFFSET"]

XKB_OFFSET: Final = 8
"""An X server's code of a key is Linux's plus this."""

_ROWS: Final = ((2, "1234567890-="), (16, "qwertyuiop[]"), (30, "asdfghjkl;'`"), (43, "\\zxcvbnm,./"))
KEYS: Final[Mapping[int, str]] = {
    **{first + i: key for first, keys in _ROWS for i, key in enumerate(keys)},
    **{59 + i: f"f{i + 1}" for i in range(10)},
    1: "escape", 14: "backspace", 15: "tab", 28: "enter", 29: "ctrl", 42: "shift", 54: "shift", 55: "*", 56: "alt",
    57: "space", 71: "7", 72: "8", 73: "9", 74: "-", 75: "4", 76: "5", 77: "6", 78: "+", 79: "1", 80: "2", 81: "3",
    82: "0", 83: ".", 87: "f11", 88: "f12", 96: "enter", 97: "ctrl", 98: "/", 100: "alt", 102: "ctrl+home", 103: "up",
    104: "pageup", 105: "left", 106: "right", 107: "end", 108: "down", 109: "pagedown", 110: "insert", 111: "delete",
    113: "volumemute", 114: "volumedown", 115: "volumeup", 116: "power", 125: "super", 126: "super", 139: "menu",
    142: "sleep", 158: "back", 163: "nexttrack", 164: "playpause", 165: "prevtrack", 166: "stop", 172: "home",
    212: "camera", 217: "search", 224: "brightnessdown", 225: "brightnessup", 580: "recents",
}  # fmt: skip
"""The key of each of Linux's codes, on a keyboard of the United States; Android's own keys are among them."""
