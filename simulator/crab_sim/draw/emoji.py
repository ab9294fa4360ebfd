"""Emoji: characters that are drawn as small pictures in their own colours.

* `known` - whether a character is one. `picture` - its pixels.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["known", "picture"]

_DIRECTORY: Final = Path(__file__).with_name("fonts")
_SIDE: Final = 48  # of one on the sheet, as scripts/assets/emoji.py made it
_COLUMNS: Final = 38


@lru_cache(maxsize=1)
def _places() -> dict[int, int]:
    """Returns the place on the sheet of each emoji, by code point."""
    codes = json.loads((_DIRECTORY / "emoji.json").read_text(encoding="ascii"))
    return {code: place for place, code in enumerate(codes)}


@lru_cache(maxsize=1)
def _sheet() -> NDArray[np.uint8]:
    from PIL import Image

    with Image.open(_DIRECTORY / "emoji.png") as image:
        return np.asarray(image.convert("RGBA"))


def known(character: str) -> bool:
    """Returns whether a character is an emoji that can be drawn."""
    return character > "\u2000" and ord(character) in _places()


@lru_cache(maxsize=512)
def picture(character: str, side: int) -> NDArray[np.uint8]:
    """Returns the pixels of an emoji, (side, side, 4): red, green, blue, alpha."""
    from PIL import Image

    row, column = divmod(_places()[ord(character)], _COLUMNS)
    whole = _sheet()[row * _SIDE : (row + 1) * _SIDE, column * _SIDE : (column + 1) * _SIDE]
    pixels = np.asarray(Image.fromarray(whole).resize((side, side), Image.Resampling.LANCZOS))
    pixels.flags.writeable = False
    return pixels
