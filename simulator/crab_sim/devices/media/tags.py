"""Tags of sounds and videos: title, artist, album, running time and cover."""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import NamedTuple

__all__ = ["Tags", "other_tags", "read_tags"]


class Tags(NamedTuple):
    """Tags of a sound or video; `seconds` is 0 where unknown, `cover` is a JPEG or PNG."""

    title: str = ""
    artist: str = ""
    album: str = ""
    seconds: float = 0.0
    cover: bytes = b""


@lru_cache(maxsize=256)
def read_tags(data: bytes) -> Tags:
    """Returns the tags of an MP3, MP4, M4A or 3GP; those that it lacks are empty."""
    if data[4:8] == b"ftyp":
        return _movie_tags(data)
    if data[:3] == b"ID3" or data[:2] in (b"\xff\xfb", b"\xff\xf3", b"\xff\xf2"):
        return _mp3_tags(data)
    return Tags()


def _boxes(data: bytes, start: int, end: int) -> dict[bytes, tuple[int, int]]:
    """Returns the start and end of the content of each box between two offsets, by name; the first of a name counts."""
    boxes: dict[bytes, tuple[int, int]] = {}
    for _ in range(256):
        if start + 8 > end:
            break
        size, name = struct.unpack(">I4s", data[start : start + 8])
        head = 8
        if size == 1 and start + 16 <= end:
            size, head = int.from_bytes(data[start + 8 : start + 16], "big"), 16
        size = size or end - start
        if size < head or start + size > end:
            break
        boxes.setdefault(name, (start + head, start + size))
        start += size
    return boxes


def _movie_tags(data: bytes) -> Tags:
    moov = _boxes(data, *_boxes(data, 0, len(data)).get(b"moov", (0, 0)))
    first, last = moov.get(b"mvhd", (0, 0))
    seconds = 0.0
    if last - first >= 32:
        scale, units = (
            struct.unpack(">IQ", data[first + 20 : first + 32])
            if data[first]
            else struct.unpack(">II", data[first + 12 : first + 20])
        )
        seconds = units / scale if scale else 0.0
    first, last = _boxes(data, *moov.get(b"udta", (0, 0))).get(b"meta", (0, 0))
    listed = _boxes(data, *_boxes(data, first + 4, last).get(b"ilst", (0, 0)))

    def item(name: bytes) -> bytes:
        start, end = _boxes(data, *listed.get(name, (0, 0))).get(b"data", (0, 0))
        return data[start + 8 : end]

    texts = [item(name).decode("utf-8", "replace") for name in (b"\xa9nam", b"\xa9ART", b"\xa9alb")]
    return Tags(texts[0], texts[1], texts[2], seconds, item(b"covr"))


def _frames(data: bytes) -> tuple[list[tuple[bytes, bytes]], int, int]:
    """Returns the tags that an MP3 begins with, by name; where they end, and where the sound begins."""
    found: list[tuple[bytes, bytes]] = []
    if data[:3] != b"ID3" or len(data) < 10:
        return found, 0, 0
    version, start = data[3], 10 + _synchsafe(data[6:10])
    place, end = 10, min(start, len(data))
    while place + 10 <= end and data[place : place + 1].isalnum():
        name, raw = data[place : place + 4], data[place + 4 : place + 8]
        size = _synchsafe(raw) if version >= 4 else int.from_bytes(raw, "big")
        found.append((name, data[place + 10 : min(end, place + 10 + size)]))
        place += 10 + size
    return found, place, start


def _mp3_tags(data: bytes) -> Tags:
    frames, _, at = _frames(data)
    texts = {name: _id3_text(body) for name, body in frames if name[:1] == b"T"}
    length = texts.get(b"TLEN", "")
    seconds = int(length) / 1000 if length.isascii() and length.isdecimal() and len(length) < 12 else 0.0
    seconds = seconds or _mp3_seconds(data, at)
    return Tags(texts.get(b"TIT2", ""), texts.get(b"TPE1", ""), texts.get(b"TALB", ""), seconds)


_USUAL = (b"TIT2", b"TPE1", b"TALB", b"TLEN", b"TSSE", b"TENC")
"""Tags that are read, or that name the program which has written a file."""
_OLD_TAG = 128
"""The length of the older tag that a file may end with, which repeats the others."""


def other_tags(data: bytes) -> tuple[str, ...]:
    r"""Returns the names of the tags of an MP3 beside its title, artist, album and running time.

    So are tags that are there twice, what of an older tag at its end says something else, and what lies behind them.

    >>> other_tags(b"ID3\3\0\0\0\0\0\x0cTCON\0\0\0\2\0\0\0A")
    ('TCON',)
    """
    frames, end, start = _frames(data)
    names = [name for name, _ in frames]
    found = [name.decode("latin-1") for i, name in enumerate(names) if name not in _USUAL or name in names[:i]]
    if data[end:start].strip(b"\0"):
        found.append("padding")
    old = data[-_OLD_TAG:]
    if old[:3] == b"TAG" and len(old) == _OLD_TAG:
        tags = read_tags(data)
        for place, length, text in ((3, 30, tags.title), (33, 30, tags.artist), (63, 30, tags.album), (93, 34, "")):
            part = old[place : place + length].rstrip(b"\0 ").decode("latin-1")
            if part and not text.startswith(part):
                found.append(f"old tag {part}")
    return tuple(found)


def _synchsafe(raw: bytes) -> int:
    value = 0
    for byte in raw:
        value = value << 7 | byte & 127
    return value


def _id3_text(body: bytes) -> str:
    if not body:
        return ""
    encoding = {0: "latin-1", 1: "utf-16", 2: "utf-16-be", 3: "utf-8"}.get(body[0], "latin-1")
    return body[1:].decode(encoding, "replace").partition("\0")[0].strip()[:200]


_BITRATES = (
    (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0),
    (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0),
)


def _mp3_seconds(data: bytes, at: int) -> float:
    """Returns the running time given by the first frame's header, else the one that follows from its bit rate."""
    at = data.find(b"\xff", at, at + 4096)
    if at < 0 or at + 4 > len(data) or data[at + 1] & 0xE6 != 0xE2:
        return 0.0
    low = not data[at + 1] & 8
    rate = (44_100, 48_000, 32_000, 0)[data[at + 2] >> 2 & 3] // (1 if not low else 2 if data[at + 1] & 16 else 4)
    bitrate = _BITRATES[low][data[at + 2] >> 4]
    mono = data[at + 3] >> 6 == 3
    place = at + 4 + ((9 if mono else 17) if low else (17 if mono else 32))
    if rate and data[place : place + 4] in (b"Xing", b"Info") and data[place + 7] & 1:
        return int.from_bytes(data[place + 8 : place + 12], "big") * (576 if low else 1152) / rate
    return (len(data) - at) / bitrate / 125 if bitrate else 0.0
