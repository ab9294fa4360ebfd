"""Small screens for networks: each screen scaled down, once per change.

* `SmallScreens` - scales the screens of an environment, one after another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crab_gym.backends.base import Backend

__all__ = ["SmallScreens"]

Pixels = NDArray[np.uint8]


class _Last(NamedTuple):
    """The last screen of a device: what the backend knows it by, itself where the backend doesn't, and scaled down."""

    token: Any
    screen: Pixels | None
    scaled: Pixels


class SmallScreens:
    """Scales screens down; a screen that equals the device's last one isn't scaled again.

    Most actions change one device only. Where the backend knows what has changed, the last screen isn't kept, so that
    the next one can be drawn in its place: an environment then has one image of each screen, not two.

    Args:
        backends: Backends by device.

    Example:
        >>> small = SmallScreens({})
        >>> small.of("android", np.zeros((800, 360, 3), np.uint8), 84, 38).shape
        (84, 38, 3)
    """

    def __init__(self, backends: Mapping[str, Backend]) -> None:
        self._backends = backends
        self._last: dict[str, _Last] = {}

    def of(self, device: str, screen: Pixels, height: int, width: int) -> Pixels:
        """Returns a screen scaled down, a new array, each pixel the mean of those that it covers.

        Args:
            device: The screen's device.
            screen: The screen, ``(H, W, 3) uint8 RGB``; it must not change while it is the device's last one.
            height: Rows of the result.
            width: Its columns.
        """
        last, backend = self._last.get(device), self._backends.get(device)
        token, differences = None, None
        if backend is not None:
            token, differences = backend.differences(screen, None if last is None else last.token)
        if last is not None and last.scaled.shape[:2] == (height, width):
            known = differences is not None
            if (known and not differences) or (not known and last.screen is not None and _equal(last.screen, screen)):
                return last.scaled.copy()
        scaled = _scaled(screen, height, width)
        self._last[device] = _Last(token, screen if token is None else None, scaled)
        return scaled.copy()


def _equal(one: Pixels, other: Pixels) -> bool:
    if one is other:
        return True
    if one.nbytes % 8 or not (one.flags.c_contiguous and other.flags.c_contiguous):
        return np.array_equal(one, other)
    return one.shape == other.shape and bool(
        (one.reshape(-1).view(np.uint64) == other.reshape(-1).view(np.uint64)).all()
    )


def _scaled(screen: Pixels, height: int, width: int) -> Pixels:
    from PIL import Image

    # Whole factors first: this takes half the time, and hardly differs.
    return np.asarray(Image.fromarray(screen).resize((width, height), Image.Resampling.BOX, reducing_gap=1.0))
