"""Operations of the Files app: listing, ordering, copying, moving and naming files, packing and unpacking them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from crab_sim.devices import media
from crab_sim.engines import archives
from crab_sim.engines.archives import ArchiveError, Packed
from crab_sim.files import Files, InvalidName
from crab_sim.files.entries import Directory, File
from crab_sim.machine.slices import Slice
from crab_sim.phone.app import SDCARD
from crab_sim.phone.media import storage

__all__ = [
    "DOWNLOADS",
    "FAVOURITES",
    "LABELS",
    "ORDERS",
    "ROOTS",
    "Crumb",
    "FileRow",
    "Prefs",
    "Root",
    "contents",
    "crumbs",
    "free_name",
    "in_order",
    "kind_label",
    "listed",
    "matching",
    "packed",
    "recent",
    "row_of",
    "size_label",
    "transfer",
    "unpacked",
]  # fmt: skip

DOWNLOADS = f"{SDCARD}/Download"


class Root(NamedTuple):
    """A location from which browsing begins: a folder, ``"recent"``, or a kind of file."""

    location: str
    icon: str
    name: str


class Crumb(NamedTuple):
    """One folder on the way down to a location."""

    name: str
    location: str


ROOTS = (
    Root("recent", "clock", "Recent"),
    Root("image", "image", "Images"),
    Root("video", "video", "Videos"),
    Root("audio", "music", "Audio"),
    Root(DOWNLOADS, "download", "Downloads"),
    Root(SDCARD, "storage", "Internal storage"),
)
LABELS = {root.location: root.name for root in ROOTS}
ORDERS = (("name", "Name"), ("date", "Modified"), ("kind", "Type"), ("size", "Size"))
"""The keys by which lists can be sorted, with their labels."""
_MAX_MATCHES = 200
_MAX_RECENT = 48


class Prefs(NamedTuple):
    """The look of the app's lists.

    Attributes:
        order: The key by which they are sorted, one of `ORDERS`.
        reverse: Whether the order is reversed.
        grid: Whether files are shown in a grid.
        hidden: Whether files whose name begins with a dot are shown.
    """

    order: str = "name"
    reverse: bool = False
    grid: bool = False
    hidden: bool = False


PREFS: Final = Slice[Prefs]("files_prefs", volatile="the look of lists")


FAVOURITES: Final = Slice[tuple[str, ...]]("files_favourites")
"""The folders that the owner has marked, in the order of marking."""


class FileRow(NamedTuple):
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


def row_of(path: str, entry: File | Directory) -> FileRow:
    """Returns the row of a file or folder."""
    return FileRow(path, entry.mtime, entry.data if type(entry) is File else None)


def contents(files: Files, folder: str, hidden: bool = False) -> list[FileRow]:
    """Returns the rows of a folder's content, none if there is no such folder."""
    if not files.is_dir(folder):
        return []
    names = [name for name in files.list(folder) if hidden or not name.startswith(".")]
    return [row_of(path, files.stat(path)) for name in names if files.exists(path := f"{folder}/{name}")]


def _all(files: Files, top: str, hidden: bool) -> list[FileRow]:
    rows: list[FileRow] = []
    for row in contents(files, top, hidden):
        if row.path != f"{SDCARD}/Android":
            rows.append(row)
            rows += _all(files, row.path, hidden) if row.is_folder and files.resolve(row.path) == row.path else []
    return rows


def recent(files: Files) -> list[FileRow]:
    """Returns the files that were changed last, newest first."""
    return [row_of(stored.path, stored.file) for stored in storage.scan(files, "any")[:_MAX_RECENT]]


def listed(files: Files, location: str, hidden: bool) -> list[FileRow]:
    """Returns the rows of a location: a folder's content, all files of a kind, or the recent ones."""
    if location == "recent":
        return recent(files)
    if location in storage.KINDS:
        return [row_of(stored.path, stored.file) for stored in storage.scan(files, location)]
    return contents(files, location, hidden)


