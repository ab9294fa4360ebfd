"""Text metrics and masks: the width of text, its line breaks, and the pixels that it inks.

Everything is measured in whole pixels. A text's width is the sum of its characters' widths (no kerning, no ligatures),
so that measuring, wrapping, finding a caret and drawing agree exactly, on every machine. The fonts are bundled subsets
of Noto and, for the phone, of Roboto (Latin, Greek, Cyrillic, punctuation, symbols); `italic` and `bold_italic` are the
upright ones, slanted. What Roboto lacks is borrowed from Noto, and a symbol that a proportional font lacks from the
monospaced one. Emoji are pictures, of which the masks here are the outlines (`crab_sim.draw.emoji`); characters that
all lack (Chinese, ...) are drawn as an empty box. A tab is four spaces wide; other control characters, combining marks
and skin tones have no width. Roboto's lines are as high as Noto's: Android, too,
sets lines farther apart than the font itself asks for.

Sizes are pixels per em, from 6 to 128.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crab_sim.draw import emoji
from crab_sim.draw.typefaces import ANDROID, FONTS, NOTO, Font, covers, font_file, owner
from crab_sim.suggestions import unknown

if TYPE_CHECKING:
    from PIL import Image, ImageFont

__all__ = [
    "ANDROID", "FONTS", "Font", "ascent", "cell", "clock_parts", "covers", "ellipsize", "font_file", "glyph_of",
    "has_emoji", "index_at", "line_height", "mask", "offset", "pieces", "width", "wrap", "wrap_spans",
]  # fmt: skip

_SLANTED: frozenset[Font] = frozenset(["italic", "bold_italic"])
_SLANT: Final = 0.2  # pixels to the right for each pixel above the baseline
_SMALLEST, _LARGEST = 6, 400
_WIDTHLESS: Final = frozenset({"Cc", "Cf", "Mn", "Me", "Zl", "Zp"})
_CACHED_WIDTHS: Final = 4096
_ELLIPSIS = "…"
_EMOJI: Final = 1.2  # the width of an emoji, in ems


class _Glyph(NamedTuple):
    """The ink of one character: its mask, and where it lies from the pen (x) and the line's top (y)."""

    mask: NDArray[np.uint8]
    x: int
    y: int


class _Face:
    """One font at one size: its line, its characters' widths."""

    __slots__ = ("ascent", "font", "height", "name", "size", "widths")

    def __init__(self, name: Font, size: int) -> None:
        if name not in FONTS:
            unknown("font", name, FONTS)
        if not isinstance(size, int) or not _SMALLEST <= size <= _LARGEST:
            raise ValueError(f"font size {size!r}: expected whole pixels, {_SMALLEST} to {_LARGEST}")
        from PIL import ImageFont

        self.name: Font = name
        self.size = size
        self.font: ImageFont.FreeTypeFont = ImageFont.truetype(
            font_file(name), size, layout_engine=ImageFont.Layout.BASIC
        )
        ascent, descent = self.font.getmetrics()
        self.ascent: int = ascent
        self.height: int = ascent + descent
        if name in NOTO:
            lines = _face(NOTO[name], size)
            self.ascent, self.height = lines.ascent, lines.height
        self.widths = _Widths(self)

    def advance(self, character: str) -> int:
        """Returns how far the pen moves past a character, in pixels."""
        if character == "\t":
            return 4 * self.widths[" "]
        if unicodedata.category(character) in _WIDTHLESS or "\U0001f3fb" <= character <= "\U0001f3ff":
            return 0
        if self.name == "mono":
            return round(self.font.getlength("0"))
        source = owner(self.name, character)
        if source is None:
            return round(self.size * _EMOJI) if emoji.known(character) else self.size
        return round(_face(source, self.size).font.getlength(character))


class _Widths(dict[str, int]):
    """Characters' widths in one face, computed when first used; bounded, since text may hold any character."""

    def __init__(self, face: _Face) -> None:
        super().__init__()
        self.face = face

    def __missing__(self, character: str) -> int:
        value = self.face.advance(character)
        if len(self) < _CACHED_WIDTHS:
            self[character] = value
        return value


@lru_cache(maxsize=64)
def _face(font: Font, size: int) -> _Face:
    return _Face(font, size)


@lru_cache(maxsize=8192)
def glyph_of(font: Font, size: int, character: str) -> _Glyph | None:
    """Returns the ink of a character; None where it is invisible."""
    face = _face(font, size)
    if unicodedata.category(character) in {"Cc", "Cf", "Zl", "Zp", "Zs"}:
        return None
    source = owner(font, character)
    if source is None:
        advance = face.widths[character]
        return _outline(face, character, advance) if emoji.known(character) else _tofu(face, advance)
    from PIL import Image, ImageDraw

    lender = _face(source, size)
    left, _, right, _ = lender.font.getbbox(character, anchor="ls")
    x = int(np.floor(left))
    breadth = max(1, int(np.ceil(right)) - x)
    image = Image.new("L", (breadth, face.height))
    ImageDraw.Draw(image).text((-x, face.ascent), character, fill=255, font=lender.font, anchor="ls")
    if font in _SLANTED:
        image, x = _slanted(image, x, face)
    pixels = np.asarray(image)
    rows, columns = np.flatnonzero(pixels.any(axis=1)), np.flatnonzero(pixels.any(axis=0))
    if not rows.size:
        return None
    top, bottom, first, last = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
    ink = pixels[top:bottom, first:last].copy()
    ink.flags.writeable = False
    return _Glyph(ink, x + first, top)


