"""Draws the photos of the simulated phone: landscapes, still lifes, papers with legible text, patterns.

python scripts/assets/photos/make.py

Writes simulator/crab_sim/devices/media/photos/NAME.jpg, each 640x480 or 480x640 pixels and at most 17 kB. They
depend only on this folder, on `crab_sim.draw.noise`, on the bundled fonts and on Pillow.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from landscapes import (
    beach_sunset,
    bridge,
    city_night,
    desert,
    forest_path,
    lighthouse,
    meadow,
    mountain_lake,
    snow_cabin,
)
from papers import (
    cafe_menu,
    concert_poster,
    receipt_cafe,
    receipt_grocery,
    receipt_hardware,
    shopping_list,
    train_ticket,
    whiteboard,
)
from patterns import selfie, tiles, waves
from photo import Photo
from still_lifes import bicycle, bookshelf, breakfast, cake, cat, coffee, fruit_bowl, plant

PHOTOS = Path(__file__).parents[3] / "simulator" / "crab_sim" / "devices" / "media" / "photos"

LANDSCAPE: tuple[Callable[[Photo], None], ...] = (
    mountain_lake, beach_sunset, desert, snow_cabin, meadow, bridge, fruit_bowl, breakfast, bicycle, cat, cake,
    train_ticket, whiteboard, tiles,
)  # fmt: skip
PORTRAIT: tuple[Callable[[Photo], None], ...] = (
    forest_path, city_night, lighthouse, coffee, bookshelf, plant, receipt_grocery, receipt_cafe, receipt_hardware,
    cafe_menu, concert_poster, shopping_list, waves, selfie,
)  # fmt: skip


def main() -> None:
    """Draws and writes all photos."""
    PHOTOS.mkdir(exist_ok=True)
    for drawings, size in ((LANDSCAPE, (640, 480)), (PORTRAIT, (480, 640))):
        for draw in drawings:
            photo = Photo(draw.__name__, *size)
            draw(photo)
            (PHOTOS / f"{draw.__name__}.jpg").write_bytes(photo.bytes())


if __name__ == "__main__":
    main()
