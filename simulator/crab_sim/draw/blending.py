"""Blending: colours seen through masks, prepared once so that putting them into an image takes little time.

An image is ``(H, 3 * W) uint8`` here, since rows of bytes are copied much faster than rows of triples.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crab_sim.draw.ops import Color

__all__ = [
    "EIGHT", "Layer", "Pixels", "Ready", "colored_layer", "layer_of", "mix", "on_ground", "put", "row_of", "seen",
    "size_of",
]  # fmt: skip

Pixels = NDArray[np.uint8]
"""An image as painters see it, ``(H, 3 * W) uint8``."""
Layer = tuple[NDArray[np.uint16], NDArray[np.uint16]]
"""The factor of the pixels below, and the addend to the product; both in parts of 256."""
Ready = tuple[NDArray[Any], ...]
"""A layer; or, where the ground is known, one array: the pixels of the layer on that ground."""

_SEVEN, _HALF, _FULL = (np.array(n, np.uint16) for n in (7, 128, 256))
EIGHT = np.array(8, np.uint16)  # numpy shifts by this twice as fast as by a Python number


@lru_cache(maxsize=256)
def row_of(color: Color, blocks: int) -> NDArray[np.uint8]:
    """Returns a row of `blocks` times 2048 pixels of one colour."""
    return np.tile(np.array(color, np.uint8), blocks * 2048)


def layer_of(mask: NDArray[np.uint8], color: Color) -> Layer:
    """Returns a colour seen through a mask, prepared for blending: below * factor + addend, over 256, rounded."""
    alpha = mask.astype(np.uint16)
    alpha += alpha >> _SEVEN  # 255 becomes 256, so that full ink is the colour itself
    wide: NDArray[np.uint16] = np.empty((mask.shape[0], 3 * mask.shape[1]), np.uint16)
    wide[:, ::3] = wide[:, 1::3] = wide[:, 2::3] = alpha  # faster than to repeat
    ink = row_of(color, (mask.shape[1] + 2047) >> 11)[: wide.shape[1]]
    addend: NDArray[np.uint16] = np.multiply(wide, ink)
    addend += _HALF
    return _FULL - wide, addend


def colored_layer(pixels: NDArray[np.uint8]) -> Layer:
    """Returns pixels (h, w, 4), RGBA with colours multiplied by the alpha, prepared for blending."""
    wide = pixels.astype(np.uint16)
    alpha = wide[..., 3:] + (wide[..., 3:] >> _SEVEN)
    row = pixels.shape[0], 3 * pixels.shape[1]
    addend = (wide[..., :3] << EIGHT) + _HALF
    return np.repeat(_FULL - alpha, 3, axis=2).reshape(row), addend.reshape(row)


def on_ground(ground: Color | None, layer: Layer) -> Ready:
    """Returns the pixels of a layer on a ground; the layer itself where the ground isn't known."""
    if ground is None:
        return layer
    factor, addend = layer
    pixels = row_of(ground, 1 + factor.shape[-1] // (3 * 2048))[: factor.shape[-1]] * factor
    pixels += addend
    pixels >>= EIGHT
    return (pixels.astype(np.uint8),)


@lru_cache(maxsize=512)
def _inks(color: Color, ground: Color) -> NDArray[np.uint8]:
    """Returns a colour on a ground for every value of a mask, (256, 3)."""
    return on_ground(ground, layer_of(np.arange(256, dtype=np.uint8)[:, None], color))[0]


def seen(mask: NDArray[np.uint8], color: Color, ground: Color | None) -> Ready:
    """Returns a colour seen through a mask, on a ground if that is known."""
    if ground is None:
        return layer_of(mask, color)
    return (_inks(color, ground).take(mask, axis=0).reshape(mask.shape[0], 3 * mask.shape[1]),)


def size_of(layers: Sequence[Ready]) -> int:
    """Returns the bytes that layers take."""
    return sum([part.nbytes for parts in layers for part in parts])


def mix(below: Pixels, factor: NDArray[Any], addend: NDArray[np.uint16] | None = None) -> None:
    """Blends a layer into the pixels below; without an addend, `factor` is pixels that replace them."""
    if addend is None:
        below[...] = factor
        return
    mixed = below.astype(np.uint16, order="C")  # the order of factor and addend
    mixed *= factor
    mixed += addend
    mixed >>= EIGHT
    below[...] = mixed


def put(image: Pixels, ready: Ready, left: int, top: int, x0: int, y0: int, x1: int, y1: int) -> None:
    """Puts a layer or pixels into an image.

    Args:
        image: The image.
        ready: The layer or pixels.
        left: Their left edge, in pixels.
        top: Their top edge.
        x0: Left edge of the part of the image to paint.
        y0: Its top edge.
        x1: Its right edge.
        y1: Its bottom edge.
    """
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
        mix(image[top:bottom, first:last], *ready)
