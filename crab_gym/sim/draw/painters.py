"""Painting of single drawing operations into images.

An image is ``(H, 3 * W) uint8`` here, since rows of bytes are copied much faster than rows of triples. A painter gets
the image, the op, the part of the image to paint (the op's box and clip, cut to the area that is repainted), and the
ground: the colour of all pixels of that part where it is known, else None. Everything that is blended (lines of text,
icons, corners) is prepared once and kept in caches bounded by bytes, shared by all screens of the process. On a known
ground the finished pixels are kept, so that they need only be copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from crab_gym.sim.draw import text as texts
from crab_gym.sim.draw.icons import icon as icon_mask
from crab_gym.sim.draw.ops import Color, Fill, Frame, Icon, Picture, Rect, Round, Shade, Shadow, Text
from crab_gym.sim.draw.pictures import picture as make_picture

__all__ = [
    "Pixels", "beside_corners", "inside_frame", "paint_fill", "paint_frame", "paint_icon", "paint_picture",
    "paint_round", "paint_shade", "paint_shadow", "paint_shadow_on", "paint_text",
]  # fmt: skip

Pixels = NDArray[np.uint8]
"""An image as painters see it, ``(H, 3 * W) uint8``."""
_Layer = tuple[NDArray[np.uint16], NDArray[np.uint16]]
"""The factor of the pixels below, and the addend to the product; both in parts of 256."""
_Ready = tuple[NDArray[Any], ...]
"""A layer; or, where the ground is known, one array: the pixels of the layer on that ground."""

_SHADOW_ALPHA = 110  # in the middle of the box, of 255
_SHADOW_INSET = 12  # a shadow begins inside its box, so that rounded corners have one
_SMALL = 4096  # rounded rectangles of at most so many pixels are blended in one piece
_BLACK = (0, 0, 0)
_SEVEN, _HALF, _FULL = (np.array(n, np.uint16) for n in (7, 128, 256))
_EIGHT = np.array(8, np.uint16)  # numpy shifts by this twice as fast as by a Python number
_CHUNK = 98_304  # bytes shaded at a time, so that they stay in the processor's cache


_Value = TypeVar("_Value")


class _Store(Generic[_Value]):
    """A cache bounded by the bytes of its values; those not used for long go first. Threads may share it.

    It keeps two generations, each of half the bytes. A value found in the old generation moves to the young one; when
    the young one is full, it becomes the old one, which is dropped. So most look-ups are a single one in a dictionary,
    without the reordering of a cache that counts uses.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.held = 0  # bytes of the young
        self.young: dict[tuple[object, ...], tuple[_Value, int]] = {}
        self.old: dict[tuple[object, ...], tuple[_Value, int]] = {}
        self.lock = Lock()

    def get(self, key: tuple[object, ...]) -> _Value | None:
        found = self.young.get(key)
        if found is None:
            found = self.old.get(key)
            if found is None:
                return None
            self.put(key, *found)
        return found[0]

    def put(self, key: tuple[object, ...], value: _Value, size: int) -> None:
        """Keeps a value, unless it alone exceeds half the limit."""
        with self.lock:
            if 2 * size > self.limit or key in self.young:
                return
            if 2 * (self.held + size) > self.limit:
                self.young, self.old, self.held = {}, self.young, 0
            self.young[key] = value, size
            self.held += size


_lines: _Store[_Line] = _Store(48 << 20)
_layers: _Store[tuple[_Ready, ...]] = _Store(32 << 20)
_pictures: _Store[Pixels] = _Store(24 << 20)
_rings: _Store[tuple[tuple[int, int, Pixels], ...]] = _Store(8 << 20)
_photos: _Store[Pixels] = _Store(24 << 20)  # apart, so that photos and maps never push out wallpapers, which take long


@lru_cache(maxsize=256)
def _row(color: Color, blocks: int) -> NDArray[np.uint8]:
    """Returns a row of `blocks` times 2048 pixels of one colour."""
    return np.tile(np.array(color, np.uint8), blocks * 2048)


def _layer(mask: NDArray[np.uint8], color: Color) -> _Layer:
    """Returns a colour seen through a mask, prepared for blending: below * factor + addend, over 256, rounded."""
    alpha = mask.astype(np.uint16)
    alpha += alpha >> _SEVEN  # 255 becomes 256, so that full ink is the colour itself
    wide: NDArray[np.uint16] = np.empty((mask.shape[0], 3 * mask.shape[1]), np.uint16)
    wide[:, ::3] = wide[:, 1::3] = wide[:, 2::3] = alpha  # faster than to repeat
    ink = _row(color, (mask.shape[1] + 2047) >> 11)[: wide.shape[1]]
    addend: NDArray[np.uint16] = np.multiply(wide, ink)
    addend += _HALF
    return _FULL - wide, addend


