"""The media files on the phone's shared storage.

* `scan` - the files of a kind; `MediaFile` - one of them.
* `picture_key` - a file's picture: an image itself or a movie's cover.
* `media_id`, `content_uri` - what other apps know a file by.
* `on_storage` - resolves the link to the storage in a path.
"""

from __future__ import annotations

import zlib
from typing import Final

from crab_sim.devices.media import kind_of, read_tags
from crab_sim.engines import media_files
from crab_sim.engines.media_files import KINDS, MediaFile
from crab_sim.files import Files
from crab_sim.phone.app import SDCARD

__all__ = ["KINDS", "MAX_COVER", "MediaFile", "content_uri", "media_id", "on_storage", "picture_key", "scan"]

MAX_COVER: Final = 8 * 1024 * 1024
"""Size in bytes of the largest picture that is decoded."""


def media_id(path: str) -> int:
    """Returns the number by which the media provider knows a file; it stays while other files come and go."""
    return zlib.crc32(path.encode()) & 0x7FFF_FFFF


def content_uri(path: str, kind: str) -> str:
    """Returns the address of a file of a kind at the media provider.

    >>> content_uri("/storage/emulated/0/Music/a.mp3", "audio")
    'content://media/external/audio/media/1397785463'
    """
    return f"content://media/external/{kind}/media/{media_id(path)}"


def on_storage(path: str) -> str:
    """Returns a path with the link ``/sdcard`` at its beginning resolved.

    >>> on_storage("/sdcard/Music/a.mp3")
    '/storage/emulated/0/Music/a.mp3'
    """
    return SDCARD + path[7:] if path == "/sdcard" or path.startswith("/sdcard/") else path


def scan(files: Files, kind: str) -> tuple[MediaFile, ...]:
    """Returns the files of a kind on the shared storage, newest first, except hidden files and the apps' own."""
    return media_files.scan(files, SDCARD, kind, f"{SDCARD}/Android")


def picture_key(name: str, data: bytes) -> bytes:
    """Returns the bytes of a file's picture: an image itself or a movie's cover; empty if there is none."""
    kind = kind_of(name)
    picture = data if kind == "image" else read_tags(data).cover if kind == "video" else b""
    return picture if len(picture) <= MAX_COVER else b""
