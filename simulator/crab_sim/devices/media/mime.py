"""MIME types of files, by the ends of their names."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

__all__ = ["kind_of", "mime_type"]

_MIMES: Final = {
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
    "svg": "image/svg+xml",
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "3gp": "video/3gpp", "wav": "audio/x-wav", "ogg": "audio/ogg",
    "flac": "audio/flac", "mp4": "video/mp4", "mkv": "video/x-matroska", "webm": "video/webm", "mov": "video/quicktime",
    "txt": "text/plain", "md": "text/markdown", "html": "text/html", "htm": "text/html", "csv": "text/csv",
    "json": "application/json",
    "pdf": "application/pdf", "zip": "application/zip", "apk": "application/vnd.android.package-archive",
    "m3u": "audio/x-mpegurl", "gpx": "application/gpx+xml", "vcf": "text/x-vcard", "ics": "text/calendar",
}  # fmt: skip


@lru_cache(maxsize=4096)
def mime_type(name: str) -> str:
    """Returns a file's MIME type, from its name.

    >>> mime_type("a.JPG"), mime_type("notes")
    ('image/jpeg', 'application/octet-stream')
    """
    dot = name.rpartition(".")
    return _MIMES.get(dot[2].lower(), "application/octet-stream") if dot[1] else "application/octet-stream"


def kind_of(name: str) -> str:
    """Returns ``"image"``, ``"video"``, ``"audio"``, ``"text"`` or ``"application"``."""
    return mime_type(name).partition("/")[0]