def _slanted(image: Image.Image, x: int, face: _Face) -> tuple[Image.Image, int]:
    """Returns the image of a character slanted to the right, and its new distance from the pen."""
    from PIL import Image

    behind = int((face.height - face.ascent) * _SLANT) + 1  # pixels by which what is below the baseline goes left
    size = image.width + behind + int(face.ascent * _SLANT) + 1, image.height
    shear = (1.0, _SLANT, -behind - _SLANT * face.ascent, 0.0, 1.0, 0.0)
    return image.transform(size, Image.Transform.AFFINE, shear, Image.Resampling.BILINEAR), x - behind


@lru_cache(maxsize=8192)
def _column(font: Font, size: int, character: str) -> tuple[NDArray[np.uint8], bool]:
    """Returns the ink of a character in a column, as wide as the pen moves, and whether it fits in."""
    face, glyph = _face(font, size), glyph_of(font, size, character)
    advance = face.widths[character]
    column = np.zeros((face.height, advance), np.uint8)
    fits = glyph is None or (glyph.x >= 0 and glyph.x + glyph.mask.shape[1] <= advance)
    if glyph is not None and fits:
        height, breadth = glyph.mask.shape
        column[glyph.y : glyph.y + height, glyph.x : glyph.x + breadth] = glyph.mask
    column.flags.writeable = False
    return column, fits


@lru_cache(maxsize=8192)
def _beyond(font: Font, size: int, character: str) -> tuple[int, int, int]:
    """Returns the pixels by which ink reaches beyond a character's column on the left, its width, and on the right."""
    advance, glyph = _face(font, size).widths[character], glyph_of(font, size, character)
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


def has_emoji(line: str) -> bool:
    """Returns whether a line has pictures, which have colours of their own."""
    return not line.isascii() and any(map(emoji.known, line))


