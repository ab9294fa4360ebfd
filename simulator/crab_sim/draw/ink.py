"""The ink of text: the pixels of characters and lines, drawn by FreeType.

* `mask` - the ink of a line. `glyph_of` - that of a character.
* `pieces`, `stands_alone` - the parts of which lines are made up.

`crab_sim.draw.text` measures text, by the same widths.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crab_sim.draw import emoji
from crab_sim.draw.text import SLANT, SLANTED, Font, ascent, emoji_box, is_invisible, line_height, tofu_top, width
from crab_sim.draw.typefaces import font_file, owner

if TYPE_CHECKING:
    from PIL import Image, ImageFont

__all__ = ["glyph_of", "mask", "pieces", "reaches_beyond", "stands_alone"]


class _Glyph(NamedTuple):
    """The ink of one character: its mask, and where it lies from the pen (x) and the line's top (y)."""

    mask: NDArray[np.uint8]
    x: int
    y: int


@lru_cache(maxsize=64)
def _opened(font: Font, size: int) -> ImageFont.FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.truetype(font_file(font), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8192)
def glyph_of(font: Font, size: int, character: str) -> _Glyph | None:
    """Returns the ink of a character; None where it is invisible."""
    if is_invisible(character):
        return None
    source = owner(font, character)
    if source is None:
        return _outline(font, size, character) if emoji.known(character) else _tofu(font, size, character)
    from PIL import Image, ImageDraw

    lender = _opened(source, size)
    left, _, right, _ = lender.getbbox(character, anchor="ls")
    x = int(np.floor(left))
    breadth = max(1, int(np.ceil(right)) - x)
    image = Image.new("L", (breadth, line_height(font, size)))
    ImageDraw.Draw(image).text((-x, ascent(font, size)), character, fill=255, font=lender, anchor="ls")
    if font in SLANTED:
        image, x = _slanted(image, x, ascent(font, size))
    pixels = np.asarray(image)
    rows, columns = np.flatnonzero(pixels.any(axis=1)), np.flatnonzero(pixels.any(axis=0))
    if not rows.size:
        return None
    top, bottom, first, last = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
    ink = pixels[top:bottom, first:last].copy()
    ink.flags.writeable = False
    return _Glyph(ink, x + first, top)


def _slanted(image: Image.Image, x: int, above: int) -> tuple[Image.Image, int]:
    """Returns the image of a character slanted to the right, and its new distance from the pen.

    Args:
        image: The image, as high as a line.
        x: Its distance from the pen.
        above: The line's ascent.
    """
    from PIL import Image

    behind = int((image.height - above) * SLANT) + 1  # pixels by which what is below the baseline goes left
    size = image.width + behind + int(above * SLANT) + 1, image.height
    shear = (1.0, SLANT, -behind - SLANT * above, 0.0, 1.0, 0.0)
    return image.transform(size, Image.Transform.AFFINE, shear, Image.Resampling.BILINEAR), x - behind


@lru_cache(maxsize=8192)
def _column(font: Font, size: int, character: str) -> tuple[NDArray[np.uint8], bool]:
    """Returns the ink of a character in a column, as wide as the pen moves, and whether it fits in."""
    glyph, advance = glyph_of(font, size, character), width(character, font, size)
    column = np.zeros((line_height(font, size), advance), np.uint8)
    fits = glyph is None or (glyph.x >= 0 and glyph.x + glyph.mask.shape[1] <= advance)
    if glyph is not None and fits:
        height, breadth = glyph.mask.shape
        column[glyph.y : glyph.y + height, glyph.x : glyph.x + breadth] = glyph.mask
    column.flags.writeable = False
    return column, fits


def reaches_beyond(font: Font, size: int, character: str) -> bool:
    """Returns whether a character's ink reaches beyond its width."""
    left, _, right = _beyond(font, size, character)
    return left > 0 or right > 0


