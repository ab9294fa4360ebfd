"""Layers over layers: GIMP's normal mode, which mixes colours in linear light.

* `compose` - a picture as it is seen. `mix` - pixels over pixels.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from crab_sim.engines.raster.model import Pixels, Raster, pixels_of

__all__ = ["compose", "from_linear", "mix", "to_linear"]

_STEPS = 65_535


@lru_cache(maxsize=1)
def _tables() -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """Returns the light of the 256 values of sRGB, and the values of 65,536 steps of light."""
    values = np.arange(256) / 255
    light = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    steps = np.arange(_STEPS + 1) / _STEPS
    back = np.where(steps <= 0.0031308, steps * 12.92, 1.055 * steps ** (1 / 2.4) - 0.055)
    return light.astype(np.float32), np.round(back * 255).astype(np.uint8)


def to_linear(values: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Returns the light of values of sRGB, from 0 to 1."""
    return _tables()[0][values]


def from_linear(light: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Returns the values of sRGB, 0 to 255, of light from 0 to 1."""
    return _tables()[1][np.clip(np.rint(light * _STEPS), 0, _STEPS).astype(np.uint16)]


def mix(below: Pixels, above: Pixels, share: NDArray[np.float32] | float) -> Pixels:
    """Returns pixels over others.

    Args:
        below: The lower pixels, (height, width, 4).
        above: The upper ones, of the same shape.
        share: The opacity of the upper ones, from 0 to 1, (height, width) or for all.
    """
    top = above[:, :, 3].astype(np.float32) * (np.asarray(share, np.float32) / np.float32(255))
    under = below[:, :, 3].astype(np.float32) / np.float32(255)
    whole = (top >= 1.0) | ((under <= 0.0) & (top > 0.0))
    result = below.copy()
    result[whole] = above[whole]
    result[:, :, 3][whole] = np.rint(top[whole] * 255).astype(np.uint8)
    part = (top > 0.0) & ~whole
    if part.any():
        upper, lower = top[part][:, None], (under * (1 - top))[part][:, None]
        total = upper + lower
        light = (to_linear(above[:, :, :3][part]) * upper + to_linear(below[:, :, :3][part]) * lower) / total
        result[:, :, :3][part] = from_linear(light)
        result[:, :, 3][part] = np.rint(total[:, 0] * 255).astype(np.uint8)
    return result


@lru_cache(maxsize=6)
def compose(raster: Raster) -> Pixels:
    """Returns a picture as it is seen, (height, width, 4); the array can't be written to."""
    result: Pixels = np.zeros((raster.height, raster.width, 4), np.uint8)
    for layer in reversed(raster.layers):
        left, top = max(0, layer.x), max(0, layer.y)
        right, bottom = min(raster.width, layer.x + layer.width), min(raster.height, layer.y + layer.height)
        if not layer.visible or layer.opacity <= 0 or left >= right or top >= bottom:
            continue
        part = pixels_of(layer)[top - layer.y : bottom - layer.y, left - layer.x : right - layer.x]
        if layer.opacity >= 100 and not layer.alpha:
            result[top:bottom, left:right] = part
        else:
            result[top:bottom, left:right] = mix(result[top:bottom, left:right], part, layer.opacity / 100)
    result.flags.writeable = False
    return result
