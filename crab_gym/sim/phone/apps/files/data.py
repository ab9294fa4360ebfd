"""The Files app's work on files: listing, ordering, copying, moving and naming them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from crab_gym.devices import media
from crab_gym.sim.files import Files, InvalidName
from crab_gym.sim.files.entries import Directory, File
from crab_gym.sim.machine.slices import Slice
from crab_gym.sim.phone.app import SDCARD
from crab_gym.sim.phone.media import storage

__all__ = [
    "LABELS", "ORDERS", "ROOTS", "Prefs", "Row", "contents", "crumbs", "free_name", "in_order", "kind_label",
    "matching", "named", "recent", "row_of", "size_label", "transfer",
]  # fmt: skip

DOWNLOAD = f"{SDCARD}/Download"
ROOTS = (
    ("recent", "clock", "Recent"),
    ("image", "image", "Images"),
    ("video", "video", "Videos"),
    ("audio", "music", "Audio"),
    (DOWNLOAD, "download", "Downloads"),
    (SDCARD, "storage", "Internal storage"),
)
"""Where browsing begins: location, icon, name."""
LABELS = {location: label for location, _, label in ROOTS}
ORDERS = (("name", "Name"), ("date", "Modified"), ("kind", "Type"), ("size", "Size"))
_MAX_FOUND = 200
_MAX_RECENT = 48


class Prefs(NamedTuple):
    """How the app lists files: in which order, whether in a grid, whether those with a leading dot too."""

    order: str = "name"
    reverse: bool = False
    grid: bool = False
    hidden: bool = False


PREFS: Final = Slice[Prefs]("files_prefs")


class Row(NamedTuple):
    """A file or folder in a list; `data` is a file's content, None for a folder."""

    path: str
    date: float
    data: bytes | None

    @property
    def name(self) -> str:
        """Its name."""
        return self.path.rpartition("/")[2]

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder."""
        return self.data is None


def row_of(path: str, entry: File | Directory) -> Row:
    """Returns the row of a file or folder."""
    return Row(path, entry.mtime, entry.data if type(entry) is File else None)


def contents(files: Files, folder: str, hidden: bool = False) -> list[Row]:
    """Returns what is in a folder; nothing where there is none."""
    if not files.is_dir(folder):
        return []
    names = [name for name in files.list(folder) if hidden or not name.startswith(".")]
    return [row_of(path, files.stat(path)) for name in names if files.exists(path := f"{folder}/{name}")]


def _all(files: Files, top: str, hidden: bool) -> list[Row]:
    rows: list[Row] = []
    for row in contents(files, top, hidden):
        if row.path != f"{SDCARD}/Android":
            rows.append(row)
            rows += _all(files, row.path, hidden) if row.is_folder and files.resolve(row.path) == row.path else []
    return rows


def recent(files: Files) -> list[Row]:
    """Returns the files that were changed last, newest first."""
    return [row_of(found.path, found.file) for found in storage.scan(files, "any")[:_MAX_RECENT]]


def named(files: Files, location: str, hidden: bool) -> list[Row]:
    """Returns what a location lists: a folder's content, all files of a kind, or the recent ones."""
    if location == "recent":
        return recent(files)
    if location in storage.KINDS:
        return [row_of(found.path, found.file) for found in storage.scan(files, location)]
    return contents(files, location, hidden)


def matching(files: Files, location: str, query: str, hidden: bool) -> list[Row]:
    """Returns what a search finds by name in a location and below it."""
    query = query.strip().casefold()
    rows = _all(files, location, hidden) if location.startswith("/") else named(files, location, hidden)
    return [row for row in rows if query in row.name.casefold()][:_MAX_FOUND]


def in_order(rows: Sequence[Row], prefs: Prefs) -> list[Row]:
    """Sorts rows, folders first."""
    ordered = sorted(rows, key=lambda row: row.name.casefold())
    if prefs.order == "date":
        ordered.sort(key=lambda row: row.date, reverse=True)
    elif prefs.order == "size":
        ordered.sort(key=lambda row: len(row.data or b""), reverse=True)
    elif prefs.order == "kind":
        ordered.sort(key=kind_label)
    if prefs.reverse:
        ordered.reverse()
    return sorted(ordered, key=lambda row: not row.is_folder)


def size_label(size: int) -> str:
    """Returns a size as a person reads it.

    >>> size_label(1), size_label(980), size_label(15_360), size_label(3_250_000)
    ('1 B', '980 B', '15.36 kB', '3.25 MB')
    """
    if size < 1000:
        return f"{size} B"
    return f"{size / 1000:.2f} kB" if size < 1_000_000 else f"{size / 1_000_000:.2f} MB"


def kind_label(row: Row) -> str:
    """Returns what kind of file it is, such as ``"JPG image"``."""
    if row.is_folder:
        return "Folder"
    stem, dot, ending = row.name.rpartition(".")
    if not dot or not stem:
        return "File"
    kind = media.kind_of(row.name)
    word = {"image": "image", "audio": "audio", "video": "video", "text": "document"}.get(kind, "file")
    return f"{ending.upper()} {word}"


def crumbs(location: str) -> list[tuple[str, str]]:
    """Returns the names and locations on the way down to a location.

    >>> crumbs("/storage/emulated/0/DCIM/Camera")[1:]
    [('DCIM', '/storage/emulated/0/DCIM'), ('Camera', '/storage/emulated/0/DCIM/Camera')]
    """
    if location in LABELS and location != DOWNLOAD:
        return [(LABELS[location], location)]
    at = SDCARD if f"{location}/".startswith(f"{SDCARD}/") else ""
    found = [(LABELS.get(at, "Device"), at or "/")]
    for name in location[len(at) :].strip("/").split("/"):
        if name:
            at = f"{at}/{name}"
            found.append((name, at))
    return found


def free_name(files: Files, path: str) -> str:
    """Returns the path, with a number added to the name where something is there already.

    >>> free_name(Files([("/a.txt", File(b""))]), "/a.txt")
    '/a (1).txt'
    """
    folder, _, name = path.rpartition("/")
    stem, dot, ending = name.rpartition(".")
    if not dot or not stem or files.is_dir(path):
        stem, ending = name, ""
    number, free = 0, path
    while files.exists(free):
        number += 1
        free = f"{folder}/{stem} ({number}){'.' * bool(ending)}{ending}"
    return free


def transfer(files: Files, paths: Sequence[str], folder: str, move: bool, now: float) -> Files:
    """Returns the files with some of them copied or moved into a folder; what is in the way keeps its name.

    Raises:
        FileError: A folder would go into itself, or nothing more fits.
    """
    for path in paths:
        name = path.rpartition("/")[2]
        if move and path.rpartition("/")[0] == folder:
            continue
        target = free_name(files, f"{folder}/{name}")
        if f"{target}/".startswith(f"{path}/"):
            raise InvalidName(target)
        files = files.move(path, target, mtime=now) if move else files.copy(path, target, True)
    return files
