"""The media files on the phone's shared storage.

* `scan` - the files of a kind; `MediaFile` - one of them.
* `picture_key` - a file's picture: an image itself or a movie's cover.
* `on_storage` - resolves the link to the storage in a path.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from crab_gym.devices.media import kind_of, read_tags
from crab_gym.sim.files import Files
from crab_gym.sim.files.entries import Directory, File
from crab_gym.sim.phone.app import SDCARD

__all__ = ["KINDS", "MAX_COVER", "MediaFile", "on_storage", "picture_key", "scan"]

KINDS: Final = ("image", "video", "audio")
"""The kinds of media; `scan` also knows ``"any"``."""
MAX_COVER: Final = 8 * 1024 * 1024
"""Size in bytes of the largest picture that is decoded."""


class MediaFile(NamedTuple):
    """A file on the shared storage."""

    path: str
    file: File

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.rpartition("/")[2]

    @property
    def folder(self) -> str:
        """The path of its folder."""
        return self.path.rpartition("/")[0]


def on_storage(path: str) -> str:
    """Returns a path with the link ``/sdcard`` at its beginning resolved.

    >>> on_storage("/sdcard/Music/a.mp3")
    '/storage/emulated/0/Music/a.mp3'
    """
    return SDCARD + path[7:] if path == "/sdcard" or path.startswith("/sdcard/") else path


_ByKind: TypeAlias = Mapping[str, tuple[MediaFile, ...]]

_MAX_KEPT = 16


class _Scan(NamedTuple):
    """The media files of one state of the files."""

    files: Files
    by_kind: _ByKind


_scans: dict[int, _Scan] = {}  # by the id of the files


def scan(files: Files, kind: str) -> tuple[MediaFile, ...]:
    """Returns the files of a kind on the shared storage, newest first, except hidden files and the apps' own.

    Results are kept for the last few states of the files, since views ask again and again.
    """
    known = _scans.get(id(files))
    if known is None or known.files is not files:  # an id is used again once its object is gone
        by_kind: dict[str, list[MediaFile]] = {name: [] for name in (*KINDS, "any")}
        if files.is_dir(SDCARD):
            _collect(files, SDCARD, by_kind)
        known = _Scan(
            files,
            {name: tuple(sorted(rows, key=lambda row: (-row.file.mtime, row.path))) for name, rows in by_kind.items()},
        )
        for stale in list(_scans)[: 1 - _MAX_KEPT] if len(_scans) >= _MAX_KEPT else []:
            _scans.pop(stale, None)
        _scans[id(files)] = known
    return known.by_kind[kind]


def _collect(files: Files, folder: str, by_kind: dict[str, list[MediaFile]]) -> None:
    for name in files.list(folder):
        path = f"{folder}/{name}"
        if name.startswith(".") or path == f"{SDCARD}/Android":
            continue
        entry = files.lstat(path)
        if type(entry) is File:
            file = MediaFile(path, entry)
            by_kind["any"].append(file)
            rows = by_kind.get(kind_of(name))
            if rows is not None:
                rows.append(file)
        elif type(entry) is Directory:
            _collect(files, path, by_kind)


def picture_key(name: str, data: bytes) -> bytes:
    """Returns the bytes of a file's picture: an image itself or a movie's cover; empty if there is none."""
    kind = kind_of(name)
    picture = data if kind == "image" else read_tags(data).cover if kind == "video" else b""
    return picture if len(picture) <= MAX_COVER else b""
