"""Drawing numbered boxes on screens, fast enough for every step.

* `Overlay` - draws on the successive screens of one device.
* `PALETTE` - the colours of the numbers, in turn.

A number is placed where it hides least: of the places in and around its box it takes the one with the fewest edges
    below it that no other number covers. Equal screens and boxes give equal pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crab_gym.backends.base import Image
from crab_sim.draw import text as texts
from crab_sim.draw.ink import mask
from crab_sim.fast.frames import Frame, FramePool

__all__ = ["PALETTE", "Overlay"]

Bounds = tuple[int, int, int, int]
Stroke = tuple[int, int, int, int, NDArray[np.uint8]]
"""Rows from and to, bytes of a row from and to, and the pixels to write there."""

Occupied = dict[tuple[int, int], list[Sequence[int]]]
"""The rectangles that numbers cover, by cells of the screen."""

Compare = Callable[[Image, Any], tuple[Any, Sequence[tuple[int, ...]] | None]]

PALETTE: tuple[tuple[int, int, int], ...] = (
    (222, 20, 20), (43, 108, 238), (11, 132, 51), (210, 18, 146), (11, 128, 118), (184, 86, 15), (124, 85, 241),
    (98, 124, 11),
)  # fmt: skip
"""Colours of a luminance of about 0.18, whose contrast with white and with black is the same: 4.5 to 1."""

_LINE = 2
_FONT_SIZE, _HEIGHT, _PADDING = 11, 14, 3
_ACROSS, _DOWN = 10, 5  # pixels looked at below a number
_ALONG = ((np.arange(_ACROSS) + 0.5) / _ACROSS)[:, None]
_DOWNWARDS = ((np.arange(_DOWN) + 0.5) / _DOWN)[:, None]
_PLACES = 10
# The cost of a place is the mean difference of pixels below it (0 to 255) times _EDGES, plus these.
_EDGES = 3.0
_HIDES_OWN, _ON_OTHER = 40.0, 25.0
_LIKED = np.array([0.0, 2.0, 4.0, 3.0, 4.0, 6.0, 6.0, 12.0, 6.0, 3.0], np.float32)
_CELL = 32
_REMEMBERED = 64
_FRAMES = 3


class _Places(NamedTuple):
    """The places that the numbers of some boxes can take; K boxes with C places each."""

    rects: NDArray[np.int32]  # (K, C, 4)
    costs: NDArray[np.float32]  # (K, C), without the edges below
    pixels: NDArray[np.intp]  # (across, down, K C): where to look, as offsets of green bytes in the picture
    order: list[int]  # small boxes choose first


class _Frame(Frame):
    """A picture, its strokes, and the token of the screen under them."""

    __slots__ = ("strokes", "token")

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.strokes: tuple[Stroke, ...] = ()
        self.token: Any = None  # None if the screen isn't known


class Overlay:
    """Draws boxes with numbers on the successive screens of one device.

    A picture that was returned never changes while anybody holds it; once nobody does, its memory is drawn on again.

    Args:
        size: Width and height of the screen in pixels.
        compare: Returns the regions in which a screen may differ from an earlier one (`Backend.differences`), so that
            only these are copied; by default, screens are copied whole.

    Example:
        >>> white = np.full((100, 100, 3), 255, np.uint8)
        >>> marked = Overlay((100, 100)).draw(white, [(10, 20, 90, 80)])
        >>> tuple(marked[79, 50].tolist()) == PALETTE[0], int(marked[50, 50].min())
        (True, 255)
    """

    def __init__(self, size: tuple[int, int], compare: Compare | None = None) -> None:
        self.size = size
        self._compare: Compare = compare or _unknown
        self._pool = FramePool(lambda: _Frame(*size), _FRAMES)
        self._strokes: tuple[Stroke, ...] = ()
        self._boxes: tuple[Bounds, ...] = ()  # the boxes, places and screen that the strokes are for
        self._choice = b""
        self._token: Any = None

    def draw(self, screen: Image, boxes: Sequence[Bounds]) -> Image:
        """Returns a screen with boxes numbered 1, 2, ... in their order.

        Args:
            screen: ``(H, W, 3) uint8 RGB``.
            boxes: ``(left, top, right, bottom)`` in pixels, half-open, within the screen and not empty.

        Raises:
            ValueError: The screen is of another size.
        """
        width, height = self.size
        if screen.shape != (height, width, 3):
            raise ValueError(f"got a screen of the shape {screen.shape}; expected {(height, width, 3)}")
        frame = self._pool.take()
        source, pixels = screen.reshape(height, 3 * width), frame.pixels
        since, frame.token = frame.token, None  # until it is drawn
        token, stale = self._compare(screen, None)
        strokes = self._plan(screen, tuple(boxes), token)
        if frame.strokes is strokes:
            stale = self._compare(screen, since)[1]
        if stale is None:  # faster than removing old strokes one by one
            stale = [(0, 0, width, height)]
        for left, top, right, bottom in stale:
            pixels[top:bottom, 3 * left : 3 * right] = source[top:bottom, 3 * left : 3 * right]
        if stale:
            for top, bottom, start, stop, value in strokes:
                pixels[top:bottom, start:stop] = value
        frame.strokes, frame.token = strokes, token
        return frame.image()

    def labels(self, screen: Image, boxes: Sequence[Bounds]) -> list[Bounds]:
        """Returns the places of the boxes' numbers on a screen, in their order."""
        places, choice = self._choose(np.ascontiguousarray(screen), tuple(boxes))
        return _arrange(places, choice, self.size)

    def _plan(self, screen: Image, boxes: tuple[Bounds, ...], token: Any) -> tuple[Stroke, ...]:
        """Returns the strokes to draw; the same tuple while they are the same."""
        if boxes == self._boxes and (not boxes or (token is not None and token == self._token)):
            return self._strokes
        choice = b""
        if boxes:
            choice = self._choose(screen, boxes)[1].tobytes()
        if boxes != self._boxes or choice != self._choice:
            self._strokes = _strokes(boxes, self.size, choice)
        self._boxes, self._choice, self._token = boxes, choice, token
        return self._strokes

    def _choose(self, screen: Image, boxes: tuple[Bounds, ...]) -> tuple[_Places, NDArray[np.intp]]:
        """Returns the numbers' places, and the ranking of each number's places from the best to the worst, ``(K,
        C)``.
        """
        places = _places(boxes, self.size)
        below = screen.reshape(-1).take(places.pixels)
        steps = np.maximum(below[1:], below[:-1])
        steps -= np.minimum(below[1:], below[:-1])
        edges = np.add.reduce(steps, axis=(0, 1), dtype=np.uint16).reshape(places.costs.shape)
        weight = np.float32(_EDGES / (_DOWN * (_ACROSS - 1)))
        return places, np.argsort(places.costs + weight * edges, axis=1, kind="stable")


