"""Emoji: characters that are drawn as small pictures in their own colours.

* `known` - whether a character is one. `place` - where it is on the sheet, `COLUMNS` wide, of squares of `SIDE` pixels.
* `picture` - its pixels; only this needs numpy and Pillow.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["COLUMNS", "SIDE", "known", "picture", "place"]

_DIRECTORY: Final = Path(__file__).with_name("fonts")
SIDE: Final = 48
"""Pixels of one on the sheet, as `scripts/assets/emoji.py` made it."""
COLUMNS: Final = 38
"""Emoji in a row of the sheet."""


@lru_cache(maxsize=1)
def _places() -> dict[int, int]:
    """Returns the place on the sheet of each emoji, by code point."""
    codes = json.loads((_DIRECTORY / "emoji.json").read_text(encoding="ascii"))
    return {code: place for place, code in enumerate(codes)}


@lru_cache(maxsize=1)
def _sheet() -> NDArray[np.uint8]:
    import numpy as np
    from PIL import Image

    with Image.open(_DIRECTORY / "emoji.png") as image:
        return np.asarray(image.convert("RGBA"))


def known(character: str) -> bool:
    """Returns whether a character is an emoji that can be drawn."""
    return character > "\u2000" and ord(character) in _places()


def place(character: str) -> int:
    """Returns the place of an emoji on the sheet, counted by rows."""
    return _places()[ord(character)]


@lru_cache(maxsize=512)
def picture(character: str, side: int) -> NDArray[np.uint8]:
    """Returns the pixels of an emoji, (side, side, 4): red, green, blue, alpha."""
    import numpy as np
    from PIL import Image

    row, column = divmod(place(character), COLUMNS)
    whole = _sheet()[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE]
    pixels = np.asarray(Image.fromarray(whole).resize((side, side), Image.Resampling.LANCZOS))
    pixels.flags.writeable = False
    return pixels
