"""Transfer of screens: raw, compressed by zlib, or as PNG.

Only the rectangle that changed since the last screen is sent. Unless it is raw, rows of it that equal the row above are
left out.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from crab_gym.backends.base import Image
from crab_gym.backends.remote.wire import WireError

__all__ = ["ENCODINGS", "ScreenReader", "ScreenWriter", "changed_box"]

ENCODINGS = ("raw", "zlib", "png")
_LEVEL = 1  # of compression; higher ones take several times as long and save a few percent
_BARE = -zlib.MAX_WBITS  # without a checksum, since the connection has one
_Rectangles = Sequence[tuple[int, ...]] | None
"""Rectangles outside of which nothing differs; None where they are unknown."""


def changed_box(before: Image, now: Image) -> tuple[int, int, int, int] | None:
    """Returns (left, top, right, bottom) around all pixels that differ, half-open; None where none does.

    It may be some pixels too wide: for speed, rows are compared eight bytes at a time where their length allows it.
    """
    height, width = now.shape[:2]
    unit = 8 if 3 * width % 8 == 0 else 1
    kind = np.dtype(f"u{unit}")
    old, new = (np.ascontiguousarray(image).reshape(height, -1).view(kind) for image in (before, now))
    rows = np.flatnonzero((old != new).any(axis=1))
    if not rows.size:
        return None
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    columns = np.flatnonzero((old[top:bottom] != new[top:bottom]).any(axis=0))
    left, right = unit * int(columns[0]) // 3, -(-unit * (int(columns[-1]) + 1) // 3)
    return left, top, min(right, width), bottom


def _changed_box_within(before: Image, now: Image, where: _Rectangles) -> tuple[int, int, int, int] | None:
    """Returns the result of `changed_box`, but compares only the given rectangles."""
    if where is None:
        return changed_box(before, now)
    if not where:
        return None
    lefts, tops, rights, bottoms = zip(*where, strict=True)
    left, top = min(lefts), min(tops)
    part = np.s_[top : max(bottoms), left : max(rights)]
    box = changed_box(before[part], now[part])
    return None if box is None else (left + box[0], top + box[1], left + box[2], top + box[3])


class ScreenWriter:
    """The sending side, which remembers the last screen.

    Args:
        encoding: One of `ENCODINGS`.
        differences: `Backend.differences`: only where a screen may differ from the last one they are compared.
    """

    def __init__(self, encoding: str, differences: Callable[[Image, Any], tuple[Any, _Rectangles]]) -> None:
        self._encoding = encoding
        self._differences = differences
        self._last: Image | None = None
        self._token: Any = None  # of the last screen, for `differences`

    def write(self, image: Image) -> dict[str, Any]:
        """Returns the form of a screen in a header; it must reach the other side, as later screens build on it."""
        last, self._last = self._last, image
        self._token, where = self._differences(image, self._token)
        height, width = image.shape[:2]
        box: tuple[int, int, int, int] | None = (0, 0, width, height)
        if last is not None and last.shape == image.shape:
            box = None if image is last else _changed_box_within(last, image, where)
        if box is None:
            return {"same": True}
        left, top, right, bottom = box
        pixels = np.ascontiguousarray(image[top:bottom, left:right])
        new = np.ones(bottom - top, bool)  # rows that differ from the one above
        if self._encoding != "raw":  # raw rows are sent sooner than compared
            lines = pixels.reshape(bottom - top, -1)
            new[1:] = (lines[1:] != lines[:-1]).any(axis=1)
            pixels = pixels[new]
        return {"box": box, "rows": np.packbits(new).tobytes(), "pixels": self._encoded(pixels)}

    def _encoded(self, pixels: Image) -> bytes | memoryview:
        if self._encoding == "zlib":
            deflate = zlib.compressobj(_LEVEL, zlib.DEFLATED, _BARE)
            return deflate.compress(pixels.data) + deflate.flush()
        if self._encoding == "png":
            from PIL import Image as Pictures

            file = io.BytesIO()
            Pictures.fromarray(pixels).save(file, "PNG", compress_level=_LEVEL)
            return file.getvalue()
        return pixels.data


class ScreenReader:
    """The receiving side.

    Args:
        encoding: One of `ENCODINGS`.
        size: Width and height of the screens.
    """

    def __init__(self, encoding: str, size: tuple[int, int]) -> None:
        self._encoding = encoding
        self._width, self._height = size
        self._last: Image | None = None

    def read(self, value: Any, parts: Sequence[memoryview]) -> Image:
        """Returns the screen, as a read-only array.

        Raises:
            WireError: The value is no screen.
        """
        if type(value) is dict and value.get("same") is True and self._last is not None:
            return self._last
        try:
            left, top, right, bottom = value["box"]
            width, height = right - left, bottom - top
            inside = 0 <= left < right <= self._width and 0 <= top < bottom <= self._height
            whole = (width, height) == (self._width, self._height)
            if not inside or not (whole or self._last is not None):
                raise ValueError(f"a rectangle {value['box']} of {self._width}×{self._height}")
            rows = np.cumsum(np.unpackbits(np.frombuffer(parts[value["rows"]["bytes"]], np.uint8), count=height))
            if rows[0] != 1:
                raise ValueError("the first row can't equal a row above it")
            pixels = self._decoded(parts[value["pixels"]["bytes"]], (int(rows[-1]), width, 3))
            if len(pixels) < height:
                pixels = pixels[rows - 1]
        except (TypeError, KeyError, IndexError, ValueError, OSError, zlib.error) as error:
            raise WireError(f"the data received is no screen ({error})") from None
        if whole or self._last is None:
            image = pixels
        else:
            image = self._last.copy()
            image[top:bottom, left:right] = pixels
        image.flags.writeable = False
        self._last = image
        return image

    def _decoded(self, data: memoryview, shape: tuple[int, int, int]) -> npt.NDArray[np.uint8]:
        if self._encoding == "png":
            from PIL import Image as Pictures

            with Pictures.open(io.BytesIO(data), formats=["PNG"]) as picture:
                if (
                    picture.size != (shape[1], shape[0]) or picture.mode != "RGB"
                ):  # checked before the pixels are unpacked, which may be many
                    raise ValueError(f"a PNG of {picture.size} in {picture.mode}")
                return np.array(picture)
        if self._encoding == "zlib":
            size = shape[0] * shape[1] * 3
            data = memoryview(zlib.decompressobj(_BARE).decompress(data, size + 1))
        return np.frombuffer(data, np.uint8).reshape(shape)
