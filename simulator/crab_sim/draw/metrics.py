"""The widths and heights of the bundled fonts' characters, from a record: they are the same with and without FreeType.

The record holds what FreeType says about every character of every font at every size, in whole pixels, as hinted.
`scripts/assets/metrics.py` makes it, and a test compares it with FreeType.

* `SMALLEST`, `LARGEST` - the sizes, in pixels per em.
* `advance` - how far the pen moves past a character. `line` - the ascent and the height of a line.
* `stays_inside` - whether the ink of a text stays within its characters' widths.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from crab_sim.draw.typefaces import FONTS, NOTO, Font, codes, font_file

__all__ = ["INKED", "LARGEST", "METRICS", "SMALLEST", "advance", "line", "linear", "stays_inside"]

SMALLEST: Final = 6
LARGEST: Final = 400
METRICS: Final = Path(__file__).with_name("fonts") / "metrics.json"
"""The file of the record. It has for the file of each font

* ``em``, the units per em, and ``units``, the width in these of each character, in the order of code points;
* ``lines``, ascent and descent at each size from the smallest;
* ``wider`` and ``narrower``, at each size, the characters that hinting makes wider or narrower by a pixel, as the
  first one and the distances between them;

and as ``beyond``, for each font at each size of `INKED`, the ASCII characters with ink outside of their width."""
INKED: Final = range(SMALLEST, 129)
"""The sizes at which the record tells where ink stays."""


@lru_cache(maxsize=1)
def _tables() -> dict[str, Any]:
    tables: dict[str, Any] = json.loads(METRICS.read_text(encoding="ascii"))
    return tables


@lru_cache(maxsize=len(FONTS))
def _units(font: Font) -> dict[int, int]:
    return dict(zip(sorted(codes(font)), _tables()[Path(font_file(font)).name]["units"], strict=True))


@lru_cache(maxsize=64)
def _hinted(file: str, size: int) -> dict[int, int]:
    """Returns the characters that are wider or narrower than their outlines, and by how many pixels."""
    changes: dict[int, int] = {}
    for kind, change in (("wider", 1), ("narrower", -1)):
        code = 0
        for distance in _tables()[file][kind][size - SMALLEST]:
            code += distance
            changes[code] = change
    return changes


def linear(units: int, size: int, em: int) -> int:
    """Returns a width in whole pixels, without hinting.

    Args:
        units: The width in the font's units.
        size: Pixels per em.
        em: Units per em.

    >>> linear(1150, 14, 2048)
    8
    """
    return (2 * units * size + em) // (2 * em)


def advance(font: Font, size: int, character: str) -> int:
    """Returns how far the pen moves past a character that the font has, in pixels.

    >>> advance("roboto", 14, "W"), advance("roboto", 14, "i")
    (12, 3)
    """
    file, code = Path(font_file(font)).name, ord(character)
    return linear(_units(font)[code], size, _tables()[file]["em"]) + _hinted(file, size).get(code, 0)


def line(font: Font, size: int) -> tuple[int, int]:
    """Returns the ascent and the height of a line, in pixels."""
    ascent, descent = _tables()[Path(font_file(NOTO.get(font, font))).name]["lines"][size - SMALLEST]
    return ascent, ascent + descent


def stays_inside(text: str, font: Font, size: int) -> bool:
    """Returns whether it is known that no character's ink reaches beyond its width."""
    if not text.isascii() or size not in INKED:
        return False
    beyond = _tables()["beyond"][font][size - SMALLEST]
    return not any([character in beyond for character in text])
