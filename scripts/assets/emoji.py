"""Makes the sheet of emoji for the simulated screens.

Run it by hand when the emoji change; it needs `fonttools`, Pillow and Debian's `fonts-noto-color-emoji`:

    python scripts/assets/emoji.py [FONT_FILE]

Each emoji of one code point is a square of the sheet, in the order of the code points beside it; those that the text
fonts draw are left out, and so are skin tones, which change the emoji before them.
"""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from PIL import Image

TARGET = Path(__file__).resolve().parents[2] / "simulator" / "crab_sim" / "draw" / "fonts"
SOURCE = Path("/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf")
SIDE, COLUMNS = 48, 38
TONES = range(0x1F3FB, 0x1F400)


def main(source: Path) -> None:
    """Writes the sheet and its code points."""
    font = TTFont(source)
    names, pictures = font.getBestCmap(), font["CBDT"].strikeData[0]
    coverage = json.loads((TARGET / "coverage.json").read_text(encoding="ascii"))
    texts = {code for spans in coverage.values() for first, last in spans for code in range(first, last + 1)}
    codes = [code for code in sorted(names) if names[code] in pictures and code not in texts and code not in TONES]
    sheet = Image.new("RGBA", (COLUMNS * SIDE, -(-len(codes) // COLUMNS) * SIDE))
    for number, code in enumerate(codes):
        picture = Image.open(io.BytesIO(pictures[names[code]].imageData)).convert("RGBA")
        picture = picture.resize((SIDE, SIDE * picture.height // picture.width), Image.Resampling.LANCZOS)
        sheet.paste(picture, (number % COLUMNS * SIDE, number // COLUMNS * SIDE))
    sheet.quantize(256, Image.Quantize.FASTOCTREE).save(TARGET / "emoji.png", optimize=True)
    (TARGET / "emoji.json").write_text(json.dumps(codes, separators=(",", ":")) + "\n", encoding="ascii")
    print(f"{len(codes)} emoji, {(TARGET / 'emoji.png').stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCE)
