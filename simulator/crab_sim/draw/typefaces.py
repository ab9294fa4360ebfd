"""The bundled fonts: their files, and the characters that each has.

* `Font`, `FONTS` - their names. `ANDROID` - those that a phone shows instead.
* `NOTO` - those that stand in for what Roboto lacks. `owner`, `covers` - which one draws a character.
* `codes` - the characters that a font has. `font_file` - the path of its file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, get_args

__all__ = ["ANDROID", "FONTS", "NOTO", "Font", "codes", "covers", "font_file", "owner"]

Font = Literal["regular", "bold", "mono", "italic", "bold_italic", "roboto", "roboto_medium", "roboto_bold"]
FONTS: tuple[Font, ...] = get_args(Font)
ANDROID: Mapping[Font, Font] = {
    **{font: font for font in FONTS}, "regular": "roboto", "bold": "roboto_medium",
}  # fmt: skip
"""The fonts that a phone shows instead; Material's headings and buttons are medium, bold is for texts' own bold."""

_DIRECTORY = Path(__file__).with_name("fonts")
_FILES: dict[Font, str] = {
    "regular": "NotoSans-Regular.ttf",
    "bold": "NotoSans-Bold.ttf",
    "mono": "NotoSansMono-Regular.ttf",
    "italic": "NotoSans-Regular.ttf",
    "bold_italic": "NotoSans-Bold.ttf",
    "roboto": "Roboto-Regular.ttf",
    "roboto_medium": "Roboto-Medium.ttf",
    "roboto_bold": "Roboto-Bold.ttf",
}
NOTO: Mapping[Font, Font] = {"roboto": "regular", "roboto_medium": "bold", "roboto_bold": "bold"}
"""The fonts that lend what Roboto lacks, and of which its lines have the height."""


def font_file(font: Font) -> str:
    """Returns the path of a font's file, for drawings that aren't made of display lists."""
    return str(_DIRECTORY / _FILES[font])


@lru_cache(maxsize=1)
def _coverage() -> dict[Font, frozenset[int]]:
    """Returns the characters that each font has, as code points."""
    table = json.loads((_DIRECTORY / "coverage.json").read_text(encoding="ascii"))
    return {
        font: frozenset(code for first, last in table[file] for code in range(first, last + 1))
        for font, file in _FILES.items()
    }


def codes(font: Font) -> frozenset[int]:
    """Returns the characters that a font has, as code points."""
    return _coverage()[font]


def covers(character: str) -> bool:
    """Returns whether the bundled fonts can draw a character; others are drawn as an empty box."""
    return owner("regular", character) is not None


def owner(font: Font, character: str) -> Font | None:
    """Returns the font that draws a character: the given one, else Noto's, else the monospaced one, else None."""
    code, coverage = ord(character), _coverage()
    return next((one for one in (font, NOTO.get(font, font), "mono") if code in coverage[one]), None)
