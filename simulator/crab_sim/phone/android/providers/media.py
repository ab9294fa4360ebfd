"""The providers of the files on the shared storage: pictures, sounds, videos, downloads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from crab_sim.devices.media import mime_type
from crab_sim.files import Files
from crab_sim.files.entries import Directory, File
from crab_sim.machine.slices import FILES
from crab_sim.phone.android.providers.provider import Provider
from crab_sim.phone.app import SDCARD
from crab_sim.phone.machine import Phone
from crab_sim.phone.media.storage import media_id

__all__ = ["AUDIO", "DOWNLOADS", "FILE", "IMAGES", "VIDEO", "FileRow", "all_rows", "media_rows"]

_EXTENSIONS: Final = (
    "jpg", "jpeg", "png", "gif", "webp", "mp3", "m4a", "ogg", "wav", "flac", "mp4", "webm", "mkv", "txt", "md", "pdf",
    "html",
)  # fmt: skip
_MIME_TYPES: Final = {  # Android's media scanner takes every 3gp file for a recording
    **{extension: mime_type(f".{extension}") for extension in _EXTENSIONS}, "3gp": "audio/3gpp", "aac": "audio/aac",
}  # fmt: skip
_MEDIA_TYPES: Final = {"image": 1, "audio": 2, "video": 3}
_COLUMNS: Final = (
    "_id", "_data", "_display_name", "_size", "media_type", "mime_type", "date_added", "date_modified",
    "bucket_display_name", "relative_path",
)  # fmt: skip


class FileRow(NamedTuple):
    """A file or folder of the shared storage, in Android's columns."""

    id: int
    path: str
    name: str
    size: int | None
    media_type: int
    mime_type: str | None
    date_added: int
    date_modified: int
    folder: str
    relative_path: str


def all_rows(files: Files) -> list[FileRow]:
    """Returns all files and folders of the shared storage, except hidden ones."""
    rows = []
    for path, entry in files.walk(SDCARD):
        if isinstance(entry, (File, Directory)) and "/." not in path and path != SDCARD:
            parent, _, name = path.rpartition("/")
            extension = name.rpartition(".")[2].lower() if isinstance(entry, File) else ""
            size = len(entry.data) if isinstance(entry, File) else None
            mime, date = _MIME_TYPES.get(extension), int(entry.mtime)
            media_type = _MEDIA_TYPES.get(mime.partition("/")[0], 0) if mime is not None else 0
            relative = parent.removeprefix(SDCARD).lstrip("/") + "/"
            folder = parent.rpartition("/")[2]
            rows.append(FileRow(media_id(path), path, name, size, media_type, mime, date, date, folder, relative))
    return rows


def media_rows(files: Files) -> list[FileRow]:
    """Returns the pictures, sounds and videos; their media types are 1, 2 and 3."""
    return [row for row in all_rows(files) if row.media_type]


def _media(kind: int | None = None, folder: str = "") -> Provider:
    def rows(phone: Phone) -> list[FileRow]:
        return [
            row
            for row in all_rows(phone.files)
            if (kind is None or row.media_type == kind) and (not folder or row.relative_path.startswith(f"{folder}/"))
        ]

    def delete(phone: Phone, ids: Sequence[int]) -> None:
        gone = set(ids)
        for row in rows(phone):
            if row.id in gone and phone.files.exists(row.path):
                phone.put(FILES, phone.files.remove(row.path, recursive=True))

    return Provider(_COLUMNS, rows, "_data", None, None, delete)


IMAGES: Final = _media(_MEDIA_TYPES["image"])
AUDIO: Final = _media(_MEDIA_TYPES["audio"])
VIDEO: Final = _media(_MEDIA_TYPES["video"])
FILE: Final = _media()
DOWNLOADS: Final = _media(folder="Download")
