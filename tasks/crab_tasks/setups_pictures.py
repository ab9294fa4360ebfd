"""Pictures that setups put onto the desktop, made from those of the bundled web."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from crab_gym.backends.base import Image
from crab_gym.documents import decode_image, encode_image, resized
from crab_gym.web.bundle import assets

__all__ = ["PHOTOS", "lightened", "photo", "photo_file", "side_by_side"]

PHOTOS = ("beach_sunset", "bridge", "desert", "lighthouse", "meadow", "mountain_lake", "snow_cabin")


@lru_cache(maxsize=64)
def photo(name: str, width: int, height: int, light: float = 1.0) -> Image:
    """Returns a photo, ``(height, width, 3) uint8``; with less than 1.0 of its light it is darker."""
    data = assets().get(f"photos/{name}.jpg")
    picture = decode_image(data)
    if picture is None:
        raise LookupError(f"crab_gym.web has no picture {name!r}; restore it")
    return (resized(picture, width, height) * light).astype(np.uint8)


def photo_file(name: str, width: int, height: int, light: float = 1.0) -> bytes:
    """Returns the photo as a PNG file."""
    return encode_image(photo(name, width, height, light))


def lightened(picture: Image, amount: int) -> Image:
    """Returns what GIMP's Brightness makes of a picture, for 0 to 127: each value goes a part of the way to white."""
    return np.round(picture + (255.0 - picture) * (amount / 254)).astype(np.uint8)


def side_by_side(left: Image, right: Image) -> Image:
    """Returns two pictures of the same height in one."""
    return np.hstack([left, right])
