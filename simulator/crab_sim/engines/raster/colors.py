"""Changes of colours, by GIMP's formulas; for saturation, by one that is close to it.

* `adjusted` - a picture with its active layer changed, where it is selected. `ADJUSTMENTS` - the changes' names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import pi, tan
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crab_sim.engines.raster import filters
from crab_sim.engines.raster.blending import from_linear, to_linear
from crab_sim.engines.raster.model import Pixels, Raster, active_layer, packed, pixels_of, replaced, selected

__all__ = ["ADJUSTMENTS", "DESATURATIONS", "adjusted"]

DESATURATIONS: Final = ("Luminance", "Luma", "Lightness (HSL)", "Average (HSI Intensity)", "Value (HSV)")
_LUMA: tuple[float, ...] = (0.22248840, 0.71690369, 0.06060791)
_Plane: TypeAlias = NDArray[np.float64]
_Single: TypeAlias = NDArray[np.float32]
_UNITS: Final = np.arange(256) / 255


def _by_table(pixels: Pixels, values: _Plane) -> Pixels:
    """Returns pixels whose colours are looked up, from 0 to 1, for each of 256 values."""
    table = np.rint(np.clip(values, 0, 1) * 255).astype(np.uint8)
    # Of all channels, which takes less time than of three of four.
    changed = bytearray(pixels.tobytes().translate(table.tobytes()))
    result: Pixels = np.frombuffer(changed, np.uint8).reshape(pixels.shape)
    result[:, :, 3] = pixels[:, :, 3]
    return result


def _brightness_contrast(pixels: Pixels, brightness: float, contrast: float) -> Pixels:
    part, slant = brightness / 254, tan((contrast / 127 + 1) * pi / 4)
    values = _UNITS * (1 + part) if part < 0 else _UNITS + (1 - _UNITS) * part
    return _by_table(pixels, (values - 0.5) * min(slant, 1e6) + 0.5)


def _levels(pixels: Pixels, low: float, gamma: float, high: float, low_out: float, high_out: float) -> Pixels:
    span = (high - low) / 255
    values = np.clip((_UNITS - low / 255) / span if span else _UNITS - low / 255, 0, 1) ** (1 / max(0.01, gamma))
    return _by_table(pixels, values * (high_out - low_out) / 255 + low_out / 255)


def _invert(pixels: Pixels) -> Pixels:
    return _by_table(pixels, 1 - _UNITS)


def _posterize(pixels: Pixels, levels: float) -> Pixels:
    steps = max(1.0, levels - 1)
    return _by_table(pixels, np.rint(_UNITS * steps) / steps)


def _grey(pixels: Pixels, values: NDArray[np.uint8]) -> Pixels:
    result = pixels.copy()
    result[:, :, :3] = values[:, :, None]
    return result


def _threshold(pixels: Pixels, low: float, high: float) -> Pixels:
    value = pixels[:, :, :3].max(axis=2)
    return _grey(pixels, np.where((value >= low) & (value <= high), 255, 0).astype(np.uint8))


def _desaturate(pixels: Pixels, mode: float) -> Pixels:
    colors = pixels[:, :, :3]
    if mode == 0:
        light = to_linear(colors) @ np.array(_LUMA, np.float32)
        return _grey(pixels, from_linear(light))
    if mode == 1:
        values = colors @ np.array(_LUMA)
    elif mode == 2:
        values = np.floor((colors.max(axis=2).astype(np.float64) + colors.min(axis=2) + 1) / 2)
    elif mode == 3:
        values = colors.mean(axis=2)
    else:
        values = colors.max(axis=2).astype(np.float64)
    return _grey(pixels, np.clip(np.rint(values), 0, 255).astype(np.uint8))


def _to_hsl(colors: _Single) -> tuple[_Single, _Single, _Single]:
    """Returns hue, saturation and lightness, from 0 to 1, of colours from 0 to 1."""
    high, low = colors.max(axis=2), colors.min(axis=2)
    light, spread = (high + low) / 2, high - low
    below = np.where(light <= 0.5, high + low, 2 - high - low)
    saturation = np.where(spread > 0, spread / np.where(below > 0, below, 1), 0)
    safe = np.where(spread > 0, spread, 1)
    red, green, blue = colors[:, :, 0], colors[:, :, 1], colors[:, :, 2]
    hue = np.where(
        red == high, (green - blue) / safe, np.where(green == high, 2 + (blue - red) / safe, 4 + (red - green) / safe)
    )
    return np.where(spread > 0, (hue / 6) % 1.0, 0), saturation, light


def _from_hsl(hue: _Single, saturation: _Single, light: _Single) -> _Single:
    high = np.where(light <= 0.5, light * (1 + saturation), light + saturation - light * saturation)
    low = 2 * light - high
    planes = []
    for turn in (1 / 3, 0.0, -1 / 3):
        at = (hue + turn) % 1.0 * 6
        rising, falling = low + (high - low) * at, low + (high - low) * (4 - at)
        planes.append(np.where(at < 1, rising, np.where(at < 3, high, np.where(at < 4, falling, low))))
    return np.stack(planes, axis=2)


def _hue_saturation(pixels: Pixels, hue: float, lightness: float, saturation: float) -> Pixels:
    h, s, light = _to_hsl((pixels[:, :, :3] / np.float32(255)).astype(np.float32))
    part = lightness / 200
    light = light * (1 + part) if part < 0 else light + part * (1 - light)
    colors = _from_hsl((h + hue / 360) % 1.0, np.clip(s * (1 + saturation / 100), 0, 1), light)
    result = pixels.copy()
    result[:, :, :3] = np.clip(np.rint(colors * 255), 0, 255).astype(np.uint8)
    return result


def _with_colors(pixels: Pixels, colors: NDArray[np.uint8]) -> Pixels:
    result = pixels.copy()
    result[:, :, :3] = colors
    return result


def _saturation(pixels: Pixels, scale: float) -> Pixels:
    """Moves colours away from the grey of their light, or towards it."""
    light = to_linear(pixels[:, :, :3])
    grey = (light @ np.array(_LUMA, np.float32))[:, :, None]
    return _with_colors(pixels, from_linear(np.clip(grey + (light - grey) * np.float32(scale), 0, 1)))


def _exposure(pixels: Pixels, black: float, exposure: float) -> Pixels:
    gain = 1 / max(2.0**-exposure - black, 0.01)
    light = (to_linear(pixels[:, :, :3]) - np.float32(black)) * np.float32(gain)
    return _with_colors(pixels, from_linear(np.clip(light, 0, 1)))


def _linear_invert(pixels: Pixels) -> Pixels:
    return _with_colors(pixels, from_linear(1 - to_linear(pixels[:, :, :3])))


def _value_invert(pixels: Pixels) -> Pixels:
    colors = pixels[:, :, :3].astype(np.float64)
    high = colors.max(axis=2, keepdims=True)
    inverted = np.where(high > 0, colors / np.where(high > 0, high, 1), 1) * (255 - high)
    return _with_colors(pixels, np.rint(inverted).astype(np.uint8))


def _colorize(pixels: Pixels, hue: float, saturation: float, lightness: float) -> Pixels:
    light = (pixels[:, :, :3] @ np.array(_LUMA) / 255).astype(np.float32)
    light = light * (1 + lightness) if lightness < 0 else light * (1 - lightness) + lightness
    plane = np.ones_like(light)
    colors = _from_hsl(plane * np.float32(hue), plane * np.float32(saturation), light)
    return _with_colors(pixels, np.clip(np.rint(colors * 255), 0, 255).astype(np.uint8))


def _stretched(pixels: Pixels, lows: NDArray[np.float64], highs: NDArray[np.float64]) -> Pixels:
    span = np.where(highs > lows, highs - lows, 1)
    scaled = np.where(highs > lows, (pixels[:, :, :3] - lows) / span * 255, pixels[:, :, :3])
    return _with_colors(pixels, np.clip(np.rint(scaled), 0, 255).astype(np.uint8))


def _stretch_contrast(pixels: Pixels, keep: float) -> Pixels:
    """Spreads colours over the whole range, all channels alike if `keep`, so that no hue changes."""
    colors = pixels[:, :, :3].reshape(-1, 3).astype(np.float64)
    lows, highs = colors.min(axis=0), colors.max(axis=0)
    if keep:
        lows, highs = np.full(3, lows.min()), np.full(3, highs.max())
    return _stretched(pixels, lows, highs)


def _white_balance(pixels: Pixels) -> Pixels:
    """Spreads each channel over the whole range, without its darkest and lightest 0.6 %."""
    colors = pixels[:, :, :3].reshape(-1, 3)
    lows, highs = (np.percentile(colors, share, axis=0, method="nearest") for share in (0.6, 99.4))
    return _stretched(pixels, lows.astype(np.float64), highs.astype(np.float64))


def _equalize(pixels: Pixels) -> Pixels:
    """Makes all values of a channel about as frequent."""
    result = pixels.copy()
    for channel in range(3):
        counts = np.bincount(pixels[:, :, channel].ravel(), minlength=256).cumsum()
        first, total = int(counts[counts > 0][0]), int(counts[-1])
        if total > first:
            table = np.clip(np.rint((counts - first) / (total - first) * 255), 0, 255).astype(np.uint8)
            result[:, :, channel] = table[pixels[:, :, channel]]
    return result


ADJUSTMENTS: Final[Mapping[str, Callable[..., Pixels]]] = {
    "saturation": _saturation,
    "exposure": _exposure,
    "linear_invert": _linear_invert,
    "value_invert": _value_invert,
    "colorize": _colorize,
    "stretch_contrast": _stretch_contrast,
    "white_balance": _white_balance,
    "equalize": _equalize,
    "sobel": filters.sobel,
    "dilate": filters.dilate,
    "erode": filters.erode,
    "brightness_contrast": _brightness_contrast,
    "hue_saturation": _hue_saturation,
    "levels": _levels,
    "threshold": _threshold,
    "posterize": _posterize,
    "desaturate": _desaturate,
    "invert": _invert,
    "gaussian_blur": filters.gaussian_blur,
    "pixelize": filters.pixelize,
    "sharpen": filters.sharpen,
}
"""The functions that change a layer's pixels, each with the numbers of its dialog."""


@lru_cache(maxsize=6)
def adjusted(raster: Raster, name: str, values: tuple[float, ...]) -> Raster:
    """Returns the picture with its active layer changed, where it is selected.

    Args:
        raster: The picture.
        name: One of `ADJUSTMENTS`.
        values: The numbers of its dialog, in their order.
    """
    layer = active_layer(raster)
    if layer is None:
        return raster
    old = pixels_of(layer)
    new, mask = ADJUSTMENTS[name](old, *values), selected(raster, layer)
    if mask is not None:
        new = np.where(mask[:, :, None], new, old)
    return replaced(raster, packed(layer, new))