def matching(files: Files, location: str, query: str, hidden: bool) -> list[FileRow]:
    """Returns the files and folders in and below a location whose names contain a query.

    Args:
        files: The phone's files.
        location: A folder or the location of a root.
        query: The text to look for, in any case.
        hidden: Whether to include files whose name begins with a dot.
    """
    query = query.strip().casefold()
    rows = _all(files, location, hidden) if location.startswith("/") else listed(files, location, hidden)
    return [row for row in rows if query in row.name.casefold()][:_MAX_MATCHES]


def in_order(rows: Sequence[FileRow], prefs: Prefs) -> list[FileRow]:
    """Returns rows in the preferred order, folders first."""
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
    """Returns a size in bytes as text.

    >>> size_label(1), size_label(980), size_label(15_360), size_label(3_250_000)
    ('1 B', '980 B', '15.36 kB', '3.25 MB')
    """
    if size < 1000:
        return f"{size} B"
    return f"{size / 1000:.2f} kB" if size < 1_000_000 else f"{size / 1_000_000:.2f} MB"


def kind_label(row: FileRow) -> str:
    """Returns the kind of a file as text, such as ``"JPG image"``."""
    if row.is_folder:
        return "Folder"
    stem, dot, ending = row.name.rpartition(".")
    if not dot or not stem:
        return "File"
    kind = media.kind_of(row.name)
    word = {"image": "image", "audio": "audio", "video": "video", "text": "document"}.get(kind, "file")
    return f"{ending.upper()} {word}"


def crumbs(location: str) -> list[Crumb]:
    """Returns the folders on the way down to a location.

    >>> [crumb.name for crumb in crumbs("/storage/emulated/0/DCIM/Camera")]
    ['Internal storage', 'DCIM', 'Camera']
    """
    if location in LABELS and location != DOWNLOADS:
        return [Crumb(LABELS[location], location)]
    at = SDCARD if f"{location}/".startswith(f"{SDCARD}/") else ""
    way = [Crumb(LABELS.get(at, "Device"), at or "/")]
    for name in location[len(at) :].strip("/").split("/"):
        if name:
            at = f"{at}/{name}"
            way.append(Crumb(name, at))
    return way


def free_name(files: Files, path: str) -> str:
    """Returns a path that is still free: the given one, with a number after the name if it is taken.

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


def packed(files: Files, paths: Sequence[str]) -> bytes:
    """Returns an archive of files and folders, with all that is in them.

    Raises:
        ArchiveError: There is more than an archive may hold.
    """
    entries: list[Packed] = []
    for path in paths:
        above = len(path.rpartition("/")[0]) + 1
        inner = sorted(files.walk(path)) if files.is_dir(path) else []
        for at, entry in ((path, files.stat(path)), *inner):
            entries.append(Packed(at[above:], entry.data if isinstance(entry, File) else None, entry.mtime))
    return archives.pack("zip", list({entry.path: entry for entry in entries}.values()))


def unpacked(files: Files, path: str, now: float) -> tuple[Files, str]:
    """Unpacks an archive into a new folder beside it, which has its name.

    Args:
        files: The phone's files.
        path: The archive.
        now: The current time.

    Returns:
        The new files, and the folder.

    Raises:
        ArchiveError: It can't be read.
        FileError: Nothing more fits.
    """
    name = path.rpartition("/")[2]
    kind = archives.kind_of(name)
    if kind is None:
        raise ArchiveError("it is no archive")
    ending = next(ending for ending, _ in archives.ENDINGS if name.lower().endswith(ending))
    members = archives.contents(files.read(path), kind)
    folder = free_name(files, path[: -len(ending)])
    files = files.mkdir(folder, now)
    for member in members:
        target = f"{folder}/{member.path}"
        if member.data is None:
            files = files.mkdir(target, now, parents=True) if not files.is_dir(target) else files
        else:
            files = files.write(target, member.data, member.mtime)
    return files, folder


def transfer(files: Files, paths: Sequence[str], folder: str, move: bool, now: float) -> Files:
    """Copies or moves files into a folder, under a free name where theirs is taken.

    Args:
        files: The phone's files.
        paths: The files and folders to copy or move.
        folder: Where they go.
        move: Whether they are moved.
        now: The current time.

    Returns:
        The phone's files after that.

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
