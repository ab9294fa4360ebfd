"""Snapshots of a desktop as recorded operations, which are restored by repeating the operations in a new box.

This works on every host, and takes as long as the operations took. It misses anything that a program did by itself in
the meantime, so the screen is compared with that of the snapshot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from crab_gym.backends.base import DeviceError, Image

__all__ = ["Operation", "ReplayDiffers", "ReplaySnapshot", "difference"]

TOLERANCE = 0.001
"""Share of the screen's pixels that may differ after a replay, such as a process id that a program shows."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A recorded operation of a box (see `guest.service`), or `SETTLE`."""

    name: str
    args: Mapping[str, Any]


SETTLE = Operation("", {})
"""The operation of waiting until the screen has settled."""


@dataclass(frozen=True, slots=True, eq=False)
class ReplaySnapshot:
    """A desktop's state as the operations that led to it.

    Attributes:
        seed: The seed of its reset.
        operations: The operations since then.
        screen: The screen after them, ``(H, W, 3) uint8 RGB``.
    """

    seed: int
    operations: tuple[Operation, ...]
    screen: Image


class ReplayDiffers(DeviceError):
    """A replay led to another screen than that of the snapshot."""


def difference(one: Image, other: Image) -> float:
    """Returns the share of pixels in which two screens of one size differ.

    >>> black = np.zeros((2, 2, 3), np.uint8)
    >>> difference(black, black), difference(black, black + 1)
    (0.0, 1.0)
    """
    return float(np.mean((one != other).any(axis=2)))
