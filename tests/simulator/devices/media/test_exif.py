from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from PIL.ExifTags import IFD

from crab_sim.devices import media
from crab_sim.devices.media import Exif
from crab_sim.draw.image_header import image_size
from crab_sim.draw.pictures import picture


@given(
    st.one_of(st.none(), st.integers(0, 4_000_000_000).map(float)),
    st.text(st.characters(codec="ascii", exclude_categories=["C"]), max_size=30).map(str.strip),
    st.text(st.characters(codec="ascii", exclude_categories=["C"]), max_size=30).map(str.strip),
    st.integers(1, 8),
    st.one_of(st.none(), st.tuples(st.floats(-90, 90), st.floats(-180, 180))),
)
def test_exif_is_read_back(
    taken: float | None, make: str, model: str, orientation: int, place: tuple[float, float] | None
) -> None:
    written = Exif(taken, make, model, orientation, place)
    data = media.with_exif(media.bundled_photo("waves"), written)
    read = media.read_exif(data)
    assert read._replace(place=None) == written._replace(place=None)
    if place is None:
        assert read.place is None
    else:
        assert read.place == pytest.approx(place, abs=1e-6)
    assert media.with_exif(data, written) == data
    assert image_size(data) == (480, 640)


def test_another_reader_understands_the_exif() -> None:
    data = media.photo("cat", 1_790_000_000.0, (47.25, -8.5))
    read = Image.open(io.BytesIO(data)).getexif()
    assert read[0x010F] == "Crab" and read[0x0110] == "Crab Phone" and read[0x0112] == 1
    assert read.get_ifd(IFD.Exif)[0x9003] == "2026:09:21 14:13:20"
    gps = read.get_ifd(IFD.GPSInfo)
    assert (gps[1], gps[2], gps[3], gps[4]) == ("N", (47, 15, 0), "W", (8, 30, 0))


def test_exif_of_others_is_read() -> None:
    image, out = Image.new("RGB", (8, 8)), io.BytesIO()
    exif = Image.Exif()
    exif[0x0112], exif[0x010F], exif[0x0132] = 6, "Maker", "2024:02:29 10:00:00"
    image.save(out, "JPEG", exif=exif)
    assert media.read_exif(out.getvalue()) == Exif(1_709_200_800.0, "Maker", "", 6)


@given(st.binary(max_size=200), st.sampled_from([b"", b"\xff\xd8", b"\xff\xd8\xff\xe1\0\x40Exif\0\0II*\0", b"ID3\3",
                                                 b"\0\0\0\x18ftypmp42", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"]))  # fmt: skip
def test_anything_can_be_read(data: bytes, head: bytes) -> None:
    data = head + data
    media.read_exif(data), media.read_tags(data), image_size(data)
    assert picture(data, 20, 10).shape == (10, 20, 3)


@given(st.integers(2, 400), st.integers(0, 255))
def test_damaged_photos_are_drawn_somehow(at: int, byte: int) -> None:
    data = media.photo("desert", 0.0)
    damaged = data[:at] + bytes([byte]) + data[at + 1 :]
    media.read_exif(damaged)
    assert picture(damaged[: 4000 + at], 16, 16).shape == (16, 16, 3)
