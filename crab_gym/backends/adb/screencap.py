"""From what ``screencap`` prints to an array."""

from __future__ import annotations

import io
import struct

import numpy as np

from crab_gym.backends.base import Image

__all__ = ["decode"]

_CHANNELS = {1: 4, 3: 3}  # Android's RGBA_8888, which screencap prints, and RGB_888, of the simulated phone
_MOST_SIDE = 16_384  # pixels; no phone has a larger screen, and a header that says so is broken


def decode(data: bytes) -> Image:
    """Returns the picture that ``screencap`` printed, raw or as PNG.

    Raises:
        ValueError: It is neither, or cut off.
    """
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        from PIL import Image as pillow

        try:
            with pillow.open(io.BytesIO(data), formats=["PNG"]) as picture:
                if max(picture.size) > _MOST_SIDE:
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
    if not 0 < width <= _MOST_SIDE or not 0 < height <= _MOST_SIDE or header not in (12, 16):
        raise ValueError(f"a header of {width}×{height} pixels before {len(data)} bytes")
    pixels = np.frombuffer(data, np.uint8, size, header).reshape(height, width, channels)
    return pixels if channels == 3 else np.ascontiguousarray(pixels[:, :, :3])
