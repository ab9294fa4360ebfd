"""The kinds of pictures' files, as archives of documents name them."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["MediaKind", "kind_of"]


class MediaKind(NamedTuple):
    """A kind of file: the ending of its name, and its media type."""

    ending: str
    media_type: str


_STARTS: Final = (
    (b"\x89PNG", MediaKind("png", "image/png")),
    (b"\xff\xd8", MediaKind("jpg", "image/jpeg")),
    (b"GIF8", MediaKind("gif", "image/gif")),
    (b"BM", MediaKind("bmp", "image/bmp")),
)


def kind_of(data: bytes) -> MediaKind:
    """Returns the kind of a picture's file.

    >>> kind_of(b"GIF89a").media_type
    'image/gif'
    """
    for start, kind in _STARTS:
        if data.startswith(start):
            return kind
    return MediaKind("bin", "application/octet-stream")
