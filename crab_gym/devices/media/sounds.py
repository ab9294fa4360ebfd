"""MP3 files with ID3 tags: silent, with any running time."""

from __future__ import annotations

import struct
from functools import lru_cache

__all__ = ["mp3"]

_FRAME = b"\xff\xf3\x10\xc4" + b"\0" * 22  # 26 ms of silence: MPEG 2, layer 3, 8 kbit/s, 22.05 kHz, one channel
_SAMPLES, _RATE = 576, 22_050


def mp3(title: str, artist: str, album: str, seconds: float) -> bytes:
    """Returns an MP3 with ID3v2 tags: a header that gives its running time, and a little silence.

    Args:
        title: The song's title.
        artist: Its artist.
        album: Its album.
        seconds: Its running time.

    >>> from crab_gym.devices.media.tags import read_tags
    >>> read_tags(mp3("Rain", "Ada Holm", "Clouds", 180.0))[:3]
    ('Rain', 'Ada Holm', 'Clouds')
    """
    named = _text_frame("TIT2", title), _text_frame("TPE1", artist), _text_frame("TALB", album)
    frames = b"".join((*named, _text_frame("TLEN", str(round(seconds * 1000)))))
    size = len(frames)
    sizes = bytes([size >> 21 & 127, size >> 14 & 127, size >> 7 & 127, size & 127])
    count = round(seconds * _RATE / _SAMPLES)
    header = (_FRAME[:4] + b"\0" * 9 + b"Xing" + struct.pack(">II", 1, count)).ljust(len(_FRAME), b"\0")
    return b"ID3\3\0\0" + sizes + frames + header + _FRAME * 8


@lru_cache(maxsize=1024)
def _text_frame(name: str, text: str) -> bytes:
    body = b"\1\xff\xfe" + text.encode("utf-16-le")
    return name.encode() + struct.pack(">IH", len(body), 0) + body
