"""MP4, M4A and 3GP files: without frames, but with a cover, a title and any running time."""

from __future__ import annotations

import struct
from functools import lru_cache

__all__ = ["MATRIX", "MOVIE_EPOCH", "box", "movie"]

MOVIE_EPOCH = 2_082_844_800  # seconds from 1904 to 1970


def box(name: bytes, *parts: bytes) -> bytes:
    """Returns a box of an MP4 file."""
    body = b"".join(parts)
    return struct.pack(">I4s", len(body) + 8, name) + body


def movie(brand: str, seconds: float, made: float, cover: bytes = b"", title: str = "", artist: str = "") -> bytes:
    """Returns an MP4-like file: ``"mp42"`` a video, ``"M4A "`` or ``"3gp4"`` a sound.

    Args:
        brand: Its major brand.
        seconds: Its running time; the file says at most 49 days, and none for less than 0 (the clock was set back).
        made: Time of its making, in seconds since 1970.
        cover: JPEG shown for it.
        title: Its title.
        artist: Its artist.
    """
    when = (int(made) + MOVIE_EPOCH) & 0xFFFFFFFF
    milliseconds = min(max(round(seconds * 1000), 0), 0xFFFFFFFF)
    header = struct.pack(">IIIIIIH10x", 0, when, when, 1000, milliseconds, 0x10000, 256)
    meta = _meta(cover, title, artist)
    start = box(b"ftyp", brand.encode(), b"\0\0\0\0", brand.encode(), b"isom")
    return start + box(b"moov", box(b"mvhd", header, MATRIX, b"\0" * 24, b"\0\0\0\1"), meta) + box(b"mdat")


MATRIX = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)


@lru_cache(maxsize=128)
def _meta(cover: bytes, title: str, artist: str) -> bytes:
    items = [(b"\xa9nam", 1, title.encode()), (b"\xa9ART", 1, artist.encode()), (b"covr", 13, cover)]
    listed = [box(name, box(b"data", struct.pack(">II", kind, 0), data)) for name, kind, data in items if data]
    handler = box(b"hdlr", struct.pack(">II4s4s9x", 0, 0, b"mdir", b"appl"))
    return box(b"udta", box(b"meta", b"\0\0\0\0", handler, box(b"ilst", *listed))) if listed else b""
