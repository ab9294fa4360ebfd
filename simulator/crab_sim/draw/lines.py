"""Painting of lines of text."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crab_sim.draw import emoji, ink
from crab_sim.draw import text as texts
from crab_sim.draw.blending import Layer, Pixels, Ready, layer_of, on_ground, put, seen, size_of
from crab_sim.draw.ops import Color, Rect, Spread, Text
from crab_sim.draw.store import Store

__all__ = ["inked_part", "paint_spread", "paint_text"]

_PIECES: Final = 256  # kept of one font in one colour


class _Piece(NamedTuple):
    """A piece of a line: what it looks like, as high as a line, and the rows that have ink."""

    pixels: Pixels  # its mask where the ground isn't known
    top: int
    bottom: int


@lru_cache(maxsize=512)
def _kept_pieces(font: texts.Font, size: int, color: Color, ground: Color | None) -> dict[str, _Piece]:
    """Returns the pieces of lines that were drawn so."""
    return {}


def _piece(piece: str, font: texts.Font, size: int, color: Color, ground: Color | None) -> _Piece:
    mask = ink.mask(piece, font, size)
    rows = np.flatnonzero(mask.any(axis=1))
    top, bottom = (int(rows[0]), int(rows[-1]) + 1) if rows.size else (mask.shape[0], 0)
    return _Piece(mask if ground is None else seen(mask, color, ground)[0], top, bottom)


_words: Store[_Piece] = Store(8 << 20)


def _pieces_of(line: str, font: texts.Font, size: int, color: Color, ground: Color | None) -> list[_Piece] | None:
    """Returns the pieces that make up a line: mostly its words, else its characters; None where there are none."""
    found: list[_Piece] = []
    before = ""
    *words, last = line.split(" ")
    for word in [f"{word} " for word in words] + [last] * bool(last):
        one = _word(word, font, size, color, ground)
        if one is None and before:  # a j reaches into the space before it
            word = before + word
            found.pop()
            one = _word(word, font, size, color, ground)
        if one is None:
            return _characters_of(line, font, size, color, ground)
        found.append(one)
        before = word
    return found


def _word(word: str, font: texts.Font, size: int, color: Color, ground: Color | None) -> _Piece | None:
    """Returns a word as one piece, None if it looks different in other lines."""
    key = (word, font, size, color, ground)
    kept = _words.get(key)
    if kept is None and ink.stands_alone(word, font, size):
        found = _characters_of(word, font, size, color, ground) or []
        pixels = np.concatenate([one.pixels for one in found], axis=1)
        kept = _Piece(pixels, min([one.top for one in found]), max([one.bottom for one in found]))
        _words.put(key, kept, 256 + pixels.nbytes)
    return kept


def _characters_of(line: str, font: texts.Font, size: int, color: Color, ground: Color | None) -> list[_Piece] | None:
    pieces = ink.pieces(line, font, size)
    if not pieces:
        return None
    kept = _kept_pieces(font, size, color, ground)
    found: list[_Piece] = []
    for piece in pieces:
        one = kept.get(piece)
        if one is None:
            one = _piece(piece, font, size, color, ground)
            if len(kept) < _PIECES:
                kept[piece] = one
        found.append(one)
    return found


class _Spread(NamedTuple):
    """The ink of a line that isn't laid out as usual, and its emoji with the places of their top left corners."""

    mask: NDArray[np.uint8]
    emoji: list[tuple[str, int, int, int]]  # which, its side, x and y


class _Line:
    """A line of text in one colour: its ink, where that begins, and the size of the whole line in pixels.

    Args:
        line: The line.
        font: Its font.
        size: Its size.
        color: Its colour.
        ground: The colour below it, if it is known.
        spread: Its ink, where it isn't laid out as usual.
    """

    __slots__ = ("height", "ready", "width", "x", "y")

    def __init__(
        self,
        line: str,
        font: texts.Font,
        size: int,
        color: Color,
        ground: Color | None,
        spread: _Spread | None = None,
    ) -> None:
        self.x = self.y = 0
        self.ready: Ready | None = None
        if spread is None and texts.has_emoji(line):
            spread = _spread(line, font, size, size, texts.width(line, font, size))
        found = _pieces_of(line, font, size, color, ground) if spread is None else None
        if found:  # nearly always, and then no ink needs to be looked at
            top, bottom = min([one.top for one in found]), max([one.bottom for one in found])
            self.height = texts.line_height(font, size)
            self.width = texts.width(line, font, size)
            if top < bottom:
                pixels = np.concatenate([one.pixels[top:bottom] for one in found], axis=1)
                self.y = top
                self.ready = (pixels,) if ground is not None else layer_of(pixels, color)
            return
        mask = ink.mask(line, font, size) if spread is None else spread.mask
        self.height, self.width = mask.shape
        rows, places = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        if rows.size:
            self.x, self.y = int(places[0]), int(rows[0])
            down, across = slice(self.y, int(rows[-1]) + 1), slice(self.x, int(places[-1]) + 1)
            if spread is None or not spread.emoji:
                self.ready = seen(mask[down, across], color, ground)
            else:
                columns = slice(3 * across.start, 3 * across.stop)
                factor, addend = _colored(spread, color)
                self.ready = on_ground(ground, (factor[down, columns], addend[down, columns]))


