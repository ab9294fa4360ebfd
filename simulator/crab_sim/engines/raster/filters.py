"""Filters of a layer's pixels, which look at their neighbours: blur, sharpen, pixelize, edges, light and dark areas."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from crab_sim.engines.raster.blending import from_linear, to_linear
from crab_sim.engines.raster.model import Pixels

__all__ = ["dilate", "erode", "gaussian_blur", "pixelize", "sharpen", "sobel"]

_LARGE = 3.0  # standard deviation from which averages are faster than a bell curve
_REACH = 3.0  # standard deviations after which a bell curve ends


def _along(values: NDArray[np.float32], size: float, axis: int) -> NDArray[np.float32]:
    """Returns values smoothed along an axis by a bell curve; the outermost ones go on beyond the edge."""
    reach = min(int(np.ceil(size * _REACH)), 300)
    if size <= 0 or not reach:
        return values
    if size > _LARGE:
        return _by_boxes(values, size, axis)
    bell = np.exp(-0.5 * (np.arange(-reach, reach + 1) / size) ** 2)
    bell = (bell / bell.sum()).astype(np.float32)
    widths = [(0, 0)] * values.ndim
    widths[axis] = (reach, reach)
    padded = np.pad(values, widths, mode="edge")
    count, result = values.shape[axis], np.zeros_like(values)
    for i, share in enumerate(bell):
        result += share * (padded[i : i + count] if axis == 0 else padded[:, i : i + count])
    return result


def _by_boxes(values: NDArray[np.float32], size: float, axis: int) -> NDArray[np.float32]:
    """Returns values smoothed by three moving averages, which together are close to a bell curve."""
    low = int(math.sqrt(4 * size * size + 1))
    low -= 1 - low % 2
    narrow = round((12 * size * size - 3 * low * low - 12 * low - 9) / (-4 * low - 4))
    result = values.copy()
    for plane in range(values.shape[2]):
        part: NDArray[np.float32] = result[:, :, plane].copy()
        for i in range(3):
            part = _averaged(part, low if i < narrow else low + 2, axis)
        result[:, :, plane] = part
    return result


def _averaged(values: NDArray[np.float32], width: int, axis: int) -> NDArray[np.float32]:
    """Returns the moving averages of an odd number of values along an axis."""
    widths = [(0, 0), (0, 0)]
    widths[axis] = (width // 2 + 1, width // 2)
    sums: NDArray[np.float64] = np.cumsum(np.pad(values, widths, mode="edge"), axis=axis, dtype=np.float64)
    ends = sums[width:] - sums[:-width] if axis == 0 else sums[:, width:] - sums[:, :-width]
    means: NDArray[np.float64] = ends / width
    return means.astype(np.float32)


def _split(pixels: Pixels) -> NDArray[np.float32]:
    """Returns light times alpha, and alpha, from 0 to 1: transparent pixels have no say in their neighbours' colour."""
    alpha = pixels[:, :, 3:].astype(np.float32) / np.float32(255)
    return np.concatenate([to_linear(pixels[:, :, :3]) * alpha, alpha], axis=2)


def _joined(planes: NDArray[np.float32]) -> Pixels:
    alpha = planes[:, :, 3:]
    light = planes[:, :, :3] / np.maximum(alpha, np.float32(1e-6))
    colors = from_linear(light.astype(np.float32))
    return np.concatenate([colors, np.clip(np.rint(alpha * 255), 0, 255).astype(np.uint8)], axis=2)


def gaussian_blur(pixels: Pixels, across: float, down: float) -> Pixels:
    """Returns blurred pixels.

    Args:
        pixels: (height, width, 4).
        across: Standard deviation of the blur along rows, in pixels.
        down: The same along columns.
    """
    return _joined(_along(_along(_split(pixels), down, 0), across, 1))


def sharpen(pixels: Pixels, radius: float, amount: float) -> Pixels:
    """Returns pixels whose differences from their surroundings are larger (an unsharp mask).

    Args:
        pixels: (height, width, 4).
        radius: Standard deviation of the blur that makes up the surroundings.
        amount: The share of the difference that is added.
    """
    planes = _split(pixels)
    blurred = _along(_along(planes, radius, 0), radius, 1)
    result = np.clip(planes + amount * (planes - blurred), 0, 1).astype(np.float32)
    result[:, :, 3] = planes[:, :, 3]
    return _joined(result)


def pixelize(pixels: Pixels, across: float, down: float) -> Pixels:
    """Returns pixels in blocks of one colour each.

    Args:
        pixels: (height, width, 4).
        across: Width of a block.
        down: Height of a block.
    """
    width, height = max(1, int(across)), max(1, int(down))
    planes = _split(pixels)
    columns, rows = np.arange(0, planes.shape[1], width), np.arange(0, planes.shape[0], height)
    sums = np.add.reduceat(np.add.reduceat(planes, rows, axis=0), columns, axis=1)
    tall = np.diff(np.append(rows, planes.shape[0]))
    wide = np.diff(np.append(columns, planes.shape[1]))
    means = sums / (tall[:, None] * wide[None, :])[:, :, None]
    blocks = _joined(means.astype(np.float32))
    return np.repeat(np.repeat(blocks, tall, axis=0), wide, axis=1)


def sobel(pixels: Pixels, across: float, down: float) -> Pixels:
    """Returns pixels that are as light as their surroundings differ, along rows and columns if these are not 0."""
    light = np.pad(to_linear(pixels[:, :, :3]), ((1, 1), (1, 1), (0, 0)), mode="edge")

    def slope(first: NDArray[np.float32], last: NDArray[np.float32], axis: int) -> NDArray[np.float32]:
        change = last - first
        parts = change[:-2] + 2 * change[1:-1] + change[2:] if axis else change[:, :-2] + 2 * change[:, 1:-1]
        if not axis:
            parts = parts + change[:, 2:]
        result: NDArray[np.float32] = parts
        return result

    found = np.zeros_like(pixels[:, :, :3], np.float32)
    if across:
        found += slope(light[:, :-2], light[:, 2:], 1) ** 2
    if down:
        found += slope(light[:-2], light[2:], 0) ** 2
    result = pixels.copy()
    result[:, :, :3] = from_linear(np.clip(np.sqrt(found) / 4, 0, 1))
    return result


def _neighbours(pixels: Pixels) -> list[Pixels]:
    height, width = pixels.shape[:2]
    padded = np.pad(pixels, ((1, 1), (1, 1), (0, 0)), mode="edge")
    return [padded[i : i + height, j : j + width] for i in range(3) for j in range(3)]


def dilate(pixels: Pixels) -> Pixels:
    """Returns pixels whose light areas are larger: each channel has the greatest value beside it."""
    result = pixels.copy()
    result[:, :, :3] = np.max(_neighbours(pixels[:, :, :3]), axis=0)
    return result


def erode(pixels: Pixels) -> Pixels:
    """Returns pixels whose dark areas are larger: each channel has the least value beside it."""
    result = pixels.copy()
    result[:, :, :3] = np.min(_neighbours(pixels[:, :, :3]), axis=0)
    return result
