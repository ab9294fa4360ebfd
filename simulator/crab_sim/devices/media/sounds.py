"""MP3 files with ID3 tags: silent, with any running time; other tags for any MP3, or none."""

from __future__ import annotations

import struct
from functools import lru_cache

__all__ = ["mp3", "with_tags", "without_tags"]

_FRAME = b"\xff\xf3\x10\xc4" + b"\0" * 22  # 26 ms of silence: MPEG 2, layer 3, 8 kbit/s, 22.05 kHz, one channel
_SAMPLES, _RATE = 576, 22_050


def mp3(title: str, artist: str, album: str, seconds: float) -> bytes:
    """Returns an MP3 with ID3v2 tags: a header that gives its running time, and a little silence.

    Args:
        title: The song's title.
        artist: Its artist.
        album: Its album.
        seconds: Its running time.

    >>> from crab_sim.devices.media.tags import read_tags
    >>> read_tags(mp3("Rain", "Ada Holm", "Clouds", 180.0))[:3]
    ('Rain', 'Ada Holm', 'Clouds')
    """
    named = _text_frame("TIT2", title), _text_frame("TPE1", artist), _text_frame("TALB", album)
    frames = b"".join((*named, _text_frame("TLEN", str(round(seconds * 1000)))))
    count = round(seconds * _RATE / _SAMPLES)
    header = (_FRAME[:4] + b"\0" * 9 + b"Xing" + struct.pack(">II", 1, count)).ljust(len(_FRAME), b"\0")
    return b"ID3\3\0\0" + _synchsafe(len(frames)) + frames + header + _FRAME * 8


@lru_cache(maxsize=1024)
def _text_frame(name: str, text: str, version: int = 3) -> bytes:
    body = b"\1\xff\xfe" + text.encode("utf-16-le", "replace")
    size = _synchsafe(len(body)) if version >= 4 else struct.pack(">I", len(body))
    return name.encode() + size + b"\0\0" + body


def _synchsafe(size: int) -> bytes:
    """Returns a size as ID3 writes it, seven bits per byte."""
    return bytes([size >> 21 & 127, size >> 14 & 127, size >> 7 & 127, size & 127])


def with_tags(data: bytes, title: str, artist: str, album: str) -> bytes | None:
    """Returns an MP3 with another title, artist and album; None for a file that is no MP3.

    Args:
        data: The file.
        title: The song's title.
        artist: Its artist.
        album: Its album.

    >>> from crab_sim.devices.media.tags import read_tags
    >>> read_tags(with_tags(mp3("Rain", "Ada", "Clouds", 60.0), "Snow", "Ida", "Sky"))[:4]
    ('Snow', 'Ida', 'Sky', 60.0)
    """
    version, others, start = 3, b"", _length_of_tags(data)
    if start:
        version = data[3]
        at, end = 10, min(start, len(data))
        while at + 10 <= end and data[at : at + 1].isalnum():
            raw = data[at + 4 : at + 8]
            shifts = (21, 14, 7, 0) if version >= 4 else (24, 16, 8, 0)
            size = sum([byte << shift for byte, shift in zip(raw, shifts, strict=True)])
            if data[at : at + 4] not in (b"TIT2", b"TPE1", b"TALB"):
                others += data[at : at + 10 + size]
            at += 10 + size
    elif data[:2] not in (b"\xff\xfb", b"\xff\xf3", b"\xff\xf2"):
        return None
    named = (("TIT2", title), ("TPE1", artist), ("TALB", album))
    frames = b"".join([_text_frame(name, text, version) for name, text in named]) + others
    return b"ID3" + bytes([min(version, 4), 0, 0]) + _synchsafe(len(frames)) + frames + data[start:]


def _length_of_tags(data: bytes) -> int:
    """Returns the length of the tags that a file begins with, 0 where it has none."""
    if data[:3] != b"ID3" or len(data) < 10:
        return 0
    return 10 + sum([(byte & 127) << shift for byte, shift in zip(data[6:10], (21, 14, 7, 0), strict=True)])


_OLD_TAG = 128
"""The length of the older tag that a file may end with."""


def without_tags(data: bytes) -> bytes:
    """Returns the sound of an MP3, without the tags before and behind it.

    >>> rain, snow = mp3("Rain", "Ada", "Clouds", 60.0), mp3("Snow", "Ida", "Sky", 60.0)
    >>> without_tags(rain) == without_tags(snow), without_tags(rain) == without_tags(mp3("Rain", "Ada", "Clouds", 90.0))
    (True, False)
    """
    sound = data[_length_of_tags(data) :]
    return sound[:-_OLD_TAG] if sound[-_OLD_TAG:][:3] == b"TAG" else sound
