"""Makes subsets of the Noto and Roboto fonts for the simulated screens.

Run it by hand when the fonts change; it needs `fonttools`, `ttfautohint-py`, and Debian's `fonts-noto-core`,
`fonts-noto-mono` and `fonts-roboto-unhinted`:

    python scripts/assets/fonts.py [SOURCE_DIRECTORY]

Kerning, substitutions and names of glyphs are left out, since text is laid out glyph by glyph; hinting stays, or
is made, since screens show text at 11 to 24 pixels.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools import subset  # type: ignore[import-untyped]
from ttfautohint import ttfautohint  # type: ignore[import-not-found]

TARGET = Path(__file__).resolve().parents[2] / "simulator" / "crab_sim" / "draw" / "fonts"
SOURCE = Path("/usr/share/fonts/truetype")
TEXT = [
    (0x0020, 0x024F),  # Basic Latin to Latin Extended-B
    (0x02B0, 0x036F),  # modifier letters, combining marks
    (0x0370, 0x052F),  # Greek, Cyrillic
    (0x1E00, 0x1EFF),  # Latin Extended Additional
    (0x2000, 0x20CF),  # punctuation, superscripts, currency
    (0x2100, 0x214F),  # letter-like symbols
]
SYMBOLS = [
    (0x2150, 0x21FF),  # number forms, arrows
    (0x2200, 0x22FF),  # mathematics
    (0x2500, 0x25FF),  # box drawing, blocks, geometric shapes
    (0x2600, 0x27BF),  # the few existing symbols and dingbats
]
FONTS = {
    "NotoSans-Regular.ttf": TEXT,
    "NotoSans-Bold.ttf": TEXT,
    # The proportional faces have no symbols; the monospaced one lends them its own.
    "NotoSansMono-Regular.ttf": TEXT + SYMBOLS,
    "Roboto-Regular.ttf": TEXT,
    "Roboto-Medium.ttf": TEXT,
    "Roboto-Bold.ttf": TEXT,
}


def spans(codes: Iterable[int]) -> list[list[int]]:
    """Returns the code points as inclusive ranges, in order."""
    found: list[list[int]] = []
    for code in sorted(codes):
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return found


def main(source: Path) -> None:
    """Writes each subset beside its licence, and prints its size."""
    TARGET.mkdir(parents=True, exist_ok=True)
    coverage: dict[str, list[list[int]]] = {}
    for name, ranges in FONTS.items():
        options = subset.Options()
        options.layout_features = []
        options.drop_tables += ["GSUB", "GPOS", "GDEF", "kern"]
        options.notdef_outline = True
        options.glyph_names = False
        options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
        font = subset.load_font(str(next(source.rglob(name))), options)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=[code for first, last in ranges for code in range(first, last + 1)])
        subsetter.subset(font)
        font["head"].modified = font["head"].created  # the same bytes on every run
        font.recalcTimestamp = False
        coverage[name] = spans(font.getBestCmap())
        target = TARGET / name
        subset.save_font(font, str(target), options)
        if "fpgm" not in font:  # FreeType's own hinting also moves letters sideways
            target.write_bytes(ttfautohint(in_file=str(target), no_info=True))
        print(f"{name}: {target.stat().st_size // 1024} KiB, {len(font.getBestCmap())} characters")
    # Pillow cannot tell which characters a font has, so the table travels with the fonts.
    (TARGET / "coverage.json").write_text(json.dumps(coverage, separators=(",", ":")) + "\n", encoding="ascii")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCE)
