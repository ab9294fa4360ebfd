"""The type of screens and pictures."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["Image"]

Image = npt.NDArray[np.uint8]
"""``(H, W, 3) uint8 RGB``."""
