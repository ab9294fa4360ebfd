from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from crab_sim.devices.media.png import png

MODES = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}


@given(st.integers(1, 40), st.integers(1, 30), st.sampled_from([1, 2, 3, 4]), st.booleans(), st.integers(0, 9))
def test_other_programs_read_what_was_written(width: int, height: int, channels: int, packed: bool, seed: int) -> None:
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, channels), np.uint8)
    data = png(pixels[:, :, 0] if channels == 1 else pixels, packed)
    image = Image.open(io.BytesIO(data))
    image.verify()  # the sums of all parts
    image = Image.open(io.BytesIO(data))
    assert (image.format, image.mode, image.size) == ("PNG", MODES[channels], (width, height))
    assert np.array_equal(np.asarray(image).reshape(height, width, channels), pixels)


def test_a_part_of_a_picture_is_written_alone() -> None:
    pixels = np.arange(6 * 8 * 3, dtype=np.uint8).reshape(6, 8, 3)
    image = Image.open(io.BytesIO(png(pixels[1:4, 2:7])))
    assert np.array_equal(np.asarray(image), pixels[1:4, 2:7])


@pytest.mark.parametrize("packed", [True, False])
def test_further_parts_come_along(packed: bool) -> None:
    data = png(
        np.zeros((2, 2, 3), np.uint8), packed, [(b"tEXt", b"Comment\0words"), (b"pHYs", b"\0\0\x0b\x13" * 2 + b"\1")]
    )
    image = Image.open(io.BytesIO(data))
    assert image.info["Comment"] == "words" and image.info["dpi"] == pytest.approx((72, 72), abs=0.1)


def test_a_packed_file_is_small() -> None:
    gradient = np.linspace(0, 255, 300, dtype=np.uint8)[None, :, None].repeat(200, axis=0).repeat(3, axis=2)
    assert len(png(gradient)) < len(png(gradient, packed=False)) / 10