def _unknown(screen: Image, since: Any) -> tuple[Any, None]:
    return None, None


@lru_cache(maxsize=_REMEMBERED)
def _places(boxes: tuple[Bounds, ...], size: tuple[int, int]) -> _Places:
    width, height = size
    left, top, right, bottom = np.array(boxes, np.int32).reshape(-1, 4).T
    wide = _tag_widths(len(boxes))
    under, before, last = bottom - _HEIGHT, left - wide, right - wide
    above, middle = top - _HEIGHT, (top + bottom - _HEIGHT) // 2
    # In the corners, above, left, right and below, above at the right, in the middle of the left edge: (C, K).
    x0 = np.array([left, last, left, left, last, before, right, left, last, left - wide // 2])
    y0 = np.array([top, top, above, under, under, top, top, bottom, above, middle])
    x0 = np.maximum(np.minimum(x0, np.maximum(0, width - wide)), 0)
    y0 = np.maximum(np.minimum(y0, max(0, height - _HEIGHT)), 0)
    x1, y1 = np.minimum(x0 + wide, width), np.minimum(y0 + _HEIGHT, height)
    # How much of each place lies on each box: (boxes, C, K).
    lefts, tops, rights, bottoms = left[:, None, None], top[:, None, None], right[:, None, None], bottom[:, None, None]
    over = np.minimum(x1, rights)
    over -= np.maximum(x0, lefts)
    high = np.minimum(y1, bottoms)
    high -= np.maximum(y0, tops)
    np.maximum(over, 0, out=over)
    over *= np.maximum(high, 0, out=high)
    area = (right - left) * (bottom - top)
    index = np.arange(len(boxes))
    own = over[index, :, index] / np.maximum(area, 1)[:, None]
    inside = (lefts <= left) & (tops <= top) & (rights >= right) & (bottoms >= bottom)
    over *= ~inside
    other = over.max(axis=0).T / (wide * _HEIGHT)[:, None]
    costs = (_LIKED + _HIDES_OWN * own + _ON_OTHER * other).astype(np.float32)
    rects = np.array([x0, y0, x1, y1], np.int32).transpose(2, 1, 0)
    x0, y0, x1, y1 = (edge.T.reshape(-1) for edge in (x0, y0, x1, y1))
    xs = 3 * (x0 + _ALONG * (x1 - x0)).astype(np.intp)
    ys = 3 * width * (y0 + _DOWNWARDS * (y1 - y0)).astype(np.intp) + 1
    order = sorted(range(len(boxes)), key=area.tolist().__getitem__)
    return _Places(rects, costs, ys + xs[:, None], order)


@lru_cache(maxsize=_REMEMBERED)
def _strokes(boxes: tuple[Bounds, ...], size: tuple[int, int], choice: bytes) -> tuple[Stroke, ...]:
    """Returns the strokes for boxes, whose numbers' places are ranked by `choice`, ``(K, C) intp``."""
    strokes: list[Stroke] = []
    # Large ones first, so that a list's frame doesn't cut those of its rows.
    for number, box in sorted(enumerate(boxes, 1), key=lambda item: -_area(item[1])):
        strokes += _outline(box, _colour(number))
    if boxes:
        ranked = np.frombuffer(choice, np.intp).reshape(len(boxes), _PLACES)
        for number, rect in enumerate(_arrange(_places(boxes, size), ranked, size), 1):
            strokes.append((rect[1], rect[3], 3 * rect[0], 3 * rect[2], _tag(number)))
    return tuple(strokes)


def _arrange(places: _Places, choice: NDArray[np.intp], size: tuple[int, int]) -> list[Bounds]:
    """Returns the place of each number: the best of its places that is still free."""
    occupied: Occupied = {}
    rectangles: dict[int, Bounds] = {}
    best = places.rects[np.arange(len(choice)), choice[:, 0]].tolist()
    for i in places.order:
        rect: Sequence[int] = best[i]
        cells = _cells(rect)
        if not _free(rect, cells, occupied):
            for rect in places.rects[i, choice[i, 1:]].tolist():
                cells = _cells(rect)
                if _free(rect, cells, occupied):
                    break
            else:
                rect = _nearest(best[i], occupied, size)
                cells = _cells(rect)
        rectangles[i] = rect[0], rect[1], rect[2], rect[3]
        for cell in cells:
            occupied.setdefault(cell, []).append(rect)
    return [rectangles[i] for i in range(len(rectangles))]


def _nearest(rect: Sequence[int], occupied: Occupied, size: tuple[int, int]) -> Sequence[int]:
    """Returns the free place nearest to a taken one; the taken one itself if the whole screen is taken."""
    left, top, right, bottom = rect
    wide, high = right - left, bottom - top
    for reach in range(1, 16):
        ring = [
            (left + across * wide // 2, top + down * high // 2)
            for down in range(-reach, reach + 1)
            for across in range(-reach, reach + 1)
            if max(abs(down), abs(across)) == reach
        ]
        for x, y in ring:
            moved = x, y, x + wide, y + high
            if (
                0 <= x
                and 0 <= y
                and moved[2] <= size[0]
                and moved[3] <= size[1]
                and _free(moved, _cells(moved), occupied)
            ):
                return moved
    return rect


def _cells(rect: Sequence[int]) -> list[tuple[int, int]]:
    left, top, right, bottom = rect[0] // _CELL, rect[1] // _CELL, (rect[2] - 1) // _CELL, (rect[3] - 1) // _CELL
    if left == right and top == bottom:
        return [(left, top)]
    return [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]


def _free(rect: Sequence[int], cells: Sequence[tuple[int, int]], occupied: Occupied) -> bool:
    for cell in cells:
        for other in occupied.get(cell, ()):
            if rect[0] < other[2] and other[0] < rect[2] and rect[1] < other[3] and other[1] < rect[3]:
                return False
    return True


def _area(box: Bounds) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


@lru_cache(maxsize=4096)
def _outline(box: Bounds, colour: tuple[int, int, int]) -> tuple[Stroke, ...]:
    stripe = _stripe(colour)
    left, top, right, bottom = box
    line = min(_LINE, right - left, bottom - top)
    start, stop = 3 * left, 3 * right
    row, column = stripe[: stop - start], stripe[: 3 * line]
    if stop - start > len(stripe):
        row = np.resize(stripe, stop - start)
    return (
        (top, top + line, start, stop, row),
        (bottom - line, bottom, start, stop, row),
        (top, bottom, start, start + 3 * line, column),
        (top, bottom, stop - 3 * line, stop, column),
    )


def _colour(number: int) -> tuple[int, int, int]:
    return PALETTE[(number - 1) % len(PALETTE)]


@lru_cache(maxsize=len(PALETTE))
def _stripe(colour: tuple[int, int, int]) -> NDArray[np.uint8]:
    return np.tile(np.array(colour, np.uint8), 2560)


def _tag_width(number: int) -> int:
    return texts.width(str(number), "bold", _FONT_SIZE) + 2 * _PADDING


@lru_cache(maxsize=_REMEMBERED)
def _tag_widths(count: int) -> NDArray[np.int32]:
    return np.array([_tag_width(number) for number in range(1, count + 1)], np.int32)


@lru_cache(maxsize=1024)
def _tag(number: int) -> NDArray[np.uint8]:
    """Returns a number in white on its colour, ``(H, 3 W) uint8``."""
    label = str(number)
    ink = mask(label, "bold", _FONT_SIZE)
    wide = _tag_width(number)
    alpha = np.zeros((_HEIGHT, wide), np.float32)
    rows = np.flatnonzero(ink.any(axis=1))
    ink = ink[rows[0] : rows[-1] + 1]
    top = (_HEIGHT - ink.shape[0]) // 2
    right = min(wide, _PADDING + ink.shape[1])
    alpha[top : top + ink.shape[0], _PADDING:right] = ink[:, : right - _PADDING] / 255.0
    ground = np.array(_colour(number), np.float32)
    tag = ground + (255.0 - ground) * alpha[:, :, None]
    return tag.round().astype(np.uint8).reshape(_HEIGHT, 3 * wide)
