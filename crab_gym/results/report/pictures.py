"""The pictures of a report: the run's screens that it shows, each once, scaled and compressed.

* `Album` - collects pictures and gives each a number.
* `Shrink` - their scale and quality.
* `Encoded`, `Part` - a picture in the page's encoding, and the pieces of which it consists.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
from base64 import b64encode
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from crab_gym.results.report.patches import Earlier, Pixels

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["MAX_BYTES", "MAX_PIXELS", "Album", "Encoded", "Part", "Shrink"]

MAX_PIXELS = 40_000_000
"""Number of pixels of the largest screen that is opened; a recorded file never has more."""
MAX_BYTES = 128 << 20
"""Size in bytes of the largest file of a screen that is opened."""
_COLOURS = (16, 24, 48)
"""Numbers of colours of what isn't stored as a photo; the first one that looks no worse is taken."""
_RECENT = 8
"""Number of pictures that stay open."""
_NAME = re.compile(r"[A-Za-z0-9_-]+\.png")
"""Names of recorded screens, which contain no path separator."""
_UNREADABLE = (OSError, ValueError, SyntaxError, EOFError)
"""Exceptions that Pillow raises for files that are no pictures."""


@dataclass(frozen=True, slots=True)
class Shrink:
    """The scale and quality of a report's pictures.

    Attributes:
        scale: Factor of width and height, above 0 and at most 1.
        quality: WebP's quality from 1 to 99; 100 is lossless.

    Raises:
        ValueError: A value is out of its range.
    """

    scale: float = 1.0
    quality: int = 35

    def __post_init__(self) -> None:
        if not 0 < self.scale <= 1:
            raise ValueError(f"scale is {self.scale}; expected a factor above 0, at most 1")
        if not 1 <= self.quality <= 100:
            raise ValueError(f"quality is {self.quality}; expected 1 to 100, which keeps every pixel")


class Part(NamedTuple):
    """A piece of one or more pictures in the page's encoding.

    Attributes:
        number: Its number among the parts.
        kind: Its media type.
        data: Its bytes in Base64.
    """

    number: int
    kind: str
    data: str


class Encoded(NamedTuple):
    """A picture in the page's encoding.

    Attributes:
        number: Its number in the album.
        size: Its width and height.
        base: Number of the earlier picture over which its parts are drawn; None if they are all of it.
        places: Left, top and number of each part.
        parts: Those of the parts that no earlier picture has.
    """

    number: int
    size: tuple[int, int]
    base: int | None
    places: tuple[tuple[int, int, int], ...]
    parts: tuple[Part, ...]


class _Pending(NamedTuple):
    """A picture whose new parts are still being encoded."""

    encoded: Encoded
    parts: tuple[Future[Part], ...]

    def wait(self) -> Encoded:
        return self.encoded._replace(parts=tuple(part.result() for part in self.parts))


