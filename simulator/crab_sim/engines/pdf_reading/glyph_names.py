"""The characters that PDF fonts name: "eacute", "uni20AC", "hyphen"."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

__all__ = ["glyph_text"]

_SIGNS: Final = {
    "space": " ", "exclam": "!", "quotedbl": '"', "numbersign": "#", "dollar": "$", "percent": "%", "ampersand": "&",
    "quotesingle": "'", "parenleft": "(", "parenright": ")", "asterisk": "*", "plus": "+", "comma": ",",
    "hyphen": "-", "period": ".", "slash": "/", "colon": ":", "semicolon": ";", "less": "<", "equal": "=",
    "greater": ">", "question": "?", "at": "@", "bracketleft": "[", "backslash": "\\", "bracketright": "]",
    "asciicircum": "^", "underscore": "_", "grave": "`", "braceleft": "{", "bar": "|", "braceright": "}",
    "asciitilde": "~", "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "quoteleft": "‘", "quoteright": "’", "quotedblleft": "“",
    "quotedblright": "”", "quotesinglbase": "‚", "quotedblbase": "„", "endash": "–", "emdash": "—", "bullet": "•",
    "ellipsis": "…", "dagger": "†", "daggerdbl": "‡", "minus": "−", "multiply": "×", "divide": "÷", "plusminus": "±",
    "degree": "°", "sterling": "£", "yen": "¥", "cent": "¢", "Euro": "€", "euro": "€", "section": "§",
    "paragraph": "¶", "copyright": "©", "registered": "®", "trademark": "™", "germandbls": "ß", "ae": "æ", "AE": "Æ",
    "oe": "œ", "OE": "Œ", "oslash": "ø", "Oslash": "Ø", "fi": "fi", "fl": "fl", "ff": "ff", "ffi": "ffi",
    "ffl": "ffl", "guillemotleft": "«", "guillemotright": "»", "exclamdown": "¡", "questiondown": "¿",
    "periodcentered": "·", "nbspace": "\xa0", "dotlessi": "ı", "mu": "µ", "onehalf": "½", "onequarter": "¼",
    "threequarters": "¾",
}  # fmt: skip
_MARKS: Final = {
    "acute": "\u0301", "grave": "\u0300", "circumflex": "\u0302", "dieresis": "\u0308", "tilde": "\u0303",
    "ring": "\u030a", "cedilla": "\u0327", "caron": "\u030c", "breve": "\u0306", "macron": "\u0304",
    "ogonek": "\u0328", "dotaccent": "\u0307", "hungarumlaut": "\u030b",
}  # fmt: skip


@lru_cache(maxsize=2048)
def glyph_text(name: str) -> str:
    """Returns the text of a glyph by its name, ``""`` for an unknown one.

    >>> glyph_text("A"), glyph_text("eacute"), glyph_text("uni20AC"), glyph_text("fi"), glyph_text("g123")
    ('A', 'é', '€', 'fi', '')
    """
    name = name.partition(".")[0]
    if len(name) == 1:
        return name
    if name in _SIGNS:
        return _SIGNS[name]
    mark = _MARKS.get(name[1:])
    if mark is not None and name[0].isascii() and name[0].isalpha():
        return unicodedata.normalize("NFC", name[0] + mark)
    for prefix in ("uni", "u"):
        code = name.removeprefix(prefix)
        if code != name and 4 <= len(code) <= 6:
            try:
                number = int(code, 16)
            except ValueError:
                continue
            return chr(number) if number < 0xD800 or 0xDFFF < number <= 0x10FFFF else ""
    return ""
