"""Small pictures for setups, and evaluators that compare a picture with another one on the desktop."""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt

from crab_gym.backends.base import Image
from crab_sim.devices.media.png import png
from crab_sim.documents import decode_image
from crab_tasks.kits.compare import kept
from crab_tasks.kits.state import State

__all__ = ["greyed", "inverted", "shaded_file", "turned"]


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


_MAX_DIFFERENCE = 4.0
"""Largest mean difference of the values, of 255: a JPEG file that is written anew is not quite the same."""


def _same(found: Image, wanted: Image) -> bool:
    return found.shape == wanted.shape and bool(np.abs(found.astype(np.int16) - wanted).mean() <= _MAX_DIFFERENCE)


@kept
def _is_turned(data: bytes, original: bytes, quarters: int) -> bool:
    found, wanted = decode_image(data), decode_image(original)
    return found is not None and wanted is not None and _same(found, np.rot90(wanted, -quarters))


def turned(state: State, path: str, source: str, quarters: int) -> bool:
    """The picture shows what another one shows, turned clockwise by quarters of a circle.

    Args:
        state: The devices' states.
        path: The picture's path.
        source: The path of the other one, which is still there.
        quarters: How many quarters.
    """
    data, original = state.ubuntu.read_file(path), state.ubuntu.read_file(source)
    return data is not None and original is not None and _is_turned(data, original, quarters)


@kept
def _is_inverted(data: bytes, original: bytes) -> bool:
    found, wanted = decode_image(data), decode_image(original)
    return found is not None and wanted is not None and _same(found, 255 - wanted)


def inverted(state: State, path: str, source: str) -> bool:
    """The picture is the negative of another one, which is still there.

    Args:
        state: The devices' states.
        path: The picture's path.
        source: The path of the other one.
    """
    data, original = state.ubuntu.read_file(path), state.ubuntu.read_file(source)
    return data is not None and original is not None and _is_inverted(data, original)


_MAX_SPREAD = 2.0
"""Largest mean difference between the channels of a picture in shades of grey, of 255."""
_LEAST_LIKENESS = 0.8
"""Least correlation of the shades with the original's mean of channels."""
_SAME_SHADES = 0.98, 3
"""The least share of grey pixels that lie between the original's channels, and by how much they may lie outside."""


@kept
def _is_greyed(data: bytes, original: bytes) -> bool:
    """Whatever way of taking colour out was chosen, a shade lies between the least and the largest channel."""
    found, wanted = decode_image(data), decode_image(original)
    if found is None or wanted is None or found.shape != wanted.shape:
        return False
    shades = found.astype(np.int16)
    if (shades.max(axis=2) - shades.min(axis=2)).mean() > _MAX_SPREAD:
        return False
    share, margin = _SAME_SHADES
    grey, channels = shades[:, :, 1], wanted.astype(np.int16)
    between = (grey >= channels.min(axis=2) - margin) & (grey <= channels.max(axis=2) + margin)
    return bool(between.mean() >= share) and _alike(grey, channels.mean(axis=2))


def _alike(first: npt.NDArray[np.number], second: npt.NDArray[np.number]) -> bool:
    """Returns whether two arrays are large in the same places, or one is the same everywhere."""
    spreads = float(first.std()), float(second.std())
    if min(spreads) < 1.0:
        return True
    together = float(((first - first.mean()) * (second - second.mean())).mean())
    return together >= _LEAST_LIKENESS * spreads[0] * spreads[1]


def greyed(state: State, path: str, source: str) -> bool:
    """The picture shows another one, which is still there, at its size and in shades of grey.

    Args:
        state: The devices' states.
        path: The picture's path.
        source: The path of the other one.
    """
    data, original = state.ubuntu.read_file(path), state.ubuntu.read_file(source)
    return data is not None and original is not None and _is_greyed(data, original)
