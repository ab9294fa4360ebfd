"""The pictures of a report: the run's screens that it shows, each once, scaled and compressed.

* `Album` - collects pictures and gives each a number.
* `Shrink` - their scale and quality.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple

__all__ = ["MAX_BYTES", "MAX_PIXELS", "Album", "Encoded", "Shrink"]

MAX_PIXELS = 40_000_000
"""Number of pixels of the largest screen that is opened; a recorded file never has more."""
MAX_BYTES = 128 << 20
"""Size in bytes of the largest file of a screen that is opened."""
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
    quality: int = 80

    def __post_init__(self) -> None:
        if not 0 < self.scale <= 1:
            raise ValueError(f"scale is {self.scale}; expected a factor above 0, at most 1")
        if not 1 <= self.quality <= 100:
            raise ValueError(f"quality is {self.quality}; expected 1 to 100, which keeps every pixel")


class Encoded(NamedTuple):
    """A picture in the page's encoding.

    Attributes:
        number: Its number in the album.
        kind: Its media type.
        data: Its bytes in Base64.
    """

    number: int
    kind: str
    data: str


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
        """Yields the pictures in their order, without those that turn out to be unreadable."""
        numbers = iter(range(len(self._files)))
        workers = min(4, os.cpu_count() or 1)
        with ThreadPoolExecutor(workers) as pool:
            # Only a few pictures are encoded ahead, so that memory stays small.
            pending = [pool.submit(self._encode, number, shrink) for number in islice(numbers, 2 * workers)]
            while pending:
                encoded = pending.pop(0).result()
                pending += [pool.submit(self._encode, number, shrink) for number in islice(numbers, 1)]
                if encoded is not None:
                    yield encoded

    def _encode(self, number: int, shrink: Shrink) -> Encoded | None:
        from PIL import Image

        try:
            with Image.open(self._files[number], formats=("PNG",)) as file:
                picture = file.convert("RGB")
        except _UNREADABLE:
            return None
        if shrink.scale < 1:
            size = (max(1, round(picture.width * shrink.scale)), max(1, round(picture.height * shrink.scale)))
            picture = picture.resize(size, Image.Resampling.LANCZOS)
        data = io.BytesIO()
        if shrink.quality == 100:
            picture.save(data, "WEBP", lossless=True, quality=40, method=2)
        else:
            picture.save(data, "WEBP", quality=shrink.quality, method=2)
        return Encoded(number, "image/webp", b64encode(data.getvalue()).decode("ascii"))
