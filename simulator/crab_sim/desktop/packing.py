"""Archives and the virtual files: packing files of the machine, and unpacking into a folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crab_sim.engines.archives import Packed
from crab_sim.files import Directory, File, Files

__all__ = ["gathered", "taken", "unpacked"]

_USER: Final = "user"


def gathered(files: Files, paths: Sequence[str], above: str = "") -> list[Packed]:
    """Returns files and folders, with all that is in them, as they are packed; links are left out.

    Args:
        files: The file system.
        paths: The files and folders.
        above: The folder of the archive into which they go, ``""`` for its top.
    """
    found: dict[str, Packed] = {}
    for path in paths:
        head = path.rpartition("/")[0]
        for below, entry in files.walk(path):
            name = below[len(head) + 1 :]
            inside = f"{above}/{name}" if above else name
            if isinstance(entry, File):
                found[inside] = Packed(inside, entry.data, entry.mtime, entry.mode & 0o777)
            elif isinstance(entry, Directory):
                found[inside] = Packed(inside, None, entry.mtime)
    return list(found.values())


def taken(files: Files, entries: Sequence[Packed], folder: str) -> list[str]:
    """Returns the paths of the files that are in a folder already."""
    stem = folder.rstrip("/")
    return [entry.path for entry in entries if entry.data is not None and files.is_file(f"{stem}/{entry.path}")]


def unpacked(files: Files, entries: Sequence[Packed], folder: str, now: float) -> Files:
    """Returns the files after unpacking; files that are there already are replaced.

    Args:
        files: The file system.
        entries: The archive's members.
        folder: Path of the folder to unpack into, which is made if it isn't there.
        now: The present, in seconds since 1970: the time of folders that no entry stands for.
    """
    stem = folder.rstrip("/")
    if not files.is_dir(folder):
        files = files.mkdir(folder, now, parents=True, owner=_USER)
    for entry in entries:
        path = f"{stem}/{entry.path}"
        if entry.data is None:
            if not files.is_dir(path):
                files = files.mkdir(path, entry.mtime, parents=True, owner=_USER)
            continue
        parent = path.rpartition("/")[0]
        if not files.is_dir(parent):
            files = files.mkdir(parent, now, parents=True, owner=_USER)
        files = files.write(path, entry.data, entry.mtime, mode=entry.mode, owner=_USER)
    return files
