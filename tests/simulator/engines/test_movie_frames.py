from __future__ import annotations

import io
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from crab_gym.backends.sim import SimBackend
from crab_sim.adbd.sync import receive
from crab_sim.devices import media
from crab_sim.devices.media import frames
from crab_sim.engines.movie_frames import frame_at
from crab_sim.files import FileError
from crab_sim.phone import Phone
from crab_sim.phone.android import Device

COLORS = ((200, 30, 30), (30, 160, 30), (30, 30, 200))


def jpeg(color: tuple[int, int, int]) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (64, 48), color).save(out, "JPEG")
    return out.getvalue()


def mean(picture: bytes) -> tuple[int, ...]:
    with Image.open(io.BytesIO(picture)) as image:
        return tuple(int(value) for value in np.asarray(image.convert("RGB")).mean(axis=(0, 1)))


def near(picture: bytes, color: tuple[int, int, int]) -> bool:
    return max(abs(one - other) for one, other in zip(mean(picture), color, strict=True)) < 12


def test_a_movie_of_pictures_shows_each_in_its_time() -> None:
    pictures = tuple(map(jpeg, COLORS))
    movie = media.movie("mp42", 6.0, 1e9, b"cover", "Title", film=media.Film(64, 48, pictures))
    assert media.read_tags(movie)[:1] == ("Title",) and media.read_tags(movie).seconds == 6.0
    assert [pictures.index(frame_at(movie, seconds)) for seconds in (0, 1.9, 2, 4.1, 6, 99)] == [0, 0, 1, 2, 2, 2]


def test_a_movie_without_frames_has_none() -> None:
    for content in (media.movie("mp42", 6.0, 1e9, jpeg(COLORS[0])), b"", b"\0\0\0\x08ftyp", b"ID3"):
        assert frame_at(content, 1.0) == b""


def test_broken_tables_do_no_harm() -> None:
    movie = media.movie("mp42", 6.0, 1e9, film=media.Film(64, 48, tuple(map(jpeg, COLORS))))
    rng = np.random.default_rng(0)
    for _ in range(300):
        broken = bytearray(movie)
        for at in rng.integers(0, 700, 6):
            broken[at] = int(rng.integers(256))
        content = bytes(broken[: int(rng.integers(300, len(broken)))])
        found = frames.track(content)
        if found is not None:
            assert all(len(frames.picture(content, index)) <= len(content) for index in (0, 2, len(found.sizes) - 1))


def _foreign(folder: Path) -> bytes:
    """Returns a movie as a camera or a library writes one, four seconds of red, then four of green."""
    import imageio_ffmpeg

    path = folder / "clip.mp4"
    writer = imageio_ffmpeg.write_frames(str(path), (64, 48), fps=5, codec="mpeg4", macro_block_size=2)
    writer.send(None)
    for color in COLORS[:2]:
        for _ in range(20):
            writer.send(np.full((48, 64, 3), color, np.uint8).tobytes())
    writer.close()
    return path.read_bytes()


@pytest.mark.extra("imageio_ffmpeg")
def test_a_foreign_movies_frames_are_decoded(tmp_path: Path) -> None:
    movie = _foreign(tmp_path)
    assert media.read_tags(movie).seconds == pytest.approx(8, abs=0.1)
    for seconds, color in ((0, COLORS[0]), (3.9, COLORS[0]), (4.1, COLORS[1]), (8, COLORS[1])):
        assert near(frame_at(movie, seconds), color)
    start = movie.index(b"mdat") + 4
    assert frame_at(movie[:start] + bytes(200), 1.0) == b""


def test_without_a_decoder_a_foreign_movie_that_a_shell_has_made_has_no_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    own = media.movie("mp42", 6.0, 1e9, film=media.Film(64, 48, (jpeg(COLORS[0]),)))
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    device = Device(Phone())
    device.run("cat > /sdcard/Movies/clip.mp4", own.replace(b"jpeg", b"mp4v"))
    device.run("am start -a android.intent.action.VIEW -t video/mp4 -d file:///sdcard/Movies/clip.mp4")
    assert device.screenshot().any() and device.phone.crashes == []
    assert "clip" in [element.text for element in device.elements()]


def test_without_a_decoder_a_device_takes_no_foreign_movie(monkeypatch: pytest.MonkeyPatch) -> None:
    own = media.movie("mp42", 6.0, 1e9, film=media.Film(64, 48, (jpeg(COLORS[0]),)))
    foreign = own.replace(b"jpeg", b"mp4v")
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    backend = SimBackend("android", (360, 800))
    backend.reset(seed=0)
    setup, phone = backend.setup, backend.machine
    setup.write_file("/sdcard/own.mp4", own)
    setup.write_file("/sdcard/notes.txt", foreign[:100])
    with pytest.raises(ImportError, match=r'pip install "\.\[vision\]"'):
        setup.write_file("/sdcard/foreign.mp4", foreign)
    device = Device(phone)
    receive(device, "/sdcard/pushed.mp4", own, 0o644, 1e9)
    with pytest.raises(FileError, match=r'pip install "\.\[vision\]"'):
        receive(device, "/sdcard/pushed_too.mp4", foreign, 0o644, 1e9)
    assert device.files.exists("/sdcard/pushed.mp4") and not device.files.exists("/sdcard/pushed_too.mp4")