def _corners(mask: NDArray[np.uint8], color: Color) -> tuple[_Layer, ...]:
    """Returns the layers of all four corners: top left, which the mask shows, top right, bottom left, bottom right."""
    return tuple(_layer(turned, color) for turned in (mask, mask[:, ::-1], mask[::-1], mask[::-1, ::-1]))


def _quadruple(layers: Sequence[_Layer]) -> _Layer:
    """Returns four layers as one, shaped (2, 2, height, width)."""
    factors, addends = (np.stack(parts) for parts in zip(*layers, strict=True))
    return factors.reshape(2, 2, *factors.shape[1:]), addends.reshape(2, 2, *addends.shape[1:])


def _on(ground: Color | None, layer: _Layer) -> _Ready:
    """Returns the pixels of a layer on a ground; the layer itself where the ground isn't known."""
    if ground is None:
        return layer
    factor, addend = layer
    pixels = _row(ground, 1 + factor.shape[-1] // (3 * 2048))[: factor.shape[-1]] * factor
    pixels += addend
    pixels >>= _EIGHT
    return (pixels.astype(np.uint8),)


@lru_cache(maxsize=512)
def _inks(color: Color, ground: Color) -> NDArray[np.uint8]:
    """Returns a colour on a ground for every value of a mask, (256, 3)."""
    return _on(ground, _layer(np.arange(256, dtype=np.uint8)[:, None], color))[0]


def _seen(mask: NDArray[np.uint8], color: Color, ground: Color | None) -> _Ready:
    """Returns a colour seen through a mask, on a ground if that is known."""
    if ground is None:
        return _layer(mask, color)
    return (_inks(color, ground).take(mask, axis=0).reshape(mask.shape[0], 3 * mask.shape[1]),)


def _size(layers: Sequence[_Ready]) -> int:
    return sum([part.nbytes for parts in layers for part in parts])


def _disc(radius: int, hole: int = 0) -> NDArray[np.uint8]:
    """Returns the top left quarter of a disc with an anti-aliased edge; `hole` is the radius of a hole in it."""
    steps = radius - 0.5 - np.arange(radius)
    distance = np.sqrt(steps[:, None] ** 2 + steps[None, :] ** 2)
    ink = np.clip(radius + 0.5 - distance, 0, 1)
    if hole > 0:
        ink -= np.clip(hole + 0.5 - distance, 0, 1)
    return np.asarray(ink * 255 + 0.5, dtype=np.uint8)


def _flat(image: Pixels, color: Color, x0: int, y0: int, x1: int, y1: int) -> None:
    if x0 < x1 and y0 < y1:
        image[y0:y1, 3 * x0 : 3 * x1] = _row(color, (x1 - x0 + 2047) >> 11)[: 3 * (x1 - x0)]


def _mix(below: Pixels, factor: NDArray[Any], addend: NDArray[np.uint16] | None = None) -> None:
    """Blends a layer into the pixels below; without an addend, `factor` is pixels that replace them."""
    if addend is None:
        below[...] = factor
        return
    mixed = below.astype(np.uint16, order="C")  # the order of factor and addend
    mixed *= factor
    mixed += addend
    mixed >>= _EIGHT
    below[...] = mixed


def _put(image: Pixels, ready: _Ready, left: int, top: int, x0: int, y0: int, x1: int, y1: int) -> None:
    """Puts a layer or pixels into the image with the top left at (left, top), cut to (x0, y0, x1, y1)."""
    height, width = ready[0].shape
    first, last, bottom = 3 * left, 3 * left + width, top + height
    if left < x0 or top < y0 or last > 3 * x1 or bottom > y1:
        column, row = max(first, 3 * x0), max(top, y0)
        within = slice(row - top, min(bottom, y1) - top), slice(column - first, min(last, 3 * x1) - first)
        if within[0].start >= within[0].stop or within[1].start >= within[1].stop:
            return
        ready = tuple([part[within] for part in ready])
        first, last, top, bottom = column, min(last, 3 * x1), row, min(bottom, y1)
    if len(ready) == 1:  # the usual case, without a call
        image[top:bottom, first:last] = ready[0]
    else:
        _mix(image[top:bottom, first:last], *ready)


def paint_fill(image: Pixels, op: Fill, part: Rect) -> None:
    """Paints a part of a rectangle."""
    x0, y0, x1, y1 = part
    image[y0:y1, 3 * x0 : 3 * x1] = _row(op[6], (x1 - x0 + 2047) >> 11)[: 3 * (x1 - x0)]


def paint_round(image: Pixels, op: Round, part: Rect, ground: Color | None) -> None:
    """Paints a part of a rounded rectangle.

    Args:
        image: The image.
        op: The operation.
        part: The rectangle of the image to paint.
        ground: The colour below all of the part, if it is known; see the module.
    """
    x0, y0, x1, y1 = part
    _, left, top, right, bottom, _, color, radius = op
    width, height = right - left, bottom - top
    radius = min(radius, width // 2, height // 2)
    if radius <= 0:
        _flat(image, color, x0, y0, x1, y1)
        return
    if width * height <= _SMALL:
        key = ("round", width, height, radius, color, ground)
        layers = _layers.get(key)
        if layers is None:
            mask = np.full((height, width), 255, np.uint8)
            corner = _disc(radius)
            mask[:radius, :radius], mask[:radius, -radius:] = corner, corner[:, ::-1]
            mask[-radius:, :radius], mask[-radius:, -radius:] = corner[::-1], corner[::-1, ::-1]
            layers = (_seen(mask, color, ground),)
            _layers.put(key, layers, _size(layers))
        _put(image, layers[0], left, top, x0, y0, x1, y1)
        return
    upper, lower = top + radius, bottom - radius
    if y0 >= upper and y1 <= lower:
        _flat(image, color, x0, y0, x1, y1)
        return
    inner_left, inner_right = max(x0, left + radius), min(x1, right - radius)
    _flat(image, color, x0, max(y0, upper), x1, min(y1, lower))
    _flat(image, color, inner_left, y0, inner_right, min(y1, upper))
    _flat(image, color, inner_left, max(y0, lower), inner_right, y1)
    _put_corners(image, (left, top, right, bottom), color, radius, 0, part, ground)


def beside_corners(op: Round, part: Rect) -> bool:
    """Returns whether a rectangle lies inside a rounded one, clear of its corners."""
    return _beside((op[1], op[2], op[3], op[4]), op[7], 0, part)


def inside_frame(op: Frame, part: Rect) -> bool:
    """Returns whether a rectangle lies inside a frame, clear of its corners and of its line."""
    return _beside((op[1], op[2], op[3], op[4]), op[7], op[8], part)


def _beside(box: Rect, radius: int, inset: int, part: Rect) -> bool:
    left, top, right, bottom = box
    x0, y0, x1, y1 = part
    if x0 < left + inset or x1 > right - inset or y0 < top + inset or y1 > bottom - inset:
        return False
    radius = min(radius, (right - left) // 2, (bottom - top) // 2)
    return (left + radius <= x0 and x1 <= right - radius) or (top + radius <= y0 and y1 <= bottom - radius)


def _put_corners(
    image: Pixels, box: Rect, color: Color, radius: int, hole: int, part: Rect, ground: Color | None
) -> None:
    """Puts the four corners of a box: quarters of a disc, with a hole of the given radius."""
    left, top, right, bottom = box
    x0, y0, x1, y1 = part
    key = ("corners", radius, hole, color, ground)
    layers = _layers.get(key)
    if layers is None:
        corners = _corners(_disc(radius, hole), color)
        layers = tuple([_on(ground, layer) for layer in (*corners, _quadruple(corners))])
        _layers.put(key, layers, _size(layers))
    if left >= x0 and top >= y0 and right <= x1 and bottom <= y1 and image.flags.c_contiguous:
        # The usual case, all four at once: a view of the image with two corners down, two across.
        row = image.strides[0]
        steps = (row * (bottom - top - radius), 3 * (right - left - radius), row, 1)
        below: Pixels = np.ndarray((2, 2, radius, 3 * radius), np.uint8, image, row * top + 3 * left, steps)
        _mix(below, *layers[4])
        return
    for layer, x, y in zip(
        layers, (left, right - radius) * 2, (top, top, bottom - radius, bottom - radius), strict=False
    ):
        _put(image, layer, x, y, x0, y0, x1, y1)


def paint_frame(image: Pixels, op: Frame, part: Rect, ground: Color | None) -> None:
    """Paints a part of an outline.

    Args:
        image: The image.
        op: The operation.
        part: The rectangle of the image to paint.
        ground: The colour below all of the part, if it is known; see the module.
    """
    x0, y0, x1, y1 = part
    if inside_frame(op, part):
        return
    _, left, top, right, bottom, _, color, radius, line = op
    radius = max(0, min(radius, (right - left) // 2, (bottom - top) // 2))
    first, last = max(x0, left + radius), min(x1, right - radius)
    _flat(image, color, first, y0, last, min(y1, top + line))
    _flat(image, color, first, max(y0, bottom - line), last, y1)
    first, last = max(y0, top + radius), min(y1, bottom - radius)
    _flat(image, color, x0, first, min(x1, left + line), last)
    _flat(image, color, max(x0, right - line), first, x1, last)
    if radius > 0 and line > 0:
        _put_corners(image, (left, top, right, bottom), color, radius, max(0, radius - line), part, ground)


class _Line:
    """A line of text in one colour: its ink, where that begins, and the size of the whole line in pixels."""

    __slots__ = ("height", "ready", "width", "x", "y")

    def __init__(self, line: str, font: texts.Font, size: int, color: Color, ground: Color | None) -> None:
        mask = texts.mask(line, font, size)
        self.height, self.width = mask.shape
        rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        self.x = self.y = 0
        self.ready: _Ready | None = None
        if rows.size:
            self.x, self.y = int(columns[0]), int(rows[0])
            ink = mask[self.y : int(rows[-1]) + 1, self.x : int(columns[-1]) + 1]
            self.ready = _seen(ink, color, ground)


def paint_text(image: Pixels, op: Text, part: Rect, ground: Color | None) -> None:
    """Paints a part of a line of text.

    Args:
        image: The image.
        op: The operation.
        part: The rectangle of the image to paint.
        ground: The colour below all of the part, if it is known; see the module.
    """
    x0, y0, x1, y1 = part
    _, left, top, right, bottom, _, color, line, font, size, align = op
    room = right - left
    excess = texts.width(line, font, size) - room
    if excess > 0:  # lay out no more than can be seen, for lines may be very long
        if align == "right":
            line = line[max(0, texts.index_at(line, font, size, excess) - 1) :]
        else:
            line = line[: texts.index_at(line, font, size, room) + 1]
            align = "left"
    key = (line, font, size, color, ground)
    found = _lines.get(key)
    if found is None:
        found = _Line(line, font, size, color, ground)
        _lines.put(key, found, 256 + (_size((found.ready,)) if found.ready is not None else 0))
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
    _put(image, found.ready, x + found.x, top + (bottom - top - found.height) // 2 + found.y, x0, y0, x1, y1)


def paint_icon(image: Pixels, op: Icon, part: Rect, ground: Color | None) -> None:
    """Paints a part of an icon.

    Args:
        image: The image.
        op: The operation.
        part: The rectangle of the image to paint.
        ground: The colour below all of the part, if it is known; see the module.
    """
    x0, y0, x1, y1 = part
    _, left, top, right, bottom, _, color, name = op
    width, height = right - left, bottom - top
    side = min(width, height)
    key = ("icon", name, side, color, ground)
    layers = _layers.get(key)
    if layers is None:
        layers = (_seen(icon_mask(name, side), color, ground),)
        _layers.put(key, layers, _size(layers))
    _put(image, layers[0], left + (width - side) // 2, top + (height - side) // 2, x0, y0, x1, y1)


def paint_picture(image: Pixels, op: Picture, part: Rect) -> None:
    """Paints a part of an opaque picture."""
    x0, y0, x1, y1 = part
    _, left, top, right, bottom, _, name = op
    width, height = right - left, bottom - top
    key = (name, width, height)
    store = _photos if isinstance(name, bytes) or name.startswith("map:") else _pictures
    pixels = store.get(key)
    if pixels is None:
        pixels = make_picture(name, width, height).reshape(height, 3 * width)
        store.put(key, pixels, pixels.nbytes)
    image[y0:y1, 3 * x0 : 3 * x1] = pixels[y0 - top : y1 - top, 3 * (x0 - left) : 3 * (x1 - left)]


def paint_shade(image: Pixels, op: Shade, part: Rect) -> None:
    """Paints a part of a translucent rectangle."""
    x0, y0, x1, y1 = part
    color, alpha = op[6], op[7]
    alpha += alpha >> 7
    addend = _row(color, (x1 - x0 + 2047) >> 11)[: 3 * (x1 - x0)] * np.uint16(alpha) + np.uint16(128)
    factor = np.array(256 - alpha, np.uint16)
    rows = max(1, _CHUNK // (3 * (x1 - x0)))
    for y in range(y0, y1, rows):
        _mix(image[y : min(y1, y + rows), 3 * x0 : 3 * x1], factor, addend)


def paint_shadow(image: Pixels, op: Shadow, part: Rect) -> None:
    """Paints a part of a soft shadow."""
    x0, y0, x1, y1 = part
    _, left, top, right, bottom, _, radius = op
    inset = min(_SHADOW_INSET, (right - left) // 2, (bottom - top) // 2)
    reach = radius + inset
    inside = x0 >= left + inset and y0 >= top + inset and x1 <= right - inset and y1 <= bottom - inset
    if inside or radius <= 0:
        return
    key = ("shadow", reach)
    layers = _layers.get(key)
    if layers is None:
        steps = reach - 0.5 - np.arange(reach)
        near = np.clip(1 - np.sqrt(steps[:, None] ** 2 + steps[None, :] ** 2) / reach, 0, 1)
        side = np.asarray(_SHADOW_ALPHA * (1 - steps / reach) ** 2 + 0.5, np.uint8)
        layers = (
            *_corners(np.asarray(_SHADOW_ALPHA * near**2 + 0.5, np.uint8), _BLACK),
            *(_layer(edge, _BLACK) for edge in (side[:, None], side[::-1, None], side[None, :], side[None, ::-1])),
        )
        _layers.put(key, layers, _size(layers))
    outer_left, outer_top, inner_right, inner_bottom = left - radius, top - radius, right - inset, bottom - inset
    columns, rows = (outer_left, inner_right), (outer_top, inner_bottom)
    for layer, x, y in zip(layers, columns * 2, (rows[0], rows[0], rows[1], rows[1]), strict=False):
        _put(image, layer, x, y, x0, y0, x1, y1)
    across, down = inner_right - left - inset, inner_bottom - top - inset
    for number, y in ((4, rows[0]), (5, rows[1])):
        _put(image, _stretched(key, layers, number, reach, 3 * across), left + inset, y, x0, y0, x1, y1)
    for number, x in ((6, columns[0]), (7, columns[1])):
        _put(image, _stretched(key, layers, number, down, 3 * reach), x, top + inset, x0, y0, x1, y1)


def _stretched(key: tuple[object, ...], layers: Sequence[_Ready], number: int, height: int, width: int) -> _Ready:
    """Returns a layer one pixel thick, repeated. All channels are alike: one stands for all where it is one wide."""
    ready = _layers.get((*key, number, height, width))
    if ready is None:
        factor, addend = (part[:, :1] if part.shape[1] == 3 else part for part in layers[number])
        long = np.broadcast_to(factor, (height, width)).copy(), np.broadcast_to(addend, (height, width)).copy()
        ready = (long,)
        _layers.put((*key, number, height, width), ready, _size(ready))
    return ready[0]


def paint_shadow_on(image: Pixels, ground: Picture, op: Shadow, part: Rect) -> None:
    """Paints a shadow on a picture that was just painted, such as a wallpaper, and keeps the resulting ring of pixels.

    Windows mostly open where others did, and copying the ring takes less time than blending it.

    Args:
        image: The image.
        ground: The picture below.
        op: The shadow.
        part: The part of the image to paint.
    """
    x0, y0, x1, y1 = part
    _, left, top, right, bottom, _, radius = op
    key = (ground[1:5], ground[6], op[1:5], radius, image.shape)
    ring = _rings.get(key)
    if ring is None:
        paint_shadow(image, op, part)
        height, width = image.shape[0], image.shape[1] // 3
        outer = max(0, left - radius), max(0, top - radius), min(width, right + radius), min(height, bottom + radius)
        if x0 <= outer[0] and y0 <= outer[1] and x1 >= outer[2] and y1 >= outer[3]:
            inset = min(_SHADOW_INSET, (right - left) // 2, (bottom - top) // 2)
            upper, lower = max(outer[1], top + inset), max(outer[1], bottom - inset)
            first, last = max(outer[0], left + inset), max(outer[0], right - inset)
            boxes = (
                (outer[0], outer[1], outer[2], upper), (outer[0], upper, first, lower),
                (last, upper, outer[2], lower), (outer[0], lower, outer[2], outer[3]),
            )  # fmt: skip
            ring = tuple([(a, b, image[b:d, 3 * a : 3 * c].copy()) for a, b, c, d in boxes if a < c and b < d])
            _rings.put(key, ring, sum([pixels.nbytes for _, _, pixels in ring]))
        return
    for x, y, pixels in ring:
        a, b = max(x, x0), max(y, y0)
        c, d = min(x + pixels.shape[1] // 3, x1), min(y + pixels.shape[0], y1)
        if a < c and b < d:
            image[b:d, 3 * a : 3 * c] = pixels[b - y : d - y, 3 * (a - x) : 3 * (c - x)]
