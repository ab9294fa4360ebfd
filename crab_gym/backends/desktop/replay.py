"""Snapshots of a desktop as what was done to it: bringing one back means doing it again, from a fresh box.

It works wherever a box does, and takes as long as the steps did. What a program did by itself in the meantime is not
in the journal, so the screen is compared with the one that the snapshot saw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from crab_gym.backends.base import DeviceError, Image

__all__ = ["Deed", "Recording", "ReplayDiffers", "difference"]

TOLERANCE = 0.001
"""Share of the screen's pixels that may differ after a replay, such as a process id that a program shows."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that was done to a box: an operation of its agent, or (with an empty name) waiting for it to rest."""

    operation: str
    args: Mapping[str, Any]


REST = Deed("", {})
"""Waiting until the box is at rest."""


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """A desktop at one moment: its seed, what was done since its reset, and the screen at the end.

    Attributes:
        screen: ``(H, W, 3) uint8 RGB``.
    """

    seed: int
    deeds: tuple[Deed, ...]
    screen: Image


class ReplayDiffers(DeviceError):
    """Doing the same again led to another screen than the snapshot saw."""


def difference(one: Image, other: Image) -> float:
    """Returns the share of pixels in which two screens of one size differ.

    >>> black = np.zeros((2, 2, 3), np.uint8)
    >>> difference(black, black), difference(black, black + 1)
    (0.0, 1.0)
    """
    return float(np.mean((one != other).any(axis=2)))
