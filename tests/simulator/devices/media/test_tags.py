from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_sim.devices import media
from crab_sim.devices.media import Tags


@given(st.text(max_size=40), st.text(max_size=40), st.text(max_size=40), st.integers(1, 36_000))
def test_mp3_tags_are_read_back(title: str, artist: str, album: str, seconds: int) -> None:
    texts = [
        text.replace("\0", "").encode("utf-16", "ignore").decode("utf-16").strip() for text in (title, artist, album)
    ]
    data = media.mp3(*texts, float(seconds))
    assert media.read_tags(data) == Tags(*texts, float(seconds))
    assert len(data) < 1200


def test_running_time_without_a_tag() -> None:
    data = media.mp3("A", "B", "C", 100.0)
    assert media.read_tags(data.replace(b"TLEN", b"TXXX")).seconds == pytest.approx(100, abs=0.05)
    frame = b"\xff\xfb\x90\xc4" + b"\0" * 413  # 128 kbit/s, 44.1 kHz
    assert media.read_tags(frame * 383).seconds == pytest.approx(10, abs=0.1)


@given(st.sampled_from(["mp42", "M4A ", "3gp4"]), st.integers(0, 10**7), st.text(max_size=30))
def test_movies_are_read_back(brand: str, milliseconds: int, title: str) -> None:
    title = title.encode("utf-8", "ignore").decode()
    cover = media.bundled_photo("cat")
    data = media.movie(brand, milliseconds / 1000, 1_790_000_000.0, cover, title)
    assert media.read_tags(data) == Tags(title, "", "", pytest.approx(milliseconds / 1000), cover)
    assert data[8:12] == brand.encode()


def test_a_running_time_that_no_header_can_hold_is_cut() -> None:
    assert media.read_tags(media.movie("mp42", 1e9, 1_790_000_000.0)).seconds == 4_294_967.295
    assert media.read_tags(media.movie("mp42", -5.0, 1_790_000_000.0)).seconds == 0
