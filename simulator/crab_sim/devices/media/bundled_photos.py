"""The bundled photos, and copies of them as if taken with the phone's camera."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from crab_sim.devices.media.exif import Exif, add_exif, strip_exif

__all__ = ["PHOTOS", "PHOTO_FOLDER", "bundled_photo", "photo"]

PHOTO_FOLDER: Final = Path(__file__).with_name("photos")
"""The folder of the bundled photos."""
PHOTOS: Final = (
    "beach_sunset", "bicycle", "bookshelf", "breakfast", "bridge", "cafe_menu", "cake", "cat", "city_night", "coffee",
    "concert_poster", "desert", "forest_path", "fruit_bowl", "lighthouse", "meadow", "mountain_lake", "plant",
    "receipt_cafe", "receipt_grocery", "receipt_hardware", "selfie", "shopping_list", "snow_cabin", "tiles",
    "train_ticket", "waves", "whiteboard",
)  # fmt: skip
"""Names of the bundled photos."""


@lru_cache(maxsize=len(PHOTOS))
def bundled_photo(name: str) -> bytes:
    """Returns one of the bundled JPEG files."""
    return (PHOTO_FOLDER / f"{name}.jpg").read_bytes()


def photo(name: str, taken: float, place: tuple[float, float] | None = None, model: str = "Crab Phone") -> bytes:
    """Returns a bundled photo as if taken with the phone's camera.

    Args:
        name: One of `PHOTOS`.
        taken: Local time, in seconds since 1970.
        place: Latitude and longitude in degrees.
        model: The camera's name.

    >>> from crab_sim.devices.media.exif import read_exif
    >>> read_exif(photo("cat", 86_400.0)).taken
    86400.0
    """
    return add_exif(_bare(name), Exif(taken, "Crab", model, 1, place))


@lru_cache(maxsize=len(PHOTOS))
def _bare(name: str) -> bytes:
    return strip_exif(bundled_photo(name))
