"""Decodes the output of ``screencap`` into an array."""

from __future__ import annotations

import io
import struct

import numpy as np

from crab_gym.backends.base import Image

__all__ = ["decode"]

_CHANNELS = {1: 4, 3: 3}  # by pixel format: RGBA_8888 of screencap, RGB_888 of the simulated phone
_MAX_SIDE = 16_384  # pixels; a header with more is broken, as no phone has a larger screen


def decode(data: bytes) -> Image:
    """Returns the picture in the output of ``screencap``, raw or PNG.

    Raises:
        ValueError: The data are neither, or incomplete.
    """
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        from PIL import Image as pillow

        try:
            with pillow.open(io.BytesIO(data), formats=["PNG"]) as picture:
                if max(picture.size) > _MAX_SIDE:
                    raise ValueError(f"a screenshot of {picture.size} pixels")
                return np.asarray(picture.convert("RGB"))
        except (OSError, SyntaxError) as error:
            raise ValueError(f"a broken PNG: {error}") from error
    if len(data) < 12:
        raise ValueError(f"{len(data)} bytes, which is no picture")
    width, height, pixel_format = struct.unpack_from("<III", data)
    channels = _CHANNELS.get(pixel_format)
    if channels is None:
        raise ValueError(f"pixel format {pixel_format}; expected one of {list(_CHANNELS)}")
    size = width * height * channels
    header = len(data) - size  # 12 bytes, or 16 since Android 9, which adds the colour space
    if not 0 < width <= _MAX_SIDE or not 0 < height <= _MAX_SIDE or header not in (12, 16):
        raise ValueError(f"a header of {width}×{height} pixels before {len(data)} bytes")
    pixels = np.frombuffer(data, np.uint8, size, header).reshape(height, width, channels)
    return pixels if channels == 3 else np.ascontiguousarray(pixels[:, :, :3])
