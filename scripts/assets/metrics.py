"""Records the widths and heights of the bundled fonts' characters, as FreeType gives them.

Run it by hand when the fonts change, after `scripts/assets/fonts.py`; it takes some minutes:

    python scripts/assets/metrics.py

`crab_sim.draw.metrics` reads the record and describes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import ImageFont

from crab_sim.draw.ink import reaches_beyond
from crab_sim.draw.metrics import INKED, LARGEST, METRICS, SMALLEST, linear
from crab_sim.draw.typefaces import FONTS, Font, codes, font_file

SIZES = range(SMALLEST, LARGEST + 1)


def _opened(font: Font, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(font), size, layout_engine=ImageFont.Layout.BASIC)


def _tables(file: bytes) -> dict[bytes, int]:
    """Returns where each table of a TrueType file begins."""
    count = int.from_bytes(file[4:6])
    rows = [file[12 + 16 * row : 28 + 16 * row] for row in range(count)]
    return {row[:4]: int.from_bytes(row[8:12]) for row in rows}


def record(font: Font) -> dict[str, Any]:
    """Returns the record of a font's file."""
    data = Path(font_file(font)).read_bytes()
    at = _tables(data)[b"head"] + 18
    em, characters = int.from_bytes(data[at : at + 2]), sorted(codes(font))
    natural = _opened(font, em)
    units = [round(natural.getlength(chr(code))) for code in characters]
    lines: list[tuple[int, int]] = []
    wider: list[list[int]] = []
    narrower: list[list[int]] = []
    for size in SIZES:
        opened = _opened(font, size)
        lines.append(opened.getmetrics())
        changes: dict[int, list[int]] = {1: [0], -1: [0]}
        for code, natural_width in zip(characters, units, strict=True):
            change = round(opened.getlength(chr(code))) - linear(natural_width, size, em)
            if change:
                changes[change].append(code)
        for kind, found in ((wider, changes[1]), (narrower, changes[-1])):
            kind.append([code - before for before, code in pairwise(found)])
    return {"em": em, "units": units, "lines": lines, "wider": wider, "narrower": narrower}


def _write(found: Mapping[str, Any]) -> None:
    METRICS.write_text(json.dumps(found, separators=(",", ":")) + "\n", encoding="ascii")


def main() -> None:
    """Writes the record, and prints its size."""
    found: dict[str, Any] = {}
    for font in FONTS:
        file = Path(font_file(font)).name
        if file not in found:
            found[file] = record(font)
            print(f"{file}: {len(found[file]['units'])} characters", flush=True)
    _write(found)  # where ink stays is told by these widths
    letters = [chr(code) for code in range(32, 127)]
    found["beyond"] = {
        font: ["".join([one for one in letters if reaches_beyond(font, size, one)]) for size in INKED] for font in FONTS
    }
    _write(found)
    print(f"{METRICS.name}: {METRICS.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
