from __future__ import annotations

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from crab_sim.documents import brightness, decode_image, encode_image, image_size, is_still, resized

PICTURE = np.random.default_rng(3).integers(0, 256, (30, 40, 3), dtype=np.uint8)


def saved(picture: Image.Image, kind: str, **options: object) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, kind, **options)
    return stream.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "BMP", "TIFF", "PPM"])
def test_exact_formats_come_back_as_they_were(kind: str) -> None:
    data = encode_image(PICTURE, kind)
    assert data == encode_image(PICTURE, kind)
    found = decode_image(data)
    assert found is not None and np.array_equal(found, PICTURE)
    assert image_size(data) == (40, 30)


@pytest.mark.parametrize("kind", ["JPEG", "WEBP", "GIF"])
def test_lossy_formats_come_back_nearly(kind: str) -> None:
    smooth = np.dstack([np.add.outer(np.arange(30), np.arange(40)).astype(np.uint8) * 3] * 3)
    found = decode_image(encode_image(smooth, kind))
    assert found is not None and found.shape == smooth.shape
    assert np.abs(found.astype(int) - smooth).mean() < 4


def test_a_photo_is_shown_the_right_way_up() -> None:
    picture = Image.fromarray(PICTURE)
    exif = picture.getexif()
    exif[0x0112] = 6
    data = saved(picture, "PNG", exif=exif)
    found = decode_image(data)
    assert found is not None and np.array_equal(found, np.rot90(PICTURE, -1))
    assert image_size(data) == (30, 40)


def test_what_is_transparent_is_white() -> None:
    found = decode_image(saved(Image.new("RGBA", (4, 4), (0, 0, 0, 0)), "PNG"))
    assert found is not None and (found == 255).all()
    palette = Image.new("P", (4, 4), 0)
    palette.info["transparency"] = 0
    found = decode_image(saved(palette, "PNG", transparency=0))
    assert found is not None and (found == 255).all()


def test_sixteen_bits_of_grey_become_eight() -> None:
    found = decode_image(saved(Image.fromarray(np.full((4, 4), 0x8123, np.uint16)), "PNG"))
    assert found is not None and (found == 0x81).all()


def test_brightness() -> None:
    assert brightness(np.zeros((5, 5, 3), np.uint8)) == 0.0
    assert brightness(np.full((5, 5, 3), 255, np.uint8)) == 255.0
    green = np.zeros((2, 2, 3), np.uint8)
    green[:, :, 1] = 100
    assert brightness(green) == pytest.approx(58.7)


def test_resized() -> None:
    assert resized(PICTURE, 40, 30) is PICTURE
    found = resized(np.full((10, 20, 3), 77, np.uint8), 7, 5)
    assert found.shape == (5, 7, 3) and (found == 77).all()


@pytest.mark.parametrize(
    ("name", "body", "still"),
    [
        (b"cHRM", struct.pack(">8I", 31269, 32899, 63999, 33001, 30000, 60000, 15000, 5999), True),
        (b"cHRM", struct.pack(">8I", 31270, 32900, 10000, 10000, 90000, 1000, 1000, 90000), False),
        (b"cHRM", b"", False),
        (b"iTXt", b'XML:com.adobe.xmp\0\0\0\0\0<x tiff:Orientation="1"/>', True),
        (b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<x tiff:Orientation='3'/>", False),
        (b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<tiff:Orientation>6</tiff:Orientation>", True),  # as it is decoded
    ],
)
def test_a_still_picture_has_the_colours_of_screens_and_one_orientation(name: bytes, body: bytes, still: bool) -> None:
    chunk = struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    for at in (33, -12):
        data = encode_image(PICTURE)
        assert is_still(data[:at] + chunk + data[at:]) is still