class Album:
    """Collects the pictures of a report; equal files become one picture.

    Attributes:
        sizes: Original width and height of each picture, in pixels.
    """

    def __init__(self) -> None:
        self.sizes: list[tuple[int, int]] = []
        self._files: list[Path] = []
        self._numbers: dict[bytes, int] = {}
        self._known: dict[Path, int | None] = {}

    def add(self, folder: Path, name: object) -> int | None:
        """Adds a picture and returns its number; None if there is no such picture, or it can't be read.

        Args:
            folder: The episode's folder; no file outside is opened.
            name: The file's name.
        """
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            return None
        file = folder / name
        if file not in self._known:
            self._known[file] = self._read(file)
        return self._known[file]

    def _read(self, file: Path) -> int | None:
        from PIL import Image

        try:
            # A link's target may lie outside the folder; a pipe would be waited for; the size is for memory's sake.
            if file.is_symlink() or not file.is_file() or file.stat().st_size > MAX_BYTES:
                return None
            data = file.read_bytes()
            with Image.open(io.BytesIO(data), formats=("PNG",)) as picture:
                width, height = picture.size
            if width * height > MAX_PIXELS:
                return None
        except (*_UNREADABLE, Image.DecompressionBombError, Image.DecompressionBombWarning):
            return None
        key = hashlib.sha256(data).digest()
        if key not in self._numbers:
            self._numbers[key] = len(self._files)
            self._files.append(file)
            self.sizes.append((width, height))
        return self._numbers[key]

    def encode(self, shrink: Shrink) -> Iterator[Encoded]:
        """Yields the pictures in their order, without those that turn out to be unreadable.

        A picture that is similar to one of the last consists of the boxes that differ; equal boxes are encoded once.
        """
        opened = lru_cache(_RECENT)(partial(self._open, scale=shrink.scale))
        pending: deque[_Pending] = deque()
        workers = min(4, os.cpu_count() or 1)
        with ThreadPoolExecutor(workers) as pool:
            cutter = _Cutter(opened, lambda number, piece: pool.submit(_encode, number, piece, shrink.quality))
            for number in range(len(self._files)):
                picture = opened(number)
                if picture is not None:
                    pending.append(cutter.cut(number, picture))
                if len(pending) > 2 * workers:  # only a few are encoded ahead, so that memory stays small
                    yield pending.popleft().wait()
            while pending:
                yield pending.popleft().wait()

    def _open(self, number: int, scale: float) -> Image.Image | None:
        """Returns a picture as RGBX, scaled; None if it can't be read any more."""
        from PIL import Image

        try:
            with Image.open(self._files[number], formats=("PNG",)) as file:
                picture = file.convert("RGB").convert("RGBX")
        except _UNREADABLE:
            return None
        if scale < 1:
            size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
            picture = picture.resize(size, Image.Resampling.LANCZOS)
        return picture


class _Cutter:
    """Cuts pictures into the parts that are new.

    Args:
        opened: Returns a picture by its number; None if it can't be read.
        encode: Begins to encode a part.
    """

    def __init__(
        self,
        opened: Callable[[int], Image.Image | None],
        encode: Callable[[int, Image.Image], Future[Part]],
    ) -> None:
        self._encode = encode
        self._earlier = Earlier(lambda number: None if (png := opened(number)) is None else _pixels(png))
        self._known: dict[bytes, int] = {}

    def cut(self, number: int, picture: Image.Image) -> _Pending:
        """Returns a picture whose new parts are being encoded."""
        plan = self._earlier.plan(number, _pixels(picture))
        places, parts = [], []
        for box in plan.boxes:
            piece = picture.crop(box)
            key = hashlib.sha256(repr(piece.size).encode() + piece.tobytes()).digest()
            if key not in self._known:
                self._known[key] = len(self._known)
                parts.append(self._encode(self._known[key], piece))
            places.append((box.left, box.top, self._known[key]))
        return _Pending(Encoded(number, picture.size, plan.base, tuple(places), ()), tuple(parts))


def _pixels(picture: Image.Image) -> Pixels:
    pixels: Pixels = np.asarray(picture).view(np.uint32)[..., 0]
    return pixels


def _encode(number: int, piece: Image.Image, quality: int) -> Part:
    """Returns a piece as WebP: as a photo, or with few colours if that is shorter and looks no worse."""
    picture = piece.convert("RGB")
    data = _webp(picture, lossless=True, quality=40) if quality == 100 else _lossy(picture, quality)
    return Part(number, "image/webp", b64encode(data).decode("ascii"))


def _lossy(picture: Image.Image, quality: int) -> bytes:
    from PIL import Image

    pixels = np.asarray(picture, np.int16)

    def error(other: Image.Image) -> float:
        return float(np.abs(np.asarray(other.convert("RGB"), np.int16) - pixels).mean())

    photo = _webp(picture, quality=quality)
    most = max((100 - quality) / 16, error(Image.open(io.BytesIO(photo))))
    for colours in _COLOURS:
        few = picture.quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).convert("RGB")
        if error(few) <= most:
            return min(photo, _webp(few, lossless=True, quality=70), key=len)
    return photo


def _webp(picture: Image.Image, **options: int) -> bytes:
    data = io.BytesIO()
    picture.save(data, "WEBP", method=4, **options)
    return data.getvalue()
