"""Small pictures for setups, and evaluators that compare a picture with another one on the desktop."""

from __future__ import annotations

import random

import numpy as np

from crab_gym.backends.base import Image
from crab_gym.devices.media.png import png
from crab_gym.documents import decode_image, image_size
from crab_tasks.kits.compare import kept
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.pictures import image_is_without_colour, image_measures

__all__ = ["greyed", "inverted", "shaded_file", "turned"]


def shaded_file(rng: random.Random, width: int, height: int) -> bytes:
    """Returns a PNG file in a drawn colour that gets darker to the right and downwards.

    Args:
        rng: Draws the colour.
        width: Width in pixels.
        height: Height in pixels.
    """
    across = np.linspace(1.0, 0.5, width)[np.newaxis, :, np.newaxis]
    down = np.linspace(1.0, 0.6, height)[:, np.newaxis, np.newaxis]
    color = np.array([rng.randrange(60, 250) for _ in range(3)])
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


def turned(state: State, answer: str | None, path: str, source: str, quarters: int) -> bool:
    """The picture shows what another one shows, turned clockwise by quarters of a circle.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The picture's path.
        source: The path of the other one, which is still there.
        quarters: How many quarters.
    """
    data, original = state["ubuntu"].read_file(path), state["ubuntu"].read_file(source)
    return data is not None and original is not None and _is_turned(data, original, quarters)


@kept
def _is_inverted(data: bytes, original: bytes) -> bool:
    found, wanted = decode_image(data), decode_image(original)
    return found is not None and wanted is not None and _same(found, 255 - wanted)


def inverted(state: State, answer: str | None, path: str, source: str) -> bool:
    """The picture is the negative of another one, which is still there.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The picture's path.
        source: The path of the other one.
    """
    data, original = state["ubuntu"].read_file(path), state["ubuntu"].read_file(source)
    return data is not None and original is not None and _is_inverted(data, original)


def greyed(state: State, answer: str | None, path: str, source: str) -> bool:
    """The picture shows another one, which is still there, at its size and in shades of grey.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The picture's path.
        source: The path of the other one.
    """
    original = state["ubuntu"].read_file(source)
    size = image_size(original)
    if path == source or original is None or size is None:
        return False
    same_size = image_measures(state, answer, path, *size)
    return same_size and image_is_without_colour(state, answer, path, original)
