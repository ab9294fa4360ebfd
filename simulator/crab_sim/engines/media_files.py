"""The media files below a folder.

* `scan` - those of a kind; `MediaFile` - one of them; `KINDS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from crab_sim.devices.media import kind_of
from crab_sim.files import Files
from crab_sim.files.entries import Directory, File

__all__ = ["KINDS", "MediaFile", "scan"]

KINDS: Final = ("image", "video", "audio")
"""The kinds of media; `scan` also knows ``"any"``."""


class MediaFile(NamedTuple):
    """A media file."""

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


_ByKind: TypeAlias = Mapping[str, tuple[MediaFile, ...]]

_MAX_KEPT: Final = 16


class _Scan(NamedTuple):
    """The media files of one state of the files."""

    files: Files
    by_kind: _ByKind


_scans: dict[tuple[int, str], _Scan] = {}  # by the id of the files, and the folder


def scan(files: Files, folder: str, kind: str, without: str = "") -> tuple[MediaFile, ...]:
    """Returns the files of a kind below a folder, newest first, except hidden ones.

    Results are kept for the last few states of the files, since views ask again and again.

    Args:
        files: The files.
        folder: The folder.
        kind: One of `KINDS`, or ``"any"``.
        without: A folder in it that is left out.
    """
    key = id(files), folder
    known = _scans.get(key)
    if known is None or known.files is not files:  # an id is used again once its object is gone
        by_kind: dict[str, list[MediaFile]] = {name: [] for name in (*KINDS, "any")}
        if files.is_dir(folder):
            _collect(files, folder, by_kind, without)
        known = _Scan(
            files,
            {name: tuple(sorted(rows, key=lambda row: (-row.file.mtime, row.path))) for name, rows in by_kind.items()},
        )
        for stale in list(_scans)[: 1 - _MAX_KEPT] if len(_scans) >= _MAX_KEPT else []:
            _scans.pop(stale, None)
        _scans[key] = known
    return known.by_kind[kind]


def _collect(files: Files, folder: str, by_kind: dict[str, list[MediaFile]], without: str) -> None:
    for name in files.list(folder):
        path = f"{folder}/{name}"
        if name.startswith(".") or path == without:
            continue
        entry = files.lstat(path)
        if type(entry) is File:
            file = MediaFile(path, entry)
            by_kind["any"].append(file)
            rows = by_kind.get(kind_of(name))
            if rows is not None:
                rows.append(file)
        elif type(entry) is Directory:
            _collect(files, path, by_kind, without)
