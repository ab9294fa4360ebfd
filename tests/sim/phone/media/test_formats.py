from __future__ import annotations

import io
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from PIL.ExifTags import IFD

from crab_gym.sim.draw.pictures import MAX_PIXELS, picture
from crab_gym.sim.files import File, Files
from crab_gym.sim.phone.media import formats
from crab_gym.sim.phone.media.formats import Exif, Tags


@pytest.mark.parametrize("name", formats.PHOTOS)
def test_bundled_photos_are_small_jpegs(name: str) -> None:
    data = formats.asset(name)
    assert len(data) <= 17_000
    assert formats.image_size(data) == Image.open(io.BytesIO(data)).size in ((640, 480), (480, 640))
    assert formats.exif(data) == Exif()


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
    data = formats.with_exif(formats.asset("waves"), written)
    read = formats.exif(data)
    assert read._replace(place=None) == written._replace(place=None)
    if place is None:
        assert read.place is None
    else:
        assert read.place == pytest.approx(place, abs=1e-6)
    assert formats.with_exif(data, written) == data
    assert formats.image_size(data) == (480, 640)


def test_another_reader_understands_the_exif() -> None:
    data = formats.photo("cat", 1_790_000_000.0, (47.25, -8.5))
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
    assert formats.exif(out.getvalue()) == Exif(1_709_200_800.0, "Maker", "", 6)


@given(st.binary(max_size=200), st.sampled_from([b"", b"\xff\xd8", b"\xff\xd8\xff\xe1\0\x40Exif\0\0II*\0", b"ID3\3",
                                                 b"\0\0\0\x18ftypmp42", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"]))  # fmt: skip
def test_anything_can_be_read(data: bytes, head: bytes) -> None:
    data = head + data
    formats.exif(data), formats.tags(data), formats.image_size(data)
    assert picture(data, 20, 10).shape == (10, 20, 3)


@given(st.integers(2, 400), st.integers(0, 255))
def test_damaged_photos_are_drawn_somehow(at: int, byte: int) -> None:
    data = formats.photo("desert", 0.0)
    damaged = data[:at] + bytes([byte]) + data[at + 1 :]
    formats.exif(damaged)
    assert picture(damaged[: 4000 + at], 16, 16).shape == (16, 16, 3)


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
        data = formats.with_exif(plain, Exif(orientation=orientation))
        width, height = (120, 60) if orientation < 5 else (60, 120)
        pixels = picture(data, width, height)
        edges = {"left": pixels[:, :6], "right": pixels[:, -6:], "top": pixels[:6], "bottom": pixels[-6:]}
        assert [name for name, edge in edges.items() if edge[..., 0].mean() > 200 > 50 > edge[..., 2].mean()] == [red]
    assert not picture(plain, 10, 60).flags.writeable


@given(st.text(max_size=40), st.text(max_size=40), st.text(max_size=40), st.integers(1, 36_000))
def test_mp3_tags_are_read_back(title: str, artist: str, album: str, seconds: int) -> None:
    texts = [
        text.replace("\0", "").encode("utf-16", "ignore").decode("utf-16").strip() for text in (title, artist, album)
    ]
    data = formats.mp3(*texts, float(seconds))
    assert formats.tags(data) == Tags(*texts, float(seconds))
    assert len(data) < 1200


def test_running_time_without_a_tag() -> None:
    data = formats.mp3("A", "B", "C", 100.0)
    assert formats.tags(data.replace(b"TLEN", b"TXXX")).seconds == pytest.approx(100, abs=0.05)
    frame = b"\xff\xfb\x90\xc4" + b"\0" * 413  # 128 kbit/s, 44.1 kHz
    assert formats.tags(frame * 383).seconds == pytest.approx(10, abs=0.1)


@given(st.sampled_from(["mp42", "M4A ", "3gp4"]), st.integers(0, 10**7), st.text(max_size=30))
def test_movies_are_read_back(brand: str, milliseconds: int, title: str) -> None:
    title = title.encode("utf-8", "ignore").decode()
    cover = formats.asset("cat")
    data = formats.movie(brand, milliseconds / 1000, 1_790_000_000.0, cover, title)
    assert formats.tags(data) == Tags(title, "", "", pytest.approx(milliseconds / 1000), cover)
    assert data[8:12] == brand.encode()


def test_scan_leaves_out_what_is_hidden_or_an_apps_own() -> None:
    top = "/storage/emulated/0"
    places = ("a.jpg", "DCIM/b.PNG", ".hidden.jpg", ".trash/c.jpg", "Android/data/x/d.jpg", "Music/e.mp3", "f.txt")
    files = Files((f"{top}/{place}", File(b"", float(i))) for i, place in enumerate(places))
    assert [found.name for found in formats.scan(files, "image")] == ["b.PNG", "a.jpg"]
    assert [found.name for found in formats.scan(files, "audio")] == ["e.mp3"]
    assert formats.scan(files.remove(f"{top}/a.jpg"), "image") == formats.scan(files, "image")[:1]
