from __future__ import annotations

import io
import struct
from pathlib import Path

import pytest

from crab_gym.devices.media import movie, read_tags, slide_at, slides

SIZE = (64, 48)


def _jpeg(grey: int) -> bytes:
    from PIL import Image

    data = io.BytesIO()
    Image.new("L", SIZE, grey).save(data, "JPEG", quality=90)
    return data.getvalue()


PICTURES = [_jpeg(grey) for grey in (20, 120, 220)]
FILM = slides(PICTURES, SIZE, 8.0, 1_791_792_000.0)


def test_each_picture_is_shown_for_its_time() -> None:
    assert [slide_at(FILM, at) for at in (0.0, 7.99, 8.0, 15.9, 16.0, 23.9)] == [
        picture for picture in PICTURES for _ in range(2)
    ]
    assert slide_at(FILM, 1000.0) == PICTURES[-1]
    assert read_tags(FILM).seconds == 24.0


def test_other_players_show_them(tmp_path: Path) -> None:
    cv2 = pytest.importorskip("cv2")
    (tmp_path / "film.mp4").write_bytes(FILM)
    film = cv2.VideoCapture(str(tmp_path / "film.mp4"))
    assert film.get(cv2.CAP_PROP_FRAME_COUNT) == 3
    assert (film.get(cv2.CAP_PROP_FRAME_WIDTH), film.get(cv2.CAP_PROP_FRAME_HEIGHT)) == SIZE
    shown = []
    for _ in range(3):
        there, frame = film.read()
        assert there
        shown.append(round(frame.mean(), -1))
    assert shown == [20, 120, 220]


@pytest.mark.parametrize("data", [b"", b"abc", movie("mp42", 20.0, 0.0), FILM[:60], FILM[:-40]])
def test_other_files_have_no_pictures(data: bytes) -> None:
    assert slide_at(data, 0.0) == b""


@pytest.mark.parametrize("box", [b"stsz", b"stts", b"stco", b"mdhd"])
def test_tables_that_lie_do_no_harm(box: bytes) -> None:
    at = FILM.index(box) + 4
    for value in (0, 1, 0x7FFFFFFF, 0xFFFFFFFF):
        for place in range(at, at + 20, 4):
            forged = FILM[:place] + struct.pack(">I", value) + FILM[place + 4 :]
            assert len(slide_at(forged, 9.0)) <= len(FILM)