def _outline(face: _Face, character: str, advance: int) -> _Glyph:
    """Returns the outline of an emoji, which stands a bit below the baseline, and beyond a terminal's narrow cells."""
    side = max(1, min(round(face.size * _EMOJI), advance * 8 // 5, face.height))
    top = max(0, min(face.ascent - side * 4 // 5, face.height - side))
    return _Glyph(emoji.picture(character, side)[..., 3], (advance - side) // 2, top)


def _tofu(face: _Face, advance: int) -> _Glyph | None:
    """Returns an empty box, for a character that no font has."""
    if advance < 4:
        return None
    top = max(0, face.ascent - round(face.size * 0.76))
    box = np.full((face.ascent - top, advance - 2), 200, np.uint8)
    box[1:-1, 1:-1] = 0
    box.flags.writeable = False
    return _Glyph(box, 1, top)


@lru_cache(maxsize=32768)
def width(text: str, font: Font, size: int) -> int:
    """Returns the width of a line of text, in pixels.

    Args:
        text: one line; a line break has no width.
        font: One of `FONTS`.
        size: pixels per em.

    Raises:
        ValueError: an unknown font, or a size out of range.

    >>> width("iii", "mono", 14) == width("WWW", "mono", 14) == 3 * cell(14)[0]
    True
    """
    return sum(map(_face(font, size).widths.__getitem__, text))


def offset(text: str, font: Font, size: int, index: int) -> int:
    """Returns the pixels from the text's left edge to the caret before character `index`: the inverse of `index_at`.

    Args:
        text: One line.
        font: One of `FONTS`.
        size: Pixels per em.
        index: Index into `text`, 0 to len(text).
    """
    return width(text[:index], font, size)


@lru_cache(maxsize=256)
def line_height(font: Font, size: int) -> int:
    """Returns the height of a line of text, in pixels: ascent and descent, which leaves room between lines."""
    return _face(font, size).height


@lru_cache(maxsize=256)
def ascent(font: Font, size: int) -> int:
    """Returns the pixels from the top of a line of text to its baseline."""
    return _face(font, size).ascent


@lru_cache(maxsize=256)
def cell(size: int) -> tuple[int, int]:
    """Returns width and height of one cell of a grid of monospaced characters, in pixels."""
    return _face("mono", size).widths["0"], line_height("mono", size)


@lru_cache(maxsize=2048)
def _stays_inside(text: str, font: Font, size: int) -> bool:
    """Returns whether no character's ink reaches beyond its column."""
    return all([_column(font, size, character)[1] for character in text])


@lru_cache(maxsize=2048)
def clock_parts(text: str, font: Font, size: int) -> tuple[tuple[str, int], ...]:
    """Returns the parts of a time of day that are drawn one by one, with their widths in pixels.

    They are the date, the hour, the minute with its colon, and the rest: few of them make up all times. The
    characters of a part in which ink reaches beyond a character's column stand alone, as the ink is moved inside.

    >>> [part for part, _ in clock_parts("Oct 24  12:07 PM", "regular", 14)]
    ['Oct 24  ', '12', ':07', ' PM']
    """
    before, _, after = text.partition(":")
    date = before.rstrip("0123456789")
    parts: list[str] = []
    for part in (date, before[len(date) :], text[len(before) : len(before) + 3], after[2:]):
        if _stays_inside(part, font, size):
            parts.append(part)
        else:
            parts += part
    return tuple([(part, width(part, font, size)) for part in parts if part])


@lru_cache(maxsize=16384)
def ellipsize(text: str, font: Font, size: int, max_width: int) -> str:
    """Returns the text if it fits, else as much of its beginning as fits with an ellipsis behind.

    Args:
        text: One line.
        font: One of `FONTS`.
        size: Pixels per em.
        max_width: Room in pixels.

    >>> ellipsize("Meeting notes", "regular", 14, 1000)
    'Meeting notes'
    >>> ellipsize("Meeting notes", "regular", 14, 60)
    'Meetin…'
    """
    if width(text, font, size) <= max_width:
        return text
    widths = _face(font, size).widths
    room = max_width - widths[_ELLIPSIS]
    if room < 0:
        return ""
    ends = list(accumulate(map(widths.__getitem__, text)))
    return text[: bisect_right(ends, room)].rstrip() + _ELLIPSIS


@lru_cache(maxsize=1024)
def wrap_spans(text: str, font: Font, size: int, max_width: int) -> tuple[tuple[int, int], ...]:
    """Returns where the lines of a wrapped text begin and end.

    Lines break behind a run of spaces, which belongs to no line's span (a space at the text's end, where nothing
    breaks, does); a word wider than a line breaks between characters, with at least one per line. A line break always
    begins a new line, so that a text has at least one line.

    Args:
        text: The text.
        font: One of `FONTS`.
        size: Pixels per em.
        max_width: Width of a line in pixels.

    Returns:
        (start, end) of each line, indices into `text`, end exclusive.
    """
    widths = _face(font, size).widths
    spans: list[tuple[int, int]] = []
    start = 0
    for paragraph in text.split("\n"):
        spans.extend(_wrap_paragraph(text, start, start + len(paragraph), widths, max_width))
        start += len(paragraph) + 1
    return tuple(spans)


def _wrap_paragraph(text: str, start: int, end: int, widths: _Widths, max_width: int) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    used = 0
    gap: tuple[int, int] | None = None  # the last run of spaces in this line: where it begins and ends
    index = start
    while index < end:
        character = text[index]
        if character == " ":
            gap = (gap[0] if gap and gap[1] == index else index, index + 1)
            used += widths[character]
            index += 1
            continue
        used += widths[character]
        if used <= max_width or index == start:
            index += 1
            continue
        if gap and gap[0] > start:
            spans.append((start, gap[0]))
            start = gap[1]
        else:
            spans.append((start, index))
            start = index
        gap, used = None, sum(map(widths.__getitem__, text[start:index]))
    spans.append((start, end))
    return spans


@lru_cache(maxsize=1024)
def wrap(text: str, font: Font, size: int, max_width: int) -> tuple[str, ...]:
    r"""Returns the lines of a wrapped text; see `wrap_spans` for the arguments and for where lines break.

    Args:
        text: The text.
        font: One of `FONTS`.
        size: Pixels per em.
        max_width: Width of a line in pixels.

    >>> wrap("one two\nthree", "mono", 14, 5 * cell(14)[0])
    ('one', 'two', 'three')
    """
    return tuple(text[start:end] for start, end in wrap_spans(text, font, size, max_width))


@lru_cache(maxsize=1024)
def index_at(text: str, font: Font, size: int, x: int) -> int:
    """Returns the index of the caret position nearest to a point in a line, 0 to len(text).

    Args:
        text: One line.
        font: One of `FONTS`.
        size: Pixels per em.
        x: Pixels from the text's left edge.
    """
    widths = _face(font, size).widths
    pen = 0
    for index, character in enumerate(text):
        advance = widths[character]
        if 2 * x < 2 * pen + advance:
            return index
        pen += advance
    return len(text)


@lru_cache(maxsize=1024)
def mask(text: str, font: Font, size: int) -> NDArray[np.uint8]:
    """Returns the ink of a line of text: how much of each pixel it covers.

    Returns:
        (line_height, width) uint8, read-only; 0 is no ink, 255 is full. Ink that would lie outside is moved inside
        (the hook of a leading j) or left out (accents stacked high).
    """
    face = _face(font, size)
    first = glyph_of(font, size, text[0]) if text else None
    room = max(0, -first.x) if first is not None else 0  # for the hook of a leading J, taken from the gaps after it
    gaps = max(1, len(text) - 1)
    columns = [_column(font, size, character) for character in text]
    if room or not columns:
        out = np.zeros((face.height, width(text, font, size)), np.uint8)
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
