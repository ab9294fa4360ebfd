from __future__ import annotations

import io

import pytest
from PIL import Image

from crab_sim.devices import media
from crab_sim.devices.media import Exif
from crab_sim.draw.image_header import image_size


@pytest.mark.parametrize("name", media.PHOTOS)
def test_bundled_photos_are_small_jpegs(name: str) -> None:
    data = media.bundled_photo(name)
    assert len(data) <= 17_000
    assert image_size(data) == Image.open(io.BytesIO(data)).size in ((640, 480), (480, 640))
    assert media.read_exif(data) == Exif()
