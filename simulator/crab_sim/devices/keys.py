"""Canonical names of key combinations, made of pyautogui's key names."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["combo"]

_ALIASES = {
    "return": "enter", "esc": "escape", "del": "delete", "pgup": "pageup", "pgdn": "pagedown", " ": "space",
    "win": "super", "winleft": "super", "winright": "super", "command": "super", "ctrlleft": "ctrl",
    "ctrlright": "ctrl", "altleft": "alt", "altright": "alt", "shiftleft": "shift", "shiftright": "shift",
    "option": "alt", "\n": "enter", "\r": "enter", "\t": "tab",
}  # fmt: skip
_MODIFIERS = ("ctrl", "alt", "shift", "super")


def combo(keys: Sequence[str]) -> str:
    """Returns the canonical name of a combination of pyautogui keys: modifiers first, in a fixed order.

    >>> combo(["shift", "ctrl", "S"])
    'ctrl+shift+s'
    >>> combo(["return"])
    'enter'
    """
    names = [_ALIASES.get(key.lower(), key.lower() if len(keys) > 1 or len(key) > 1 else key) for key in keys]
    held = [key for key in _MODIFIERS if key in names]
    rest = [key for key in names if key not in _MODIFIERS]
    if held == ["shift"] and len(rest) == 1 and len(rest[0]) == 1:
        return rest[0].upper()
    return "+".join(held + rest)
