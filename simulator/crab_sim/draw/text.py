"""Text metrics: the width of text, and its line breaks. `crab_sim.draw.ink` has the pixels that it inks.

Everything is measured in whole pixels. A text's width is the sum of its characters' widths (no kerning, no ligatures),
so that measuring, wrapping, finding a caret and drawing agree exactly, on every machine. The fonts are bundled subsets
of Noto and, for the phone, of Roboto (Latin, Greek, Cyrillic, punctuation, symbols); `italic` and `bold_italic` are the
upright ones, slanted. What Roboto lacks is borrowed from Noto, and a symbol that a proportional font lacks from the
monospaced one. Emoji are pictures (`crab_sim.draw.emoji`); characters that all lack (Chinese, ...) are drawn as an
empty box. A tab is four spaces wide; other control characters, combining marks and skin tones have no width. Roboto's
lines are as high as Noto's: Android, too, sets lines farther apart than the font itself asks for.

Widths come from a record (`crab_sim.draw.metrics`), so neither Pillow nor numpy is needed to measure text. Sizes are
pixels per em, from 6 to 400.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from typing import Final, Literal

from crab_sim.draw import emoji, metrics
from crab_sim.draw.typefaces import ANDROID, FONTS, Font, covers, font_file, owner
from crab_sim.suggestions import unknown

__all__ = [
    "ANDROID",
    "FONTS",
    "SLANT",
    "SLANTED",
    "Align",
    "Font",
    "ascent",
    "cell",
    "clock_parts",
    "covers",
    "ellipsize",
    "emoji_box",
    "font_file",
    "has_emoji",
    "index_at",
    "is_invisible",
    "line_height",
    "offset",
    "seen_part",
    "tofu_top",
    "width",
    "wrap",
    "wrap_spans",
]  # fmt: skip

Align = Literal["left", "center", "right"]

SLANTED: Final[frozenset[Font]] = frozenset(["italic", "bold_italic"])
"""The fonts that are upright ones, slanted."""
SLANT: Final = 0.2
"""Pixels to the right for each pixel above the baseline."""
_WIDTHLESS: Final = frozenset({"Cc", "Cf", "Mn", "Me", "Zl", "Zp"})
_INKLESS: Final = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs"})
_CACHED_WIDTHS: Final = 4096
_ELLIPSIS = "…"
_EMOJI: Final = 1.2  # the width of an emoji, in ems


class _Face:
    """One font at one size: its line, its characters' widths."""

    __slots__ = ("ascent", "height", "name", "size", "widths")

    def __init__(self, name: Font, size: int) -> None:
        if name not in FONTS:
            unknown("font", name, FONTS)
        if not isinstance(size, int) or not metrics.SMALLEST <= size <= metrics.LARGEST:
            raise ValueError(f"font size {size!r}: expected whole pixels, {metrics.SMALLEST} to {metrics.LARGEST}")
        self.name: Font = name
        self.size = size
        self.ascent, self.height = metrics.line(name, size)
        self.widths = _Widths(self)

    def advance(self, character: str) -> int:
        """Returns how far the pen moves past a character, in pixels."""
        if character == "\t":
            return 4 * self.widths[" "]
        if unicodedata.category(character) in _WIDTHLESS or "\U0001f3fb" <= character <= "\U0001f3ff":
            return 0
        if self.name == "mono":
            return metrics.advance("mono", self.size, "0")
        source = owner(self.name, character)
        if source is None:
            return round(self.size * _EMOJI) if emoji.known(character) else self.size
        return metrics.advance(source, self.size, character)


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


def has_emoji(line: str) -> bool:
    """Returns whether a line has pictures, which have colours of their own."""
    return not line.isascii() and any(map(emoji.known, line))


def is_invisible(character: str) -> bool:
    """Returns whether a character has no ink, whatever the font: a space, a control character."""
    return unicodedata.category(character) in _INKLESS


def emoji_box(character: str, font: Font, size: int) -> tuple[int, int, int]:
    """Returns the side of an emoji, and where it begins from the pen (x) and the line's top (y), in pixels.

    It stands a bit below the baseline, and beyond a terminal's narrow cells.
    """
    face = _face(font, size)
    advance = face.widths[character]
    side = max(1, min(round(size * _EMOJI), advance * 8 // 5, face.height))
    return side, (advance - side) // 2, max(0, min(face.ascent - side * 4 // 5, face.height - side))


def tofu_top(font: Font, size: int) -> int:
    """Returns the top of the empty box that stands for a character that all fonts lack, in pixels of the line."""
    return max(0, ascent(font, size) - round(size * 0.76))


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
        if metrics.stays_inside(part, font, size):
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


def seen_part(line: str, font: Font, size: int, align: Align, room: int) -> tuple[str, Align]:
    """Returns what is laid out of a line, and how: no more than can be seen, for lines may be very long.

    Args:
        line: The line.
        font: Its font.
        size: Its size.
        align: Its place in its box.
        room: The box's width in pixels.
    """
    excess = width(line, font, size) - room
    if excess <= 0:
        return line, align
    if align == "right":
        return line[max(0, index_at(line, font, size, excess) - 1) :], align
    return line[: index_at(line, font, size, room) + 1], "left"
