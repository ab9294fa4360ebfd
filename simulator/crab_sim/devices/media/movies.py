"""MP4, M4A and 3GP files with a cover, a title and any running time; their frames, if any, are JPEG pictures."""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import NamedTuple

__all__ = ["Film", "movie"]

_MOVIE_EPOCH = 2_082_844_800  # seconds from 1904 to 1970


class Film(NamedTuple):
    """The frames of a movie, each shown as long as the others: JPEG pictures of a width and height."""

    width: int
    height: int
    pictures: tuple[bytes, ...]


def _box(name: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">I4s", len(body) + 8, name) + body


def movie(
    brand: str, seconds: float, made: float, cover: bytes = b"", title: str = "", artist: str = "",
    film: Film | None = None,
) -> bytes:  # fmt: skip
    """Returns an MP4-like file: ``"mp42"`` a video, ``"M4A "`` or ``"3gp4"`` a sound.

    Args:
        brand: Its major brand.
        seconds: Its running time; the file says at most 49 days, and none for less than 0 (the clock was set back).
        made: Time of its making, in seconds since 1970.
        cover: JPEG shown for it.
        title: Its title.
        artist: Its artist.
        film: Its frames; None for none, so that a device's files cost next to nothing.
    """
    when = (int(made) + _MOVIE_EPOCH) & 0xFFFFFFFF
    milliseconds = min(max(round(seconds * 1000), 0), 0xFFFFFFFF)
    header = struct.pack(">IIIIIIH10x", 0, when, when, 1000, milliseconds, 0x10000, 256)
    meta = _meta(cover, title, artist)
    start = _box(b"ftyp", brand.encode(), b"\0\0\0\0", brand.encode(), b"isom")
    head = _box(b"mvhd", header, _MATRIX, b"\0" * 24, b"\0\0\0\2" if film else b"\0\0\0\1")
    if film is None:
        return start + _box(b"moov", head, meta) + _box(b"mdat")
    offset = len(start) + len(_box(b"moov", head, _track(film, milliseconds, when, 0), meta)) + 8
    moov = _box(b"moov", head, _track(film, milliseconds, when, offset), meta)
    return start + moov + _box(b"mdat", *film.pictures)


def _track(film: Film, milliseconds: int, when: int, offset: int) -> bytes:
    """Returns the track of the frames, which lie one after another from an offset in the file."""
    count, (width, height) = len(film.pictures), film[:2]
    each = max(1, milliseconds // count)
    shape = struct.pack(">II", width << 16, height << 16)
    head = struct.pack(">IIII4xI16x", 7, when, when, 1, milliseconds)
    entry = struct.pack(">6xH16xHHIIIH32xHh", 1, width, height, 72 << 16, 72 << 16, 0, 1, 24, -1)
    table = _box(
        b"stbl",
        _box(b"stsd", struct.pack(">II", 0, 1), _box(b"jpeg", entry)),
        _box(b"stts", struct.pack(">IIII", 0, 1, count, each)),
        _box(b"stsc", struct.pack(">IIIII", 0, 1, 1, count, 1)),
        _box(b"stsz", struct.pack(f">III{count}I", 0, 0, count, *map(len, film.pictures))),
        _box(b"stco", struct.pack(">III", 0, 1, offset)),
    )
    here = _box(b"dinf", _box(b"dref", struct.pack(">II", 0, 1), _box(b"url ", b"\0\0\0\1")))
    media = _box(
        b"mdia",
        _box(b"mdhd", struct.pack(">IIIIIHH", 0, when, when, 1000, milliseconds, 0x55C4, 0)),
        _box(b"hdlr", struct.pack(">II4s12xx", 0, 0, b"vide")),
        _box(b"minf", _box(b"vmhd", struct.pack(">I8x", 1)), here, table),
    )
    return _box(b"trak", _box(b"tkhd", head, _MATRIX, shape), media)


_MATRIX = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)


@lru_cache(maxsize=128)
def _meta(cover: bytes, title: str, artist: str) -> bytes:
    items = [(b"\xa9nam", 1, title.encode()), (b"\xa9ART", 1, artist.encode()), (b"covr", 13, cover)]
    listed = [_box(name, _box(b"data", struct.pack(">II", kind, 0), data)) for name, kind, data in items if data]
    handler = _box(b"hdlr", struct.pack(">II4s4s9x", 0, 0, b"mdir", b"appl"))
    return _box(b"udta", _box(b"meta", b"\0\0\0\0", handler, _box(b"ilst", *listed))) if listed else b""
