from __future__ import annotations

import io
import struct

import numpy as np
from PIL import Image

from crab_sim.devices import media
from crab_sim.devices.media import Exif
from crab_sim.draw.landscapes import BACKGROUNDS
from crab_sim.draw.pictures import MAX_PIXELS, landscape, picture, plain_pixels


def test_a_photo_too_large_is_not_decoded() -> None:
    side = int(MAX_PIXELS**0.5) + 1
    data = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", side, side) + b"\x08\x02\0\0\0"
    assert np.array_equal(picture(data, 40, 40), picture(b"not a photo", 40, 40))


def test_photos_fill_their_box_and_stand_upright() -> None:
    image = Image.new("RGB", (120, 60), (0, 0, 255))
    image.paste((255, 0, 0), (0, 0, 60, 60))
    out = io.BytesIO()
    image.save(out, "JPEG", quality=95)
    plain = out.getvalue()
    for orientation, red in ((1, "left"), (3, "right"), (6, "top"), (8, "bottom"), (2, "right")):
        data = media.with_exif(plain, Exif(orientation=orientation))
        width, height = (120, 60) if orientation < 5 else (60, 120)
        pixels = picture(data, width, height)
        edges = {"left": pixels[:, :6], "right": pixels[:, -6:], "top": pixels[:6], "bottom": pixels[-6:]}
        assert [name for name, edge in edges.items() if edge[..., 0].mean() > 200 > 50 > edge[..., 2].mean()] == [red]
    assert not picture(plain, 10, 60).flags.writeable


def test_computed_pixels_are_drawn_as_they_are() -> None:
    pixels = np.arange(5 * 7 * 3, dtype=np.uint8).reshape(5, 7, 3)
    key = plain_pixels(pixels)
    assert np.array_equal(picture(key, 7, 5), pixels)
    assert not picture(key, 7, 5).flags.writeable
    for wrong in (key[:-1], key + b"0"):
        assert np.array_equal(picture(wrong, 7, 5), picture(b"not a photo", 7, 5))


def test_computed_pixels_are_stretched_to_another_size() -> None:
    pixels = np.full((4, 6, 3), 200, np.uint8)
    pixels[:, 3:] = 10
    larger = picture(plain_pixels(pixels), 60, 40)
    assert (larger[:, :24] == 200).all() and (larger[:, 36:] == 10).all() and not larger.flags.writeable


def test_the_designs_of_backgrounds_are_those_that_are_drawn() -> None:
    assert {f"photo:{design.number}": design for design in BACKGROUNDS.values()} == BACKGROUNDS
    assert {name: landscape(design.number) for name, design in BACKGROUNDS.items()} == BACKGROUNDS
