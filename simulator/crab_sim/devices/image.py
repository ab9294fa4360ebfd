"""The type of screens and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["Image"]

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Image = npt.NDArray[np.uint8]
else:
    Image = Any  # so that numpy isn't needed where nothing is drawn
"""``(H, W, 3) uint8 RGB``."""
