"""Comparing two pictures of the same size, with numpy only."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from crab_gym.backends.base import Image

__all__ = ["changed", "grey", "ssim"]

_RADIUS, _SIGMA = 5, 1.5
_C1, _C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
Plane = npt.NDArray[np.float64]


def grey(image: Image) -> npt.NDArray[np.uint8]:
    """Returns a picture's luma (ITU-R BT.601), ``(H, W) uint8``; a picture of one plane is returned unchanged."""
    if image.ndim == 2:
        return image
    red, green, blue = (image[:, :, index].astype(np.uint32) for index in range(3))
    return ((red * 299 + green * 587 + blue * 114 + 500) // 1000).astype(np.uint8)


def ssim(first: Image, second: Image) -> float:
    """Returns the mean structural similarity of two pictures of the same size: 1 if equal, about 0 if unrelated.

    Wang, Bovik, Sheikh and Simoncelli, Image quality assessment: from error visibility to structural similarity, IEEE
    Transactions on Image Processing 13 (2004), equations 13 to 17: of luma, in windows of 11 x 11 pixels weighted by a
    Gaussian of 1.5 pixels, with K1 = 0.01 and K2 = 0.03; windows that reach beyond an edge are left out.

    Raises:
        ValueError: The sizes differ, or a side is shorter than 11 pixels.

    >>> picture = np.arange(400, dtype=np.uint8).reshape(20, 20)
    >>> ssim(picture, picture)
    1.0
    """
    if first.shape[:2] != second.shape[:2]:
        raise ValueError(
            f"got pictures of {first.shape[:2]} and {second.shape[:2]} rows and columns; scale one of them"
        )
    if min(first.shape[:2]) < 2 * _RADIUS + 1:
        raise ValueError(f"got a picture of {first.shape[:2]} rows and columns, expected at least 11 of both")
    x, y = (grey(image).astype(np.float64) for image in (first, second))
    mean_x, mean_y = _blur(x), _blur(y)
    var_x = _blur(x * x) - mean_x * mean_x
    var_y = _blur(y * y) - mean_y * mean_y
    covariance = _blur(x * y) - mean_x * mean_y
    upper = (2 * mean_x * mean_y + _C1) * (2 * covariance + _C2)
    lower = (mean_x * mean_x + mean_y * mean_y + _C1) * (var_x + var_y + _C2)
    return float((upper / lower).mean())


def _blur(plane: Plane) -> Plane:
    """Convolves with the Gaussian, one axis after the other, wherever the window lies inside."""
    weights = np.exp(-0.5 * (np.arange(-_RADIUS, _RADIUS + 1) / _SIGMA) ** 2)
    weights /= weights.sum()
    size = 2 * _RADIUS + 1
    rows, columns = plane.shape[0] - size + 1, plane.shape[1] - size + 1
    down: Plane = weights[_RADIUS] * plane[_RADIUS : _RADIUS + rows]
    for index in range(_RADIUS):
        down += weights[index] * (plane[index : index + rows] + plane[size - 1 - index : size - 1 - index + rows])
    blurred: Plane = weights[_RADIUS] * down[:, _RADIUS : _RADIUS + columns]
    for index in range(_RADIUS):
        other = size - 1 - index
        blurred += weights[index] * (down[:, index : index + columns] + down[:, other : other + columns])
    return blurred


def changed(first: Image, second: Image, tolerance: int = 8) -> tuple[int, int, int, int] | None:
    """Returns the smallest rectangle with all pixels that differ by more than the tolerance, None for none.

    Raises:
        ValueError: The sizes differ.

    >>> before = np.zeros((10, 10, 3), np.uint8)
    >>> after = before.copy()
    >>> after[2:4, 5:9] = 255
    >>> changed(before, after)
    (5, 2, 9, 4)
    """
    if first.shape != second.shape:
        raise ValueError(f"got pictures of the shapes {first.shape} and {second.shape}; they must be the same")
    differs = (np.maximum(first, second) - np.minimum(first, second)).max(axis=2) > tolerance
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not len(rows):
        return None
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
