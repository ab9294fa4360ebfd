"""The pictures of a report: which of a run's screens it shows, each once, made small.

* `Album` - collects pictures and gives each a number.
* `Shrink` - how they are made small.
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

__all__ = ["MAX_PIXELS", "Album", "Encoded", "Shrink"]

MAX_PIXELS = 40_000_000
"""Pixels of the largest screen that is opened; a file that claims more isn't one that was recorded."""
_NAME = re.compile(r"[A-Za-z0-9_-]+\.png")
"""Names of recorded screens: no separator of paths is among them."""
_BROKEN = (OSError, ValueError, SyntaxError, EOFError)
"""What Pillow raises for files that are no pictures."""


@dataclass(frozen=True, slots=True)
class Shrink:
    """How pictures are made small.

    Attributes:
        scale: Factor of width and height, above 0 and at most 1.
        quality: WebP's quality from 1 to 99; 100 keeps every pixel as it is.

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
    """A picture as it stands in the page.

    Attributes:
        number: Its number in the album.
        kind: Its media type.
        data: Its bytes in Base64.
    """

    number: int
    kind: str
    data: str


class Album:
    """Collects the pictures of a report; equal files are one picture.

    Attributes:
        sizes: Width and height of each picture's original, in pixels.
    """

    def __init__(self) -> None:
        self.sizes: list[tuple[int, int]] = []
        self._files: list[Path] = []
        self._numbers: dict[bytes, int] = {}
        self._known: dict[Path, int | None] = {}

    def add(self, folder: Path, name: object) -> int | None:
        """Returns the number of a picture.

        Args:
            folder: The episode's folder; no file outside is opened.
            name: The file's name.

        Returns:
            None where there is no such picture, or it can't be read.
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
            if file.is_symlink():  # it may lead out of the folder
                return None
            data = file.read_bytes()
            with Image.open(io.BytesIO(data), formats=("PNG",)) as picture:
                size = picture.size
            if size[0] * size[1] > MAX_PIXELS:
                return None
        except (*_BROKEN, Image.DecompressionBombError, Image.DecompressionBombWarning):
            return None
        key = hashlib.sha256(data).digest()
        if key not in self._numbers:
            self._numbers[key] = len(self._files)
            self._files.append(file)
            self.sizes.append(size)
        return self._numbers[key]

    def encode(self, how: Shrink) -> Iterator[Encoded]:
        """Yields the pictures in their order, a few being made at a time; those that turn out broken are left out."""
        numbers = iter(range(len(self._files)))
        workers = min(4, os.cpu_count() or 1)
        with ThreadPoolExecutor(workers) as pool:
            under_way = [pool.submit(self._encode, number, how) for number in islice(numbers, 2 * workers)]
            while under_way:
                done = under_way.pop(0).result()
                under_way += [pool.submit(self._encode, number, how) for number in islice(numbers, 1)]
                if done is not None:
                    yield done

    def _encode(self, number: int, how: Shrink) -> Encoded | None:
        from PIL import Image

        try:
            with Image.open(self._files[number], formats=("PNG",)) as picture:
                shown = picture.convert("RGB")
        except _BROKEN:
            return None
        if how.scale < 1:
            size = (max(1, round(shown.width * how.scale)), max(1, round(shown.height * how.scale)))
            shown = shown.resize(size, Image.Resampling.LANCZOS)
        file = io.BytesIO()
        if how.quality == 100:
            shown.save(file, "WEBP", lossless=True, quality=40, method=2)
        else:
            shown.save(file, "WEBP", quality=how.quality, method=2)
        return Encoded(number, "image/webp", b64encode(file.getvalue()).decode("ascii"))
