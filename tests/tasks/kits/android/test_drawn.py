"""Evaluators of drawings and of what the camera takes, for sub-tasks."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest

from crab_gym.backends.base import Devices, State
from crab_gym.task import Params
from crab_sim.devices.media import movie, photo
from crab_tasks.kits.android.camera import TAKE, shot_added
from crab_tasks.kits.android.draw.state import card_saved, line_saved
from crab_tasks.kits.android.files.state import STORAGE

BLUE = (0x1E, 0x3A, 0xC8)
PICTURES, CAMERA = f"{STORAGE}/Pictures", f"{STORAGE}/DCIM/Camera"
DATE = ("date", "2026-05-12")


def drawing(ground: tuple[int, int, int], line: tuple[int, int, int] | None, form: str = "PNG") -> bytes:
    """Returns a picture of a ground with a line."""
    from PIL import Image, ImageDraw

    image, data = Image.new("RGB", (120, 200), ground), io.BytesIO()
    if line is not None:
        ImageDraw.Draw(image).line((20, 20, 100, 180), line, 5)
    image.save(data, form)
    return data.getvalue()


def scribbled(form: str = "PNG") -> bytes:
    """Returns a picture of a blue line on white and a red box."""
    from PIL import Image, ImageDraw

    image, data = Image.open(io.BytesIO(drawing(WHITE, BLUE))), io.BytesIO()
    ImageDraw.Draw(image).rectangle((60, 10, 90, 40), (200, 0, 0))
    image.save(data, form)
    return data.getvalue()


WHITE, BLACK = (255, 255, 255), (0, 0, 0)
BLUE_PATH = '<path stroke="#1e3ac8"/>'
SVG = '<svg xmlns="http://www.w3.org/2000/svg"><rect fill="{}"/>{}</svg>'


@pytest.mark.parametrize(
    ("files", "line", "card"),
    [
        ({"12 May 2026.png": drawing(WHITE, BLUE)}, True, False),
        ({"2026-05-12.jpg": drawing(WHITE, BLUE, "JPEG")}, True, False),
        ({"12 May 2026.png": drawing(WHITE, BLUE), "other.png": b""}, True, False),
        ({"12 May 2026.png": drawing(BLACK, BLUE)}, False, False),
        ({"12 May 2026.png": scribbled()}, False, False),
        ({"12 May 2026.jpg": scribbled("JPEG")}, False, False),
        ({"12 May 2026.png": drawing(BLUE, None)}, False, True),
        ({"12 May 2026.jpg": drawing(BLUE, None, "JPEG")}, False, True),
        ({"12 May 2026.png": drawing(BLUE, BLACK)}, False, False),
        ({"12 May 2026.png": drawing(WHITE, BLACK)}, False, False),
        ({"12 May 2026.png": drawing(WHITE, None)}, False, False),
        ({"12 May 2026.png": b"\x89PNG\r\n\x1a\nblue"}, False, False),
        ({"12 May 2026.jpg": drawing(WHITE, BLUE)}, False, False),
        ({"12 May 2026.png": drawing(WHITE, BLUE), "2026-05-12.png": drawing(WHITE, BLUE)}, False, False),
        ({"my 12 May 2026.png": drawing(WHITE, BLUE)}, False, False),
        ({"12 May 2026.svg": SVG.format("#ffffff", '<path stroke="#1e3ac8"/>').encode()}, True, False),
        ({"12 May 2026.svg": SVG.format("#ffffff", BLUE_PATH + '<path stroke="#ff0000"/>').encode()}, False, False),
        ({"12 May 2026.svg": SVG.format("#ffffff", BLUE_PATH + "<text>No</text>").encode()}, False, False),
        ({"12 May 2026.svg": SVG.format("#1e3ac8", "").encode()}, False, True),
        ({"12 May 2026.svg": SVG.format("#1e3ac8", '<path stroke="#1e3ac8"/>').encode()}, False, False),
        ({"12 May 2026.svg": b'stroke="#1e3ac8"'}, False, False),
        ({}, False, False),
    ],
)
def test_a_line_is_no_ground_and_a_card_has_no_line(
    phone: Any, files: dict[str, bytes], line: bool, card: bool
) -> None:
    for name, data in files.items():
        phone.setup.write_file(f"{PICTURES}/{name}", data)
    state = State(android=phone.state)
    assert line_saved(state, *DATE, BLUE) is line
    assert card_saved(state, *DATE, BLUE) is card


OLD, NEW = "IMG_20260314_101500.jpg", "IMG_20261126_101500.jpg"
SHOT = photo("meadow", 1.7e9)


@pytest.mark.parametrize(
    ("changes", "accepted"),
    [
        ({f"{CAMERA}/{NEW}": SHOT}, True),
        ({f"{PICTURES}/{NEW}": SHOT, f"{PICTURES}/drawing.jpg": SHOT}, True),
        ({}, False),
        ({f"{CAMERA}/{NEW}": b"no picture"}, False),
        ({f"{CAMERA}/{NEW}": SHOT, f"{CAMERA}/IMG_20261126_101501.jpg": SHOT}, False),
        ({f"{CAMERA}/{NEW}": SHOT, f"{CAMERA}/{OLD}": None}, False),
        ({f"{CAMERA}/VID_20261126_101500.mp4": movie("mp42", 4.0, 1.7e9)}, False),
        ({f"{PICTURES}/drawing.jpg": SHOT}, False),
    ],
)
def test_one_photo_is_taken(phone: Any, changes: dict[str, bytes | None], accepted: bool) -> None:
    TAKE.setup(Devices(android=phone.setup), Params(), random.Random(1))
    for path, data in changes.items():
        phone.setup.remove(path) if data is None else phone.setup.write_file(path, data)
    assert shot_added(State(android=phone.state), ".jpg") is accepted


@pytest.mark.parametrize(("seconds", "accepted"), [(5.0, True), (4.0, False), (0.0, False)])
def test_a_video_has_a_length(phone: Any, seconds: float, accepted: bool) -> None:
    TAKE.setup(Devices(android=phone.setup), Params(), random.Random(1))
    phone.setup.write_file(f"{CAMERA}/VID_20261126_101500.mp4", movie("mp42", seconds, 1.7e9))
    assert shot_added(State(android=phone.state), ".mp4") is accepted
    assert not shot_added(State(android=phone.state), ".jpg")
