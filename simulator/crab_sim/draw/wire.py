"""Display lists as JSON, for a page that draws them itself: `crab_gym/play/canvas.js` reads what is written here.

* `Wire` - writes screens, and keeps the pictures that they show until the page asks for them.
* `drawings_json` - what the page needs once: icons, wallpapers, fonts.

Neither numpy nor Pillow is needed. A map, which numpy computes, is sent as its pixels where numpy can be had, and is
shown as a broken picture elsewhere.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from crab_sim.draw import emoji
from crab_sim.draw import text as texts
from crab_sim.draw.icons import DRAWINGS, THINNEST
from crab_sim.draw.image_header import MAX_PIXELS, image_size, is_svg
from crab_sim.draw.landscapes import BACKGROUNDS, LANDS, NIGHT, NIGHT_SHARE, SKIES, Landscape
from crab_sim.draw.logos import LOGOS
from crab_sim.draw.ops import SHADOW_ALPHA, SHADOW_INSET, Clip, Color, Op, Picture
from crab_sim.draw.plain import plain_size
from crab_sim.draw.typefaces import FONTS, Font, font_file, owner
from crab_sim.draw.wallpapers import WALLPAPERS

__all__ = ["FONT_FILES", "Wire", "drawings_json"]

FONT_FILES: Final[tuple[str, ...]] = tuple(sorted({Path(font_file(font)).name for font in FONTS}))
"""The names of the fonts' files, beside which lies ``emoji.png``."""
_KEPT: Final = 256  # pictures that a page can ask for, beside those of the last screen
_Glyph = int | list[Any]


class _Kept(NamedTuple):
    """A picture that a page may ask for: its key, and its size on the screen."""

    key: str | bytes
    width: int
    height: int


class Wire:
    """Writes the screens of some devices.

    >>> wire = Wire()
    >>> screen = wire.screen([("fill", 0, 0, 4, 2, None, (255, 0, 0))], 4, 2)
    >>> screen["size"], screen["ops"]
    ([4, 2], [['fill', 0, 0, 4, 2, 0, 'ff0000']])
    """

    def __init__(self) -> None:
        self._pictures: dict[str, _Kept] = {}

    def screen(self, ops: Iterable[Op], width: int, height: int) -> dict[str, Any]:
        """Returns a screen as an object of JSON, which `canvas.js` describes.

        Args:
            ops: The display list.
            width: Of the screen, in pixels.
            height: Of the screen.
        """
        used: dict[tuple[Font, int], set[str]] = {}
        seen: dict[str, _Kept] = {}
        rows = self._rows(ops, used, seen)
        self._keep(seen)
        glyphs = {f"{font} {size}": _face(font, size, characters) for (font, size), characters in used.items()}
        return {"size": [width, height], "ops": rows, "glyphs": glyphs}

    def picture(self, digest: str) -> bytes:
        """Returns a file of a picture on one of the last screens: PNG, JPEG or SVG.

        Raises:
            ValueError: No such picture was on them.
        """
        kept = self._pictures.get(digest)
        if kept is None:
            raise ValueError(f"there is no picture {digest[:80]!r} on the last screens")
        if isinstance(kept.key, bytes) and plain_size(kept.key) is None:
            return kept.key
        return _png(kept)

    def _keep(self, seen: Mapping[str, _Kept]) -> None:
        for name in seen:
            self._pictures.pop(name, None)
        self._pictures |= seen
        for name in list(self._pictures)[: max(0, len(self._pictures) - len(seen) - _KEPT)]:
            del self._pictures[name]

    def _rows(
        self, ops: Iterable[Op], used: dict[tuple[Font, int], set[str]], seen: dict[str, _Kept]
    ) -> list[list[Any]]:
        """Returns the rows of a display list; adds what they use of fonts, and the pictures that they show."""
        rows: list[list[Any]] = []
        for op in ops:
            row: list[Any] = [*op[:5], _clip(op[5])]
            match op:
                case ("text", left, _, right, _, _, color, line, font, size, align):
                    line, align = texts.seen_part(line, font, size, align, right - left)
                    used.setdefault((font, size), set()).update(line)
                    row += [_hex(color), line, f"{font} {size}", align]
                case ("spread", _, _, _, _, _, color, line, font, size, base):
                    used.setdefault((font, size), set()).update(line)
                    used.setdefault((font, base), set()).update(line, " ")
                    row += [_hex(color), line, f"{font} {size}", f"{font} {base}"]
                case ("picture", *_):
                    row += self._named(op, seen)
                case ("layer", _, _, _, _, _, inner):
                    row.append(self._rows(inner, used, seen))
                case ("shadow", _, _, _, _, _, radius):
                    row.append(radius)
                case _:
                    row += [_hex(op[6]), *op[7:]]
            rows.append(row)
        return rows

    def _named(self, op: Picture, seen: dict[str, _Kept]) -> list[str]:
        """Returns the name of a picture and how it fits its box; the name is empty if it can't be shown."""
        key, fit = op[6], "fill"
        if isinstance(key, str):
            if key in WALLPAPERS or key in BACKGROUNDS:
                return [key, "fill"]
            if find_spec("numpy") is None:
                return ["", "fill"]
            name = sha256(f"{key} {op[3] - op[1]} {op[4] - op[2]}".encode()).hexdigest()[:24]
        elif plain_size(key) is not None:
            name = _digest(key)
        elif is_svg(key):
            name, fit = _digest(key), "svg"
        else:
            size = image_size(key)
            if size is None or size[0] * size[1] > MAX_PIXELS:
                return ["", "fill"]
            name, fit = _digest(key), "cover"
        seen[name] = _Kept(key, op[3] - op[1], op[4] - op[2])
        return [f"pictures/{name}", fit]