def _colored(line: _Spread, color: Color) -> Layer:
    """Returns a line in its colour, with its emoji in theirs."""
    factor, addend = layer_of(line.mask, color)
    for character, side, x, y in line.emoji:
        pixels = emoji.picture(character, side)[:, : line.mask.shape[1] - x].astype(np.uint16)
        alpha = np.repeat(pixels[..., 3:] + (pixels[..., 3:] >> 7), 3, axis=2).reshape(side, -1)
        box, covered = (slice(y, y + side), slice(3 * x, 3 * x + alpha.shape[1])), alpha > 0
        factor[box][covered] = 256 - alpha[covered]
        addend[box][covered] = (alpha * pixels[..., :3].reshape(side, -1) + 128)[covered]
    return factor, addend


_lines: Store[_Line] = Store(112 << 20)  # with 80, a workload of a hundred tasks makes a tenth of its lines anew


def inked_part(op: Text, part: Rect) -> Rect | None:
    """Returns the part of a text's box in which its line lies, None where that is cut away."""
    x0, y0, x1, y1 = part
    _, left, top, right, bottom, _, _, line, font, size, align = op
    across, high = texts.width(line, font, size), texts.line_height(font, size)
    if across < right - left:
        if align == "center":
            left += (right - left - across) // 2
        elif align == "right":
            left = right - across
        if left > x0:
            x0 = left
        if left + across < x1:
            x1 = left + across
    top += (bottom - top - high) // 2
    if top > y0:
        y0 = top
    if top + high < y1:
        y1 = top + high
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def paint_text(image: Pixels, op: Text, part: Rect, ground: Color | None) -> None:
    """Paints a part of a line of text.

    Args:
        image: The image.
        op: The operation.
        part: The rectangle of the image to paint.
        ground: The colour below all of the part, if it is known; see the module.
    """
    _, left, top, right, bottom, _, color, line, font, size, align = op
    room = right - left
    key = (line, font, size, color, ground)
    found = _lines.get(key)
    if found is None or found.width > room:
        line, align = texts.seen_part(line, font, size, align, room)
        key = (line, font, size, color, ground)
        found = _lines.get(key)
        if found is None:
            found = _Line(line, font, size, color, ground)
            _lines.put(key, found, 256 + (size_of((found.ready,)) if found.ready is not None else 0))
    if found.ready is None:
        return
    if align == "left":
        x = left
    elif align == "center":
        x = left + (room - found.width) // 2
    elif align == "right":
        x = right - found.width
    else:
        raise ValueError(f"text alignment {align!r}: expected left, center or right")
    put(image, found.ready, x + found.x, top + (bottom - top - found.height) // 2 + found.y, *part)


def paint_spread(image: Pixels, op: Spread, part: Rect, ground: Color | None) -> None:
    """Paints a part of a line of text that fills its box.

    Args:
        image: The image.
        op: The operation.
        part: The rectangle of the image to paint.
        ground: The colour below all of the part, if it is known; see the module.
    """
    _, left, top, right, _, _, color, line, font, size, base = op
    key = (line, font, size, color, ground, base, right - left)
    found = _lines.get(key)
    if found is None:
        found = _Line(line, font, size, color, ground, _spread(line, font, size, base, right - left))
        _lines.put(key, found, 256 + (size_of((found.ready,)) if found.ready is not None else 0))
    if found.ready is not None:
        put(image, found.ready, left + found.x, top + found.y, *part)


def _spread(line: str, font: texts.Font, size: int, base: int, breadth: int) -> _Spread:
    """Returns the ink of a line in which each word begins and ends where it does at another size, in proportion.

    Widths are whole pixels, so that a word at twice the size isn't twice as wide. The difference is shared by the gaps
    of the word, where it is hardly seen; it would be between words, and more so at the line's end.

    Args:
        line: The line.
        font: Its font.
        size: Its size.
        base: The size at which it was laid out.
        breadth: The width of the whole line.
    """
    out = _Spread(np.zeros((texts.line_height(font, size), breadth), np.uint8), [])
    share = breadth / max(1, texts.width(line, font, base))
    space, start = texts.width(" ", font, base), 0
    for word in line.split(" "):
        end = start + texts.width(word, font, base)
        if word:
            _put_word(out, word, font, size, round(start * share), round(end * share))
        start = end + space
    return out


def _put_word(line: _Spread, word: str, font: texts.Font, size: int, left: int, right: int) -> None:
    """Adds the ink of a word between two edges; what would lie outside of the line is moved inside."""
    out = line.mask
    first = ink.glyph_of(font, size, word[0])
    pen = last = left + (max(0, -first.x) if first is not None and not left else 0)
    slack = right - pen - texts.width(word, font, size)
    for i, character in enumerate(word):
        advance, glyph = texts.width(character, font, size), ink.glyph_of(font, size, character)
        shift = slack * (2 * i + 1) // (2 * len(word))
        if glyph is not None:
            height, breadth = glyph.mask.shape
            # a mark has no width, and is centred over its letter
            x = pen + shift + glyph.x if advance else (last + pen + shift - breadth) // 2
            x = max(0, min(x, out.shape[1] - breadth))
            into = out[glyph.y : glyph.y + height, x : x + breadth]
            np.maximum(into, glyph.mask[:, : into.shape[1]], out=into)
            if emoji.known(character):
                line.emoji.append((character, height, x, glyph.y))
        if advance:
            last, pen = pen + shift, pen + advance
