"""Converts key names (pyautogui's) and text into X keysyms, the numbers of keys in requests to a box."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from crab_gym.backends.base import InvalidAction
from crab_sim.suggestions import closest

__all__ = ["KEYSYMS", "keysym_of_name", "keysyms_of_names", "keysyms_of_text"]

_NAMED = {
    "backspace": 0xFF08, "tab": 0xFF09, "enter": 0xFF0D, "return": 0xFF0D, "pause": 0xFF13, "scrolllock": 0xFF14,
    "esc": 0xFF1B, "escape": 0xFF1B, "home": 0xFF50, "left": 0xFF51, "up": 0xFF52, "right": 0xFF53, "down": 0xFF54,
    "pageup": 0xFF55, "pgup": 0xFF55, "pagedown": 0xFF56, "pgdn": 0xFF56, "end": 0xFF57, "select": 0xFF60,
    "print": 0xFF61, "printscreen": 0xFF61, "prntscrn": 0xFF61, "prtsc": 0xFF61, "prtscr": 0xFF61,
    "execute": 0xFF62, "insert": 0xFF63, "apps": 0xFF67, "menu": 0xFF67, "help": 0xFF6A, "numlock": 0xFF7F,
    "multiply": 0xFFAA, "add": 0xFFAB, "separator": 0xFFAC, "subtract": 0xFFAD, "decimal": 0xFFAE, "divide": 0xFFAF,
    "shift": 0xFFE1, "shiftleft": 0xFFE1, "shiftright": 0xFFE2, "ctrl": 0xFFE3, "ctrlleft": 0xFFE3,
    "ctrlright": 0xFFE4, "capslock": 0xFFE5, "alt": 0xFFE9, "altleft": 0xFFE9, "option": 0xFFE9, "optionleft": 0xFFE9,
    "altright": 0xFFEA, "optionright": 0xFFEA, "win": 0xFFEB, "winleft": 0xFFEB, "command": 0xFFEB,
    "winright": 0xFFEC, "delete": 0xFFFF, "del": 0xFFFF, "space": 0x20,
    "volumedown": 0x1008FF11, "volumemute": 0x1008FF12, "volumeup": 0x1008FF13, "playpause": 0x1008FF14,
    "stop": 0x1008FF15, "prevtrack": 0x1008FF16, "nexttrack": 0x1008FF17, "browserback": 0x1008FF26,
    "browserforward": 0x1008FF27, "browserrefresh": 0x1008FF29, "browserhome": 0x1008FF18, "browsersearch": 0x1008FF1B,
}  # fmt: skip

KEYSYMS: dict[str, int] = {
    **_NAMED,
    **{f"f{number}": 0xFFBD + number for number in range(1, 25)},
    **{f"num{digit}": 0xFFB0 + digit for digit in range(10)},
}
"""Keysyms of the keys whose names have several letters; a single character is its own name."""

_TEXT_KEYS = {"\n": 0xFF0D, "\r": 0xFF0D, "\t": 0xFF09, "\b": 0xFF08}


def keysym_of_character(character: str) -> int | None:
    """Returns the keysym of a printable character: its Latin-1 code, or Unicode with bit 24 set; None for others."""
    if unicodedata.category(character) in ("Cc", "Cs"):
        return None
    code = ord(character)
    return code if code < 0x100 else 0x01000000 | code


def keysym_of_name(name: str) -> int:
    """Returns the keysym of a key's name; case matters for single characters only.

    >>> hex(keysym_of_name("enter")), keysym_of_name("a")
    ('0xff0d', 97)

    Raises:
        InvalidAction: There is no such key.
    """
    keysym = _TEXT_KEYS.get(name)
    if keysym is None:
        keysym = keysym_of_character(name) if len(name) == 1 else KEYSYMS.get(name.lower())
    if keysym is None:
        close = closest(name.lower(), KEYSYMS)
        hint = f"did you mean {close!r}?" if close else "expected a pyautogui key name"
        raise InvalidAction(f"no key is called {name!r}; {hint}")
    return keysym


def keysyms_of_names(names: Sequence[str]) -> list[int]:
    """Returns the keysyms of several keys, as for a hotkey."""
    return [keysym_of_name(name) for name in names]


def keysyms_of_text(text: str) -> list[int]:
    r"""Returns the keysyms that type a text; line breaks become Enter, ``\t`` Tab.

    >>> keysyms_of_text("Aé\n")
    [65, 233, 65293]

    Raises:
        InvalidAction: No key types a character: a control character, or half a surrogate pair.
    """
    keysyms = []
    for character in text.replace("\r\n", "\n"):
        keysym = _TEXT_KEYS.get(character) or keysym_of_character(character)
        if keysym is None:
            raise InvalidAction(f"no key types the character U+{ord(character):04X}; use press or hotkey instead")
        keysyms.append(keysym)
    return keysyms
