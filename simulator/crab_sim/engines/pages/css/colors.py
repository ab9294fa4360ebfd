"""Colours of CSS: names, hexadecimal numbers and ``rgb()``, some of them translucent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.ui.theme import Color

__all__ = ["NAMES", "blended", "color_of"]


class _Paint(NamedTuple):
    """A colour, and its opacity from 0 to 1."""

    color: Color
    alpha: float


NAMES: Final[Mapping[str, str]] = {
    "black": "000000", "silver": "c0c0c0", "gray": "808080", "grey": "808080", "white": "ffffff", "maroon": "800000",
    "red": "ff0000", "purple": "800080", "fuchsia": "ff00ff", "green": "008000", "lime": "00ff00", "olive": "808000",
    "yellow": "ffff00", "navy": "000080", "blue": "0000ff", "teal": "008080", "aqua": "00ffff", "orange": "ffa500",
    "brown": "a52a2a", "pink": "ffc0cb", "gold": "ffd700", "lightgray": "d3d3d3", "lightgrey": "d3d3d3",
    "darkgray": "a9a9a9", "darkred": "8b0000", "darkgreen": "006400", "darkblue": "00008b", "lightblue": "add8e6",
    "lightgreen": "90ee90", "lightyellow": "ffffe0", "beige": "f5f5dc", "tomato": "ff6347", "coral": "ff7f50",
    "salmon": "fa8072", "crimson": "dc143c", "indigo": "4b0082", "violet": "ee82ee", "turquoise": "40e0d0",
    "steelblue": "4682b4", "tan": "d2b48c", "wheat": "f5deb3", "ivory": "fffff0", "lavender": "e6e6fa",
    "whitesmoke": "f5f5f5",
}  # fmt: skip
_RGB = re.compile(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*([\d.]+)(%?)\s*)?\)")


@lru_cache(maxsize=512)
def _paint(text: str) -> _Paint | None:
    text = text.strip().lower()
    digits = NAMES.get(text, text.removeprefix("#") if text.startswith("#") else "")
    if re.fullmatch(r"[0-9a-f]{3,4}", digits):
        digits = "".join([digit * 2 for digit in digits])
    if re.fullmatch(r"[0-9a-f]{6}(?:[0-9a-f]{2})?", digits):
        red, green, blue = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
        return _Paint((red, green, blue), int(digits[6:], 16) / 255 if len(digits) == 8 else 1.0)
    match = _RGB.fullmatch(text)
    if match is None:
        return None
    try:
        alpha = float(match[4]) / (100 if match[5] else 1) if match[4] else 1.0
    except ValueError:
        return None
    return _Paint((min(255, int(match[1])), min(255, int(match[2])), min(255, int(match[3]))), min(1.0, alpha))


def color_of(text: str) -> Color | None:
    """Returns a colour without its opacity; None for an unknown one.

    >>> color_of("#fff"), color_of("rgb(1 2 3 / 5%)"), color_of("nothing")
    ((255, 255, 255), (1, 2, 3), None)
    """
    paint = _paint(text)
    return None if paint is None else paint.color


@lru_cache(maxsize=1024)
def blended(text: str, ground: Color) -> Color | None:
    """Returns a colour as it looks on a ground; None for an unknown one.

    >>> blended("rgb(0 0 0 / 50%)", (200, 100, 0))
    (100, 50, 0)
    """
    paint = _paint(text)
    if paint is None:
        return None
    red, green, blue = (
        round(under + (over - under) * paint.alpha) for over, under in zip(paint.color, ground, strict=True)
    )
    return red, green, blue
