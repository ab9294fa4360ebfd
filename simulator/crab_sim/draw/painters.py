"""Painting of single drawing operations into images.

An image is ``(H, 3 * W) uint8`` here, since rows of bytes are copied much faster than rows of triples. A painter gets
the image, the op, the part of the image to paint (the op's box and clip, cut to the area that is repainted), and the
ground: the colour of all pixels of that part where it is known, else None. Everything that is blended (lines of text,
icons, corners) is prepared once and kept in caches bounded by bytes, shared by all screens of the process. On a known
ground the finished pixels are kept, so that they need only be copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from crab_sim.draw.blending import (
    EIGHT,
    Layer,
    Pixels,
    Ready,
    colored_layer,
    layer_of,
    mix,
    on_ground,
    put,
    row_of,
    seen,
    size_of,
)
from crab_sim.draw.icons import icon as icon_mask
from crab_sim.draw.icons import logo
from crab_sim.draw.logos import LOGOS
from crab_sim.draw.ops import SHADOW_ALPHA, SHADOW_INSET, Color, Fill, Frame, Icon, Picture, Rect, Round, Shade, Shadow
from crab_sim.draw.pictures import picture as make_picture
from crab_sim.draw.store import Store

__all__ = [
    "beside_corners", "has_ring", "inside_frame", "paint_bordered", "paint_fill", "paint_frame",
    "paint_icon", "paint_picture", "paint_round", "paint_shade", "paint_shade_on", "paint_shadow", "paint_shadow_on",
]  # fmt: skip

_SMALL: Final = 4096  # rounded rectangles of at most so many pixels are blended in one piece
_PLAIN: Final = 16_384  # those on a known ground, and outlines there, are kept in one piece up to so many pixels
_THUMB: Final = 16_384  # photos of at most so many pixels are kept apart
_BLACK: Final = (0, 0, 0)
_CHUNK: Final = 98_304  # bytes shaded at a time, so that they stay in the processor's cache


_layers: Store[tuple[Ready, ...]] = Store(32 << 20)
_edges: Store[Ready] = Store(16 << 20)  # of shadows, apart, for they are large
_pictures: Store[Pixels] = Store(32 << 20)
_rings: Store[tuple[tuple[int, int, Pixels], ...]] = Store(8 << 20)
_photos: Store[Pixels] = Store(32 << 20)  # apart, so that photos and maps never push out wallpapers, which take long
_thumbs: Store[Pixels] = Store(16 << 20)  # apart, so that a few photos don't push out many small ones
_maps: Store[Pixels] = Store(16 << 20)


def _corners(mask: NDArray[np.uint8], color: Color) -> tuple[Layer, ...]:
    """Returns the layers of all four corners: top left, which the mask shows, top right, bottom left, bottom right."""
    return tuple(layer_of(turned, color) for turned in (mask, mask[:, ::-1], mask[::-1], mask[::-1, ::-1]))


def _quadruple(layers: Sequence[Layer]) -> Layer:
    """Returns four layers as one, shaped (2, 2, height, width)."""
    factors, addends = (np.stack(parts) for parts in zip(*layers, strict=True))
    return factors.reshape(2, 2, *factors.shape[1:]), addends.reshape(2, 2, *addends.shape[1:])


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
        image[y0:y1, 3 * x0 : 3 * x1] = row_of(color, (x1 - x0 + 2047) >> 11)[: 3 * (x1 - x0)]


def paint_fill(image: Pixels, op: Fill, part: Rect) -> None:
    """Paints a part of a rectangle."""
    x0, y0, x1, y1 = part
    image[y0:y1, 3 * x0 : 3 * x1] = row_of(op[6], (x1 - x0 + 2047) >> 11)[: 3 * (x1 - x0)]


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
    if width * height <= (_SMALL if ground is None else _PLAIN):
        key = ("round", width, height, radius, color, ground)
        layers = _layers.get(key)
        if layers is None:
            mask = np.full((height, width), 255, np.uint8)
            corner = _disc(radius)
            mask[:radius, :radius], mask[:radius, -radius:] = corner, corner[:, ::-1]
            mask[-radius:, :radius], mask[-radius:, -radius:] = corner[::-1], corner[::-1, ::-1]
            layers = (seen(mask, color, ground),)
            _layers.put(key, layers, size_of(layers))
        put(image, layers[0], left, top, x0, y0, x1, y1)
        return
    upper, lower = top + radius, bottom - radius
    if y0 >= upper and y1 <= lower:
        _flat(image, color, x0, y0, x1, y1)
        return
    if ground is not None:  # then the corners are pixels that replace what is there
        _flat(image, color, x0, y0, x1, y1)
        _put_corners(image, (left, top, right, bottom), color, radius, 0, part, ground)
        return
    inner_left, inner_right = max(x0, left + radius), min(x1, right - radius)
    _flat(image, color, x0, max(y0, upper), x1, min(y1, lower))
    _flat(image, color, inner_left, y0, inner_right, min(y1, upper))
    _flat(image, color, inner_left, max(y0, lower), inner_right, y1)
    _put_corners(image, (left, top, right, bottom), color, radius, 0, part, ground)


def beside_corners(op: Round, part: Rect) -> bool:
    """Returns whether a rectangle lies inside a rounded one, clear of the rounding."""
    return _beside((op[1], op[2], op[3], op[4]), op[7], 0, part)


def inside_frame(op: Frame, part: Rect) -> bool:
    """Returns whether a rectangle lies inside a frame, clear of its line."""
    return _beside((op[1], op[2], op[3], op[4]), op[7], op[8], part)


def _beside(box: Rect, radius: int, inset: int, part: Rect) -> bool:
    left, top, right, bottom = box
    x0, y0, x1, y1 = part
    if x0 < left + inset or x1 > right - inset or y0 < top + inset or y1 > bottom - inset:
        return False
    radius = min(radius, (right - left) // 2, (bottom - top) // 2)
    if (left + radius <= x0 and x1 <= right - radius) or (top + radius <= y0 and y1 <= bottom - radius):
        return True
    # Twice the distance of the pixel that is farthest out from the middle of its corner: full ink, or none in a frame.
    across = 2 * (radius - (x0 - left if x0 - left < right - x1 else right - x1)) - 1
    down = 2 * (radius - (y0 - top if y0 - top < bottom - y1 else bottom - y1)) - 1
    return radius > inset and across * across + down * down <= (2 * (radius - inset) - 1) ** 2


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
        layers = tuple([on_ground(ground, layer) for layer in (*corners, _quadruple(corners))])
        _layers.put(key, layers, size_of(layers))
    if left >= x0 and top >= y0 and right <= x1 and bottom <= y1 and image.flags.c_contiguous:
        # The usual case, all four at once: a view of the image with two corners down, two across.
        row = image.strides[0]
        steps = (row * (bottom - top - radius), 3 * (right - left - radius), row, 1)
        below: Pixels = np.ndarray((2, 2, radius, 3 * radius), np.uint8, image, row * top + 3 * left, steps)
        mix(below, *layers[4])
        return
    for layer, x, y in zip(
        layers, (left, right - radius) * 2, (top, top, bottom - radius, bottom - radius), strict=False
    ):
        put(image, layer, x, y, x0, y0, x1, y1)


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
    left, top, right, bottom = op[1:5]
    width, height = right - left, bottom - top
    if ground is None or width * height > _PLAIN:
        _outline(image, op, part, ground)
        return
    key = ("frame", width, height, *op[6:], ground)
    layers = _layers.get(key)
    if layers is None:
        pixels: Pixels = np.empty((height, 3 * width), np.uint8)
        _flat(pixels, ground, 0, 0, width, height)
        _outline(pixels, ("frame", 0, 0, width, height, None, *op[6:]), (0, 0, width, height), ground)
        layers = ((pixels,),)
        _layers.put(key, layers, pixels.nbytes)
    put(image, layers[0], left, top, x0, y0, x1, y1)


def paint_bordered(image: Pixels, op: Round, border: Frame, part: Rect, ground: Color | None) -> bool:
    """Paints a part of a rounded rectangle, and with it an outline of the same box where the ground is known.

    Args:
        image: The image.
        op: The rectangle.
        border: The outline.
        part: The rectangle of the image to paint.
        ground: The colour below all of the part, if it is known; see the module.

    Returns:
        Whether the outline is painted, too.
    """
    _, left, top, right, bottom, _, color, radius = op
    width, height = right - left, bottom - top
    if ground is None or width * height > _PLAIN:
        paint_round(image, op, part, ground)
        return False
    key = ("bordered", width, height, color, *border[6:], ground)
    layers = _layers.get(key)
    if layers is None:
        pixels: Pixels = np.empty((height, 3 * width), np.uint8)
        whole = (0, 0, width, height)
        _flat(pixels, ground, *whole)
        paint_round(pixels, ("round", *whole, None, color, radius), whole, ground)
        _outline(pixels, ("frame", *whole, None, *border[6:]), whole, None)
        layers = ((pixels,),)
        _layers.put(key, layers, pixels.nbytes)
    put(image, layers[0], left, top, *part)
    return True


def _outline(image: Pixels, op: Frame, part: Rect, ground: Color | None) -> None:
    x0, y0, x1, y1 = part
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
        colored = on_ground(ground, colored_layer(logo(name, side))) if name in LOGOS else None
        layers = (colored or seen(icon_mask(name, side), color, ground),)
        _layers.put(key, layers, size_of(layers))
    put(image, layers[0], left + (width - side) // 2, top + (height - side) // 2, x0, y0, x1, y1)


def paint_picture(image: Pixels, op: Picture, part: Rect) -> None:
    """Paints a part of an opaque picture."""
    x0, y0, x1, y1 = part
    _, left, top, right, bottom, _, name = op
    width, height = right - left, bottom - top
    key = (name, width, height)
    if isinstance(name, bytes):
        store = _thumbs if width * height <= _THUMB else _photos
    else:
        store = _maps if name.startswith("map:") else _pictures
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
    addend = row_of(color, (x1 - x0 + 2047) >> 11)[: 3 * (x1 - x0)] * np.uint16(alpha) + np.uint16(128)
    factor = np.array(256 - alpha, np.uint16)
    rows = max(1, _CHUNK // (3 * (x1 - x0)))
    room = np.empty((rows, 3 * (x1 - x0)), np.uint16)
    for y in range(y0, y1, rows):
        below = image[y : min(y1, y + rows), 3 * x0 : 3 * x1]
        mixed = room[: below.shape[0]]
        mixed[...] = below
        mixed *= factor
        mixed += addend
        mixed >>= EIGHT
        below[...] = mixed


def paint_shade_on(image: Pixels, ground: Picture, op: Shade, parts: Sequence[Rect]) -> None:
    """Paints a shade with the picture below it, such as a wallpaper, of which the shaded pixels are kept.

    Args:
        image: The image.
        ground: The picture below.
        op: The shade.
        parts: The parts of the image to paint, inside the picture.
    """
    _, left, top, right, bottom, _, name = ground
    key = (name, right - left, bottom - top, op[6], op[7])
    pixels = _pictures.get(key)
    if pixels is None:
        pixels = np.empty((bottom - top, 3 * (right - left)), np.uint8)
        whole = (0, 0, right - left, bottom - top)
        paint_picture(pixels, ("picture", *whole, None, name), whole)
        paint_shade(pixels, ("shade", *whole, None, op[6], op[7]), whole)
        _pictures.put(key, pixels, pixels.nbytes)
    for x0, y0, x1, y1 in parts:
        image[y0:y1, 3 * x0 : 3 * x1] = pixels[y0 - top : y1 - top, 3 * (x0 - left) : 3 * (x1 - left)]


def paint_shadow(image: Pixels, op: Shadow, part: Rect) -> None:
    """Paints a part of a soft shadow."""
    x0, y0, x1, y1 = part
    _, left, top, right, bottom, _, radius = op
    inset = min(SHADOW_INSET, (right - left) // 2, (bottom - top) // 2)
    reach = radius + inset
    inside = x0 >= left + inset and y0 >= top + inset and x1 <= right - inset and y1 <= bottom - inset
    if inside or radius <= 0:
        return
    key = ("shadow", reach)
    layers = _layers.get(key)
    if layers is None:
        steps = reach - 0.5 - np.arange(reach)
        near = np.clip(1 - np.sqrt(steps[:, None] ** 2 + steps[None, :] ** 2) / reach, 0, 1)
        side = np.asarray(SHADOW_ALPHA * (1 - steps / reach) ** 2 + 0.5, np.uint8)
        layers = (
            *_corners(np.asarray(SHADOW_ALPHA * near**2 + 0.5, np.uint8), _BLACK),
            *(layer_of(edge, _BLACK) for edge in (side[:, None], side[::-1, None], side[None, :], side[None, ::-1])),
        )
        _layers.put(key, layers, size_of(layers))
    outer_left, outer_top, inner_right, inner_bottom = left - radius, top - radius, right - inset, bottom - inset
    columns, rows = (outer_left, inner_right), (outer_top, inner_bottom)
    for layer, x, y in zip(layers, columns * 2, (rows[0], rows[0], rows[1], rows[1]), strict=False):
        put(image, layer, x, y, x0, y0, x1, y1)
    across, down = inner_right - left - inset, inner_bottom - top - inset
    for number, y in ((4, rows[0]), (5, rows[1])):
        put(image, _stretched(key, layers, number, reach, 3 * across), left + inset, y, x0, y0, x1, y1)
    for number, x in ((6, columns[0]), (7, columns[1])):
        put(image, _stretched(key, layers, number, down, 3 * reach), x, top + inset, x0, y0, x1, y1)


def _stretched(key: tuple[object, ...], layers: Sequence[Ready], number: int, height: int, width: int) -> Ready:
    """Returns a layer one pixel thick, repeated. All channels are alike: one stands for all where it is one wide."""
    key = (*key, number, height, width)
    ready = _edges.get(key)
    if ready is None:
        factor, addend = (part[:, :1] if part.shape[1] == 3 else part for part in layers[number])
        long = np.broadcast_to(factor, (height, width)).copy()
        ready = long, np.broadcast_to(addend[:1, :1], (height, width))  # black adds the same everywhere
        _edges.put(key, ready, long.nbytes)
    return ready


def _ring_key(image: Pixels, ground: Picture, op: Shadow) -> tuple[object, ...]:
    return ground[1:5], ground[6], op[1:5], op[6], image.shape


def has_ring(image: Pixels, ground: Picture, op: Shadow) -> bool:
    """Returns whether `paint_shadow_on` has kept the shadow's ring, so that it won't look at the picture."""
    return _rings.get(_ring_key(image, ground, op)) is not None


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
    key = _ring_key(image, ground, op)
    ring = _rings.get(key)
    if ring is None:
        paint_shadow(image, op, part)
        height, width = image.shape[0], image.shape[1] // 3
        outer = max(0, left - radius), max(0, top - radius), min(width, right + radius), min(height, bottom + radius)
        if x0 <= outer[0] and y0 <= outer[1] and x1 >= outer[2] and y1 >= outer[3]:
            inset = min(SHADOW_INSET, (right - left) // 2, (bottom - top) // 2)
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
