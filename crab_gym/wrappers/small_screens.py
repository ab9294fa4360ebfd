"""Small screens for networks: each screen scaled down, once per change.

* `SmallScreens` - scales the screens of an environment, one after another.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["SmallScreens"]

Pixels = NDArray[np.uint8]


class SmallScreens:
    """Scales screens down; a screen that equals the device's last one isn't scaled again.

    Most actions change one device only, and comparing takes a tenth of the time of scaling.

    Example:
        >>> small = SmallScreens()
        >>> small.of("android", np.zeros((800, 360, 3), np.uint8), 84, 38).shape
        (84, 38, 3)
    """

    def __init__(self) -> None:
        self._last: dict[str, tuple[Pixels, Pixels]] = {}

    def of(self, device: str, screen: Pixels, height: int, width: int) -> Pixels:
        """Returns a screen scaled down, a new array, each pixel the mean of those that it covers.

        Args:
            device: The screen's device.
            screen: The screen, ``(H, W, 3) uint8 RGB``; it must not change later.
            height: Rows of the result.
            width: Its columns.
        """
        last = self._last.get(device)
        if last is not None and last[1].shape[:2] == (height, width) and _equal(last[0], screen):
            return last[1].copy()
        scaled = _scaled(screen, height, width)
        self._last[device] = (screen, scaled)
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
