"""Android's key codes and the corresponding key names (pyautogui's).

* `KEYCODES` - the key of each code, by the code's name (``"KEYCODE_HOME"``) or number (``"3"``).
* `KEYCODE_OF` - the code's name of each key.
* `NUMBERS` - the number of each code, by its name.
* `key_of` - the key that an argument of ``input keyevent`` presses.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Final

__all__ = ["KEYCODES", "KEYCODE_OF", "NUMBERS", "key_of"]

# (number, name without KEYCODE_, key); where two codes stand for one key, the usual one comes first
_ROWS: Final[tuple[tuple[int, str, str], ...]] = (
    (3, "HOME", "home"), (4, "BACK", "back"), (5, "CALL", "call"), (6, "ENDCALL", "endcall"),
    *((7 + digit, str(digit), str(digit)) for digit in range(10)),
    (17, "STAR", "*"), (18, "POUND", "#"), (19, "DPAD_UP", "up"), (20, "DPAD_DOWN", "down"), (21, "DPAD_LEFT", "left"),
    (22, "DPAD_RIGHT", "right"), (66, "ENTER", "enter"), (23, "DPAD_CENTER", "enter"), (24, "VOLUME_UP", "volumeup"),
    (25, "VOLUME_DOWN", "volumedown"), (26, "POWER", "power"), (27, "CAMERA", "camera"),
    *((29 + i, letter.upper(), letter) for i, letter in enumerate(string.ascii_lowercase)),
    (55, "COMMA", ","), (56, "PERIOD", "."), (57, "ALT_LEFT", "alt"), (58, "ALT_RIGHT", "alt"),
    (59, "SHIFT_LEFT", "shift"), (60, "SHIFT_RIGHT", "shift"), (61, "TAB", "tab"), (62, "SPACE", "space"),
    (64, "EXPLORER", "browser"), (65, "ENVELOPE", "mail"), (67, "DEL", "backspace"), (68, "GRAVE", "`"),
    (69, "MINUS", "-"), (70, "EQUALS", "="), (71, "LEFT_BRACKET", "["), (72, "RIGHT_BRACKET", "]"),
    (73, "BACKSLASH", "\\"), (74, "SEMICOLON", ";"), (75, "APOSTROPHE", "'"), (76, "SLASH", "/"), (77, "AT", "@"),
    (81, "PLUS", "+"), (82, "MENU", "menu"), (83, "NOTIFICATION", "notifications"), (84, "SEARCH", "search"),
    (85, "MEDIA_PLAY_PAUSE", "playpause"), (79, "HEADSETHOOK", "playpause"), (86, "MEDIA_STOP", "stop"),
    (87, "MEDIA_NEXT", "nexttrack"), (88, "MEDIA_PREVIOUS", "prevtrack"), (92, "PAGE_UP", "pageup"),
    (93, "PAGE_DOWN", "pagedown"), (111, "ESCAPE", "escape"), (112, "FORWARD_DEL", "delete"),
    (113, "CTRL_LEFT", "ctrl"), (114, "CTRL_RIGHT", "ctrl"), (117, "META_LEFT", "super"), (118, "META_RIGHT", "super"),
    (122, "MOVE_HOME", "ctrl+home"), (123, "MOVE_END", "end"), (124, "INSERT", "insert"),
    (126, "MEDIA_PLAY", "play"), (127, "MEDIA_PAUSE", "pause"),
    *((131 + i, f"F{i + 1}", f"f{i + 1}") for i in range(12)),
    *((144 + digit, f"NUMPAD_{digit}", str(digit)) for digit in range(10)),
    (160, "NUMPAD_ENTER", "enter"), (164, "VOLUME_MUTE", "volumemute"), (176, "SETTINGS", "settings"),
    (187, "APP_SWITCH", "recents"), (207, "CONTACTS", "contacts"), (208, "CALENDAR", "calendar"),
    (209, "MUSIC", "music"), (210, "CALCULATOR", "calculator"), (220, "BRIGHTNESS_DOWN", "brightnessdown"),
    (221, "BRIGHTNESS_UP", "brightnessup"), (223, "SLEEP", "sleep"), (224, "WAKEUP", "wakeup"),
    (277, "CUT", "ctrl+x"), (278, "COPY", "ctrl+c"), (279, "PASTE", "ctrl+v"), (284, "ALL_APPS", "appdrawer"),
)  # fmt: skip

NUMBERS: Final[Mapping[str, int]] = {f"KEYCODE_{name}": number for number, name, _ in _ROWS}
"""The number of each code, by its name."""
KEYCODES: Final[Mapping[str, str]] = {
    text: key for number, name, key in _ROWS for text in (f"KEYCODE_{name}", str(number))
}
"""The key of each code, by the code's name or its number as text."""
KEYCODE_OF: Final[Mapping[str, str]] = {key: f"KEYCODE_{name}" for _, name, key in reversed(_ROWS)}
"""The code's name of each key."""


def key_of(text: str) -> str | None:
    """Returns the key that ``input keyevent`` presses for a name, with or without its prefix, or a number.

    >>> key_of("KEYCODE_DEL"), key_of("enter"), key_of("187"), key_of("nothing")
    ('backspace', 'enter', 'recents', None)
    """
    name = text.strip().upper()
    return KEYCODES.get(name) or KEYCODES.get(f"KEYCODE_{name}")