@lru_cache(maxsize=8192)
def _beyond(font: Font, size: int, character: str) -> tuple[int, int, int]:
    """Returns the pixels by which ink reaches beyond a character's column on the left, its width, and on the right."""
    advance, glyph = width(character, font, size), glyph_of(font, size, character)
    if glyph is None:
        return 0, advance, 0
    return max(0, -glyph.x), advance, max(0, glyph.x + glyph.mask.shape[1] - advance)


def pieces(text: str, font: Font, size: int) -> list[str] | None:
    """Returns the parts of a line, mostly single characters, of which the masks make up that of the line.

    None where there are no such parts. No ink reaches from one to another: an f and what follows it are one part.

    >>> pieces("of it", "regular", 14)
    ['o', 'f ', 'i', 't']
    """
    parts: list[str] = []
    reach = earlier = before = 0  # ink beyond the characters so far, and the widths of the last two
    for character in text:
        left, advance, right = _beyond(font, size, character)
        if left > before or not advance:
            return None
        if (left or reach > 0) and parts:
            parts[-1] += character
        else:
            parts.append(character)
        reach, earlier, before = max(reach - advance, right), before, advance
    if reach > earlier:
        return None
    if reach and len(parts) > 1:  # the ink is moved to the left
        parts[-2:] = [parts[-2] + parts[-1]]
    return parts


@lru_cache(maxsize=8192)
def stands_alone(word: str, font: Font, size: int) -> bool:
    """Returns whether a word with the space after it, or one that ends a line, looks the same in all lines."""
    parts, reach = pieces(word, font, size), 0
    for character in word:
        _, advance, right = _beyond(font, size, character)
        reach = max(reach - advance, right)
    if parts is None or _beyond(font, size, word[0])[0]:
        return False
    return not reach or (word[-1] != " " and len(parts) > 1)


def _outline(font: Font, size: int, character: str) -> _Glyph:
    """Returns the outline of an emoji."""
    side, x, top = emoji_box(character, font, size)
    return _Glyph(emoji.picture(character, side)[..., 3], x, top)


def _tofu(font: Font, size: int, character: str) -> _Glyph | None:
    """Returns an empty box, for a character that no font has."""
    advance = width(character, font, size)
    if advance < 4:
        return None
    top = tofu_top(font, size)
    box = np.full((ascent(font, size) - top, advance - 2), 200, np.uint8)
    box[1:-1, 1:-1] = 0
    box.flags.writeable = False
    return _Glyph(box, 1, top)


@lru_cache(maxsize=1024)
def mask(text: str, font: Font, size: int) -> NDArray[np.uint8]:
    """Returns the ink of a line of text: how much of each pixel it covers.

    Returns:
        (line_height, width) uint8, read-only; 0 is no ink, 255 is full. Ink that would lie outside is moved inside
        (the hook of a leading j) or left out (accents stacked high).
    """
    first = glyph_of(font, size, text[0]) if text else None
    room = max(0, -first.x) if first is not None else 0  # for the hook of a leading J, taken from the gaps after it
    gaps = max(1, len(text) - 1)
    columns = [_column(font, size, character) for character in text]
    if room or not columns:
        out = np.zeros((line_height(font, size), width(text, font, size)), np.uint8)
    else:
        out = np.concatenate([column for column, _ in columns], axis=1)
        if all([fits for _, fits in columns]):
            out.flags.writeable = False
            return out
    start = last = 0
    for index, (column, fits) in enumerate(columns):
        advance = column.shape[1]
        if fits and not room:  # most are
            if advance:
                start, last = start + advance, start
            continue
        pen = start - (-room * (len(text) - 1 - index) // gaps)
        glyph = glyph_of(font, size, text[index])
        if glyph is not None:
            ink, x, y = glyph
            if not advance:  # a mark: the fonts leave it to the layout to centre it over its letter
                x = (last - pen - ink.shape[1]) // 2
            height, breadth = ink.shape
            left = max(0, min(pen + x, out.shape[1] - breadth))
            into = out[y : y + height, left : left + breadth]
            np.maximum(into, ink[:, : into.shape[1]], out=into)
        if advance:
            start, last = start + advance, pen
    out.flags.writeable = False
    return out
