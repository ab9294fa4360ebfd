"""Smooth noise over a plane, always the same at the same place."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["noise"]

_Field = NDArray[np.float64]


class _Lattice(NamedTuple):
    """The whole numbers around points of an axis, and where each point lies among them."""

    numbers: NDArray[np.int64]
    below: NDArray[np.int64]  # index of the number below each point
    above: NDArray[np.int64]  # index of the next one
    share: _Field  # of the next one, from 0 to 1, smoothed


def _lattice(axis: _Field) -> _Lattice:
    floor = np.floor(axis)
    share = axis - floor
    share = share * share * (3 - 2 * share)
    whole = floor.astype(np.int64)
    first, count = int(whole.min()), len(whole)
    span = int(whole.max()) - first + 2
    if span <= 2 * count:
        return _Lattice(np.arange(first, first + span), whole - first, whole - (first - 1), share)
    places = np.arange(count)  # the axis has a gap where the world's ends meet
    return _Lattice(np.concatenate((whole, whole + 1)), places, places + count, share)


def noise(x: _Field, y: _Field, seed: int) -> _Field:
    """Returns smooth noise from 0 to 1 that varies over about a unit, at the points of two axes, ``(len(y), len(x))``.

    It is drawn for each pair of whole numbers, of which there are fewer than points, and interpolated along `x` first.
    """
    across, down = _lattice(x), _lattice(y)
    mixed = (across.numbers * 374_761_393 + (down.numbers * 668_265_263 + seed * 974_634_777)[:, None]) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1_274_126_177) & 0xFFFFFFFF
    drawn = np.asarray((mixed ^ (mixed >> 16)) & 0xFFFF, np.float64) / 65_535
    rows = drawn.take(across.below, 1) * (1 - across.share) + drawn.take(across.above, 1) * across.share
    share = down.share[:, None]
    return np.asarray(rows.take(down.below, 0) * (1 - share) + rows.take(down.above, 0) * share)
