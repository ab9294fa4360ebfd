"""The names of keys in the formats of all vendors, and those of the environment."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from crab_gym.agents.formats.base import FormatError, quote
from crab_gym.envs.verbs import ANDROID_KEYS, UBUNTU_KEYS

__all__ = ["XDOTOOL", "key_of", "keys_of"]

_SAME: Mapping[str, str] = {
    "return": "enter", "kpenter": "enter", "esc": "escape", "del": "delete", "ins": "insert", "pgup": "pageup",
    "pgdn": "pagedown", "pgdown": "pagedown", "prior": "pageup", "next": "pagedown", "control": "ctrl",
    "controll": "ctrl", "controlleft": "ctrl", "controlright": "ctrl", "controlorcommand": "ctrl",
    "controlormeta": "ctrl", "ctrlleft": "ctrl", "ctrlright": "ctrl", "command": "ctrl", "cmd": "ctrl",
    "option": "alt", "altleft": "alt", "altright": "alt", "shiftleft": "shift", "shiftright": "shift", "super": "win",
    "superl": "win", "superr": "win", "meta": "win", "windows": "win", "winleft": "win", "winright": "win",
    "spacebar": "space", "print": "printscreen", "prtsc": "printscreen", "arrowup": "up", "arrowdown": "down",
    "arrowleft": "left", "arrowright": "right", "plus": "+", "minus": "-", "equal": "=", "slash": "/", "period": ".",
    "comma": ",", "semicolon": ";", "backslash": "\\", "apostrophe": "'", "grave": "`", "bracketleft": "[",
    "bracketright": "]", "underscore": "_", "caps": "capslock",
}  # fmt: skip
"""Other names of the desktop's keys, in small letters, without separators."""
_PHONE: Mapping[str, str] = {
    "backspace": "delete", "delete": "forward_delete", "menu": "recents", "appswitch": "recents",
    "appselect": "recents", "overview": "recents", "ctrl": "",
}  # fmt: skip
_MODIFIERS = ("ctrl", "alt", "shift", "win")
XDOTOOL: Mapping[str, str] = {
    "enter": "Return", "return": "Return", "escape": "Escape", "esc": "Escape", "tab": "Tab",
    "backspace": "BackSpace", "delete": "Delete", "del": "Delete", "insert": "Insert", "up": "Up", "down": "Down",
    "left": "Left", "right": "Right", "home": "Home", "end": "End", "pageup": "Page_Up", "pgup": "Page_Up",
    "pagedown": "Page_Down", "pgdn": "Page_Down", "win": "super", "printscreen": "Print", "capslock": "Caps_Lock",
    "space": "space", "+": "plus",
}  # fmt: skip
"""The environment's keys to the names of xdotool; those that are missing have the same."""


def key_of(name: object, device: str) -> str:
    """Returns the environment's name of a key.

    Args:
        name: Its name in any format, such as ``"Page_Down"``, ``"ARROWUP"`` or ``"s"``.
        device: The device whose key it is.

    Raises:
        FormatError: The device has no such key.

    >>> key_of("Page_Down", "ubuntu"), key_of("CTRL", "ubuntu"), key_of("BackSpace", "android")
    ('pagedown', 'ctrl', 'delete')
    """
    if not isinstance(name, str) or not name:
        raise FormatError(f"a key is {quote(name)}; expected its name")
    if len(name) == 1 and device == "ubuntu":
        key = "space" if name == " " else name
    else:
        plain = re.sub(r"[_\- ]", "", name[:40].lower())
        key = _SAME.get(plain.removeprefix("kp") if plain.startswith("kp") and len(plain) == 3 else plain, plain)
    if device == "android":
        key = _PHONE.get(key, key)
        if key not in ANDROID_KEYS:
            raise FormatError(f"the phone has no key {quote(name)}; expected one of: {', '.join(ANDROID_KEYS)}")
    elif key not in UBUNTU_KEYS:
        raise FormatError(f"the desktop has no key {quote(name)}; expected a key such as enter, pagedown or ctrl")
    return key


def keys_of(names: Sequence[object], device: str) -> list[str]:
    """Returns the environment's names of keys that are pressed together, modifiers first.

    A letter with other keys is a small one: ``["CTRL", "C"]`` is Ctrl+C, not Ctrl+Shift+C.

    Raises:
        FormatError: The device has no such key, or none was named.
    """
    keys = [key_of(name, device) for name in names]
    if not keys:
        raise FormatError("no key is named; expected at least one")
    if len(keys) > 1:
        keys = [key.lower() if len(key) == 1 else key for key in keys]
    return sorted(keys, key=lambda key: key not in _MODIFIERS)
