from __future__ import annotations

import io
import struct

import numpy as np
import pytest
from PIL import Image

from crab_gym.backends.adb.screencap import decode


def raw(pixels: np.ndarray, header: int = 12, kind: int = 1) -> bytes:
    height, width, _ = pixels.shape
    return struct.pack("<IIII", width, height, kind, 0)[:header] + pixels.tobytes()


@pytest.mark.parametrize("header", [12, 16])
def test_raw_screenshots_of_old_and_new_android(header: int) -> None:
    pixels = np.arange(5 * 3 * 4, dtype=np.uint8).reshape(5, 3, 4)
    assert np.array_equal(decode(raw(pixels, header)), pixels[:, :, :3])


def test_raw_screenshots_without_alpha() -> None:
    pixels = np.arange(5 * 3 * 3, dtype=np.uint8).reshape(5, 3, 3)
    assert np.array_equal(decode(raw(pixels, kind=3)), pixels)


def test_png_screenshots() -> None:
    pixels = np.random.default_rng(0).integers(0, 255, (6, 4, 4), np.uint8)
    pixels[:, :, 3] = 255
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    assert np.array_equal(decode(file.getvalue()), pixels[:, :, :3])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "0 bytes"),
        (b"Error: no display", "pixel format"),
        (raw(np.zeros((2, 2, 4), np.uint8))[:-1], "a header"),
        (raw(np.zeros((2, 2, 4), np.uint8), kind=4), "pixel format 4"),
        (b"\x89PNG\r\n\x1a\nrest", "a broken PNG"),
    ],
)
def test_what_is_no_screenshot_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        decode(data)
