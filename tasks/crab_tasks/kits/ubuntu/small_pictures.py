"""Small pictures for setups."""

from __future__ import annotations

import random

import numpy as np

from crab_gym.backends.base import Image
from crab_sim.devices.media.png import png

__all__ = ["shaded_file"]


def shaded_file(rng: random.Random, width: int, height: int) -> bytes:
    """Returns a PNG file in a drawn colour that gets darker to the right and downwards.

    It isn't so dark that it couldn't become darker still, or its negative lighter.

    Args:
        rng: Draws the colour.
        width: Width in pixels.
        height: Height in pixels.
    """
    across = np.linspace(1.0, 0.5, width)[np.newaxis, :, np.newaxis]
    down = np.linspace(1.0, 0.6, height)[:, np.newaxis, np.newaxis]
    color = np.array([rng.randrange(130, 250) for _ in range(3)])
    picture: Image = (across * down * color).astype(np.uint8)
    return png(picture, packed=False)
