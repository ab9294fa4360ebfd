"""MP4 files of still pictures, one after the other, as Motion JPEG: players show them, and no codec is needed to.

* `slides` - makes such a file; `slide_at` - the picture that it shows at a time.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from crab_gym.devices.media.movies import MATRIX, MOVIE_EPOCH, box
from crab_gym.devices.media.tags import boxes

__all__ = ["slide_at", "slides"]

_MAX_SAMPLES: Final = 10_000
"""Most pictures of a file that are read."""


def slides(pictures: Sequence[bytes], size: tuple[int, int], seconds: float, made: float) -> bytes:
    """Returns an MP4 that shows pictures.

    Args:
        pictures: JPEGs of one size.
        size: Their width and height.
        seconds: How long each is shown.
        made: Time of its making, in seconds since 1970.
    """
    when, each = (int(made) + MOVIE_EPOCH) & 0xFFFFFFFF, round(seconds * 1000)
    count, total = len(pictures), each * len(pictures)
    start = box(b"ftyp", b"isom", b"\0\0\0\0", b"isom", b"mp41")
    entry = struct.pack(">6xH16xHHIIIH32shh", 1, *size, 0x480000, 0x480000, 0, 1, b"\4jpeg".ljust(32, b"\0"), 24, -1)
    table = box(
        b"stbl",
        box(b"stsd", struct.pack(">II", 0, 1), box(b"jpeg", entry)),
        box(b"stts", struct.pack(">IIII", 0, 1, count, each)),
        box(b"stsc", struct.pack(">IIIII", 0, 1, 1, count, 1)),
        box(b"stsz", struct.pack(f">III{count}I", 0, 0, count, *map(len, pictures))),
        box(b"stco", struct.pack(">III", 0, 1, len(start) + 8)),
    )
    data = box(b"dinf", box(b"dref", struct.pack(">II", 0, 1), box(b"url ", struct.pack(">I", 1))))
    media = box(
        b"mdia",
        box(b"mdhd", struct.pack(">IIIIIHH", 0, when, when, 1000, total, 0x55C4, 0)),
        box(b"hdlr", struct.pack(">II4s12xB", 0, 0, b"vide", 0)),
        box(b"minf", box(b"vmhd", struct.pack(">I8x", 1)), data, table),
    )
    track = struct.pack(">IIIIII16x", 7, when, when, 1, 0, total) + MATRIX
    track += struct.pack(">II", size[0] << 16, size[1] << 16)
    header = struct.pack(">IIIIIIH10x", 0, when, when, 1000, total, 0x10000, 256) + MATRIX + b"\0" * 24 + b"\0\0\0\2"
    moov = box(b"moov", box(b"mvhd", header), box(b"trak", box(b"tkhd", track), media))
    return start + box(b"mdat", *pictures) + moov


class _Samples(NamedTuple):
    """The samples of a file: the seconds at which each ends, and where each lies."""

    ends: tuple[float, ...] = ()
    places: tuple[tuple[int, int], ...] = ()


@lru_cache(maxsize=64)
def _samples(data: bytes) -> _Samples:
    """Returns the pictures of a file of Motion JPEG; none for any other."""
    found = (0, len(data))
    media: dict[bytes, tuple[int, int]] = {}
    for name in (b"moov", b"trak", b"mdia", b"minf", b"stbl"):
        inside = boxes(data, *found)
        found = inside.get(name, (0, 0))
        media = inside if name == b"minf" else media
    table = boxes(data, *found)
    codec = data[table.get(b"stsd", (0, 0))[0] :][12:16]
    first, last = media.get(b"mdhd", (0, 0))
    if codec not in (b"jpeg", b"mjpa") or last - first < 20:
        return _Samples()
    scale = struct.unpack(">I", data[first + 12 : first + 16])[0]
    sizes = _sizes(data, table.get(b"stsz", (0, 0)))
    lengths = [each for count, each in _pairs(data, table.get(b"stts", (0, 0))) for _ in range(min(count, len(sizes)))]
    at = _chunk(data, table.get(b"stco", (0, 0)))
    if not scale or not sizes or at is None or len(lengths) < len(sizes):
        return _Samples()
    ends = tuple(end / scale for end in accumulate(lengths[: len(sizes)]))
    return _Samples(
        ends, tuple((start, start + size) for start, size in zip(accumulate(sizes, initial=at), sizes, strict=False))
    )


def _numbers(data: bytes, place: tuple[int, int], skipped: int) -> tuple[int, ...]:
    """Returns the 32-bit numbers of a box after some bytes, at most as many as samples are read."""
    start, end = place
    count = min(max(0, end - start - skipped) // 4, 2 * _MAX_SAMPLES)
    return struct.unpack(f">{count}I", data[start + skipped : start + skipped + 4 * count])


def _sizes(data: bytes, place: tuple[int, int]) -> tuple[int, ...]:
    sizes = _numbers(data, place, 4)
    if len(sizes) < 2 or sizes[1] > _MAX_SAMPLES:
        return ()
    return (sizes[0],) * sizes[1] if sizes[0] else sizes[2 : 2 + sizes[1]]


def _pairs(data: bytes, place: tuple[int, int]) -> list[tuple[int, int]]:
    found = _numbers(data, place, 8)
    return list(zip(found[::2], found[1::2], strict=False))


def _chunk(data: bytes, place: tuple[int, int]) -> int | None:
    """Returns where the only chunk of samples begins, None if there isn't exactly one."""
    found = _numbers(data, place, 4)
    return found[1] if len(found) == 2 and found[0] == 1 else None


def slide_at(data: bytes, seconds: float) -> bytes:
    """Returns the JPEG that a file of `slides` shows at a time, the last one at its end; empty for any other file.

    >>> film = slides([b"one", b"two"], (8, 8), 5.0, 0.0)
    >>> slide_at(film, 4.9), slide_at(film, 5.0), slide_at(film, 60.0), slide_at(b"no film", 0.0)
    (b'one', b'two', b'two', b'')
    """
    samples = _samples(data)
    for end, (start, stop) in zip(samples.ends, samples.places, strict=True):
        if seconds < end:
            return data[start:stop]
    return data[slice(*samples.places[-1])] if samples.places else b""
