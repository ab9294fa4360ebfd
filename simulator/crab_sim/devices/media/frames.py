"""The frames of MP4, MOV and 3GP files: when each is shown, and those that are JPEG pictures themselves."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

__all__ = ["Track", "picture", "track"]

_MOST = 1_000_000  # frames of a track


class Track(NamedTuple):
    """The pictures of a movie.

    Attributes:
        codec: The code of their format, such as ``"jpeg"`` or ``"mp4v"``.
        scale: Units of time in a second.
        durations: Numbers of frames and the units of time that each of them is shown, one pair after another.
        sizes: The frames' sizes in bytes.
        chunks: Offsets of the runs of frames in the file.
        runs: First chunks, counted from 1, and the number of frames in each chunk from there on.
    """

    codec: str
    scale: int
    durations: tuple[tuple[int, int], ...]
    sizes: tuple[int, ...]
    chunks: tuple[int, ...]
    runs: tuple[tuple[int, int], ...]

    def index_at(self, seconds: float) -> int:
        """Returns the number of the frame that is shown at a time, counted from 0; at the end the last one."""
        left, index = max(0, int(seconds * self.scale)), 0
        for count, each in self.durations:
            if each and left < count * each:
                return min(index + left // each, len(self.sizes) - 1)
            index, left = index + count, left - count * each
        return len(self.sizes) - 1

    def start_of(self, index: int) -> float:
        """Returns the time at which a frame begins to be shown, in seconds."""
        units = 0
        for count, each in self.durations:
            units += min(count, index) * each
            index -= min(count, index)
        return units / self.scale


def _boxes(data: bytes, start: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Yields name, and start and end of the content of the boxes between two offsets."""
    for _ in range(4096):
        if start + 8 > end:
            return
        size, name = struct.unpack(">I4s", data[start : start + 8])
        head = 8
        if size == 1 and start + 16 <= end:
            size, head = int.from_bytes(data[start + 8 : start + 16], "big"), 16
        size = size or end - start
        if size < head or start + size > end:
            return
        yield name, start + head, start + size
        start += size


def _find(data: bytes, start: int, end: int, *path: bytes) -> tuple[int, int]:
    """Returns where the content of the first box on a path lies, two zeros where there is none."""
    for wanted in path:
        start, end = next(((first, last) for name, first, last in _boxes(data, start, end) if name == wanted), (0, 0))
    return start, end


def _table(data: bytes, place: tuple[int, int], form: str, skip: int = 4) -> list[tuple[int, ...]]:
    """Returns the rows of a table: `skip` bytes, their number, and as many rows of a form as there is room for."""
    start, end = place
    if end - start < skip + 4:
        return []
    count = int.from_bytes(data[start + skip : start + skip + 4], "big")
    row, first = struct.calcsize(form), start + skip + 4
    count = min(count, _MOST, (end - first) // row)
    return list(struct.iter_unpack(form, data[first : first + count * row]))


@lru_cache(maxsize=16)
def track(data: bytes) -> Track | None:
    """Returns the pictures of a movie, None where it has none, such as a sound."""
    if data[4:8] != b"ftyp":
        return None
    moov = _find(data, 0, len(data), b"moov")
    for name, start, end in _boxes(data, *moov):
        handler = _find(data, start, end, b"mdia", b"hdlr")[0]
        if name == b"trak" and data[handler + 8 : handler + 12] == b"vide":
            return _read(data, start, end)
    return None


def _read(data: bytes, start: int, end: int) -> Track | None:
    table = _find(data, start, end, b"mdia", b"minf", b"stbl")
    head = _find(data, start, end, b"mdia", b"mdhd")[0]
    at = head + (20 if data[head : head + 1] == b"\1" else 12)
    scale = int.from_bytes(data[at : at + 4], "big")
    entry = _find(data, *table, b"stsd")[0]
    size = _find(data, *table, b"stsz")
    same = int.from_bytes(data[size[0] + 4 : size[0] + 8], "big") if size[1] else 0
    if same:
        count = min(int.from_bytes(data[size[0] + 8 : size[0] + 12], "big"), _MOST)
        sizes = (same,) * count
    else:
        sizes = tuple([row[0] for row in _table(data, size, ">I", 8)])
    short, wide = _find(data, *table, b"stco"), _find(data, *table, b"co64")
    chunks = _table(data, short, ">I") or _table(data, wide, ">Q")
    durations = _table(data, _find(data, *table, b"stts"), ">II")
    if not scale or not sizes or not chunks or not durations:
        return None
    return Track(
        data[entry + 12 : entry + 16].decode("latin-1"), scale, tuple([(row[0], row[1]) for row in durations]), sizes,
        tuple([row[0] for row in chunks]),
        tuple([(row[0], row[1]) for row in _table(data, _find(data, *table, b"stsc"), ">III")]),
    )  # fmt: skip


def picture(data: bytes, index: int) -> bytes:
    """Returns a frame of a movie whose frames are JPEG pictures; empty where its table says nonsense."""
    found = track(data)
    if found is None or not 0 <= index < len(found.sizes):
        return b""
    first, runs = 0, (*found.runs, (len(found.chunks) + 1, 0))
    for (chunk, each), (following, _) in pairwise(runs):
        many = max(0, following - chunk) * each
        if index < first + many:
            at = chunk - 1 + (index - first) // each
            begin = first + (index - first) // each * each
            if not 0 <= at < len(found.chunks):
                return b""
            offset = found.chunks[at] + sum(found.sizes[begin:index])
            return data[offset : offset + found.sizes[index]]
        first += many
    return b""