def _clip(clip: Clip) -> Sequence[int] | int:
    return 0 if clip is None else clip


@lru_cache(maxsize=1024)
def _hex(color: Color) -> str:
    return bytes(color).hex()


@lru_cache(maxsize=64)
def _digest(key: bytes) -> str:
    return sha256(key).hexdigest()[:24]


def _face(font: Font, size: int, characters: Iterable[str]) -> dict[str, Any]:
    return {
        "ascent": texts.ascent(font, size),
        "height": texts.line_height(font, size),
        "widths": {character: _glyph(font, size, character) for character in sorted(characters)},
    }


@lru_cache(maxsize=8192)
def _glyph(font: Font, size: int, character: str) -> _Glyph:
    """Returns how wide a character is, and how it is drawn if not by its font."""
    advance = texts.width(character, font, size)
    if texts.is_invisible(character):
        return advance if character == " " else [advance, ""]
    lender = owner(font, character)
    if lender is not None:
        return advance if lender == font else [advance, lender]
    if emoji.known(character):
        return [advance, emoji.place(character), *texts.emoji_box(character, font, size)]
    return [advance, None, texts.tofu_top(font, size)] if advance >= 4 else [advance, ""]


def _png(kept: _Kept) -> bytes:
    """Returns the pixels of a picture as a PNG file."""
    if isinstance(kept.key, bytes):
        _, size, _, pixels = kept.key.split(b"\n", 3)
        width, height = map(int, size.split())
    else:
        from crab_sim.draw.pictures import picture

        width, height = kept.width, kept.height
        pixels = picture(kept.key, width, height).tobytes()
    row = 3 * width
    lines = b"".join([b"\0" + pixels[at : at + row] for at in range(0, row * height, row)])
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(lines, 1)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join([_chunk(kind, content) for kind, content in parts])


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _colored(design: Landscape) -> dict[str, Any]:
    share = NIGHT_SHARE if design.sky == NIGHT else 1.0
    land = [[share * part for part in color] for color in LANDS[design.land]]
    return {**design._asdict(), "sky": SKIES[design.sky], "land": land}


@lru_cache(maxsize=1)
def drawings_json() -> str:
    """Returns what a page needs once to draw all screens, as JSON."""
    found = {
        "drawings": {**DRAWINGS, **LOGOS},
        "logos": list(LOGOS),
        "thinnest": THINNEST,
        "wallpapers": WALLPAPERS,
        "landscapes": {name: _colored(design) for name, design in BACKGROUNDS.items()},
        "fonts": {font: Path(font_file(font)).name for font in FONTS},
        "slanted": sorted(texts.SLANTED),
        "slant": texts.SLANT,
        "emoji": {"side": emoji.SIDE, "columns": emoji.COLUMNS},
        "shadow": {"alpha": SHADOW_ALPHA, "inset": SHADOW_INSET},
    }
    return json.dumps(found, separators=(",", ":"))
