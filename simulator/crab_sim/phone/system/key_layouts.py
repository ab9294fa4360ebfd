"""The layouts of the on-screen keyboard: the rows of letters of each language, and the symbols.

* `LETTERS` - language to three rows of letters. `SYMBOLS` - the two pages of digits and signs.
* `planes_of` - the pages of a character, for whoever types by touch.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["LETTERS", "SYMBOLS", "planes_of"]

LETTERS: Final[Mapping[str, tuple[str, str, str]]] = {
    "en": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "de": ("qwertzuiopü", "asdfghjklöä", "yxcvbnmß"),
    "fr": ("azertyuiop", "qsdfghjklm", "wxcvbnéèàç"),
    "es": ("qwertyuiop", "asdfghjklñ", "zxcvbnm"),
    "uk": ("йцукенгшщзхї", "фівапролджє", "ґячсмитьбю"),
}
"""The letters as they lie on the keyboards that people of the languages use."""
SYMBOLS: Final[Mapping[str, tuple[str, str, str]]] = {
    "symbols": ("1234567890", "@#€%&-+()/", "*\"':;!?_=’"),
    "more": ("~`|^\\[]{}<>", "$£°§«»–—…“”„", "áíóúâêôüñ¡¿"),
}
"""The pages of digits and signs; every printable character of ASCII is on one of them or among the letters."""


def planes_of(char: str, language: str) -> tuple[str, ...]:
    """Returns the pages of the keyboard on which a character is, the nearest first; empty where there is none.

    Args:
        char: The character.
        language: The language of the letters.

    >>> planes_of("A", "en"), planes_of("?", "de"), planes_of(".", "uk"), planes_of("漢", "en")
    (('shift',), ('symbols',), ('letters', 'shift', 'symbols', 'more'), ())
    """
    if char in " ,.\n":  # on every page
        return ("letters", "shift", "symbols", "more")
    letters = "".join(LETTERS[language])
    planes = []
    if char in letters:
        planes.append("letters")
    elif char.lower() in letters and char.lower().upper() == char:
        planes.append("shift")
    planes += [name for name, rows in SYMBOLS.items() if char in "".join(rows)]
    return tuple(planes)
