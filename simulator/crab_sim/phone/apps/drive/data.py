"""Data of the Drive app: files and folders in the cloud, their lists, seeded ones, and the database.

State: slice ``"drive"``, a tuple of `DriveRow` by id, separate from the phone's own files; slice ``"drive_uploads"``,
the files that wait for an internet connection. The database has a simple schema of this project's own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from crab_sim.content import documents, words
from crab_sim.engines.days import DAY
from crab_sim.machine.machine import Machine
from crab_sim.machine.rows import get, next_id
from crab_sim.machine.slices import Slice
from crab_sim.phone.app import Database, Dump, Tables
from crab_sim.phone.system import network, notifications

__all__ = [
    "DATABASE", "ROOT", "UPLOADS", "DriveRow", "Kind", "Rows", "SortKey", "Upload", "add", "binned", "due", "inside",
    "kind", "listed", "matching", "path_of", "seed", "size_text", "subtree", "tick", "upload",
]  # fmt: skip

ROOT: Final = 0
"""Id of the topmost folder, which has no row."""


class DriveRow(NamedTuple):
    """One file or folder; times are seconds since 1970, `owner` is ``""`` for the phone's user."""

    id: int
    name: str
    folder: bool = False
    parent: int = ROOT
    data: bytes = b""
    owner: str = ""
    starred: bool = False
    trashed: bool = False
    created: float = 0.0
    modified: float = 0.0


Rows = tuple[DriveRow, ...]

DRIVE: Final = Slice[Rows]("drive", volatile={"created": "when it was made", "modified": "when it was changed"})


class Upload(NamedTuple):
    """A file that waits for an internet connection: its id among these, its name, its folder's id, its content."""

    id: int
    name: str
    parent: int
    data: bytes


UPLOADS: Final = Slice[tuple[Upload, ...]]("drive_uploads", volatile="on the way; what arrives is in Drive")

SortKey = Literal["name", "modified", "size"]
"""The attribute by which a list is sorted."""


class Kind(NamedTuple):
    """The kind of a file."""

    name: str
    icon: str


_KINDS = {
    "pdf": Kind("PDF", "document"), "txt": Kind("Text", "document"), "md": Kind("Text", "document"),
    "csv": Kind("CSV", "sheet"), "doc": Kind("Google Docs", "document"), "sheet": Kind("Google Sheets", "sheet"),
    "jpg": Kind("Image", "image"), "jpeg": Kind("Image", "image"), "png": Kind("Image", "image"),
    "mp3": Kind("Audio", "music"), "m4a": Kind("Audio", "music"), "mp4": Kind("Video", "video"),
    "zip": Kind("Compressed archive", "archive"), "docx": Kind("Word", "document"), "xlsx": Kind("Excel", "sheet"),
    "json": Kind("JSON", "document"), "html": Kind("HTML", "document"),
}  # fmt: skip
_FOLDER, _OTHER = Kind("Folder", "folder"), Kind("File", "file")


def kind(row: DriveRow) -> Kind:
    """Returns the kind of a file or folder.

    >>> kind(DriveRow(1, "plan.PDF")), kind(DriveRow(2, "Taxes", True))
    (Kind(name='PDF', icon='document'), Kind(name='Folder', icon='folder'))
    """
    if row.folder:
        return _FOLDER
    _, dot, ending = row.name.rpartition(".")
    return _KINDS.get(ending.lower() if dot else "doc", _OTHER)


def size_text(size: int) -> str:
    """Returns a size in bytes as text.

    >>> size_text(999), size_text(1500), size_text(2_500_000)
    ('999 bytes', '1.5 kB', '2.5 MB')
    """
    if size < 1000:
        return f"{size} bytes"
    return f"{size / 1000:.1f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"


_FOLDERS = ("Invoices", "Holiday photos", "Manuals", "Choir", "Taxes", "House", "Course material", "Old drafts")
_ENDINGS = ("", "", ".pdf", ".pdf", ".txt", ".csv")


def seed(rng: random.Random, now: float) -> Rows:
    """Returns 3 to 5 folders and 11 to 17 files in and beside them; some are starred, shared or in the bin."""
    people = words.people(now)
    rows: list[DriveRow] = []
    for name in rng.sample(_FOLDERS, rng.randrange(3, 6)):
        made = float(int(now - rng.randrange(30, 300) * DAY))
        parent = rows[0].id if rows and rng.random() < 0.25 else ROOT
        rows.append(DriveRow(len(rows) + 1, name, True, parent, created=made, modified=made))
    folders = [ROOT] * len(rows) + [row.id for row in rows]
    for noun in rng.sample(words.NOUNS, rng.randrange(11, 18)):
        made = float(int(now - rng.randrange(DAY, 200 * DAY)))
        changed = float(int(made + rng.random() * (now - made - 600)))
        ending = rng.choice(_ENDINGS)
        name = f"{noun.title()} {rng.choice(('2025', '2026', 'final', 'copy', 'v2'))}" if rng.random() < 0.5 else noun
        owner = rng.choice(people).name if rng.random() < 0.25 else ""
        parent = ROOT if owner else rng.choice(folders)
        starred, trashed = rng.random() < 0.2, rng.random() < 0.1
        data = _content(rng, ending)
        rows.append(DriveRow(len(rows) + 1, name + ending, False, parent, data, owner, starred, trashed, made, changed))
    return tuple(rows)


def _content(rng: random.Random, ending: str) -> bytes:
    lines = rng.sample(words.SENTENCES, rng.randrange(3, 9))
    if ending == ".csv":
        lines = ["item,count", *[f"{noun},{rng.randrange(1, 90)}" for noun in rng.sample(words.NOUNS, 6)]]
    text = "\n".join(lines) + "\n"
    if ending != ".pdf":
        return text.encode()
    return documents.pdf(lines)


def add(rows: Rows, name: str, now: float, parent: int = ROOT, data: bytes | None = None) -> tuple[Rows, int]:
    """Adds a file or folder.

    Args:
        rows: All files and folders.
        name: The new one's name.
        now: The current time.
        parent: Id of the folder to put it into.
        data: The file's content; None makes a folder.

    Returns:
        The new rows, and the new one's id.
    """
    new = next_id(rows)
    row = DriveRow(new, name, data is None, parent, data or b"", created=now, modified=now)
    return (*rows, row), new


def upload(machine: Machine, name: str, parent: int, data: bytes) -> bool:
    """Uploads a file, or lets it wait for an internet connection; returns whether it went at once.

    Args:
        machine: The phone.
        name: The file's name.
        parent: Id of the folder to put it into.
        data: Its content.
    """
    online = network.is_online(machine)
    if online:
        machine.put(DRIVE, add(machine.get(DRIVE), name, machine.now, parent, data)[0])
    else:
        waiting = machine.get(UPLOADS)
        machine.put(UPLOADS, (*waiting, Upload(next_id(waiting), name, parent, data)))
    return online


def due(machine: Machine) -> float | None:
    """Returns now where files wait that can be uploaded, None otherwise."""
    return machine.now if machine.peek(UPLOADS, ()) and network.is_online(machine) else None


def tick(machine: Machine) -> None:
    """Uploads the files that wait; those whose folder is gone go into the topmost one."""
    waiting = machine.get(UPLOADS)
    machine.put(UPLOADS, ())
    for row in waiting:
        there = row.parent == ROOT or get(machine.get(DRIVE), row.parent) is not None
        upload(machine, row.name, row.parent if there else ROOT, row.data)
        notifications.post(machine, "drive", "Upload complete", row.name)


def _ancestors(rows: Rows, row: DriveRow) -> Iterable[DriveRow]:
    """Yields the folders above a row, the nearest first; stops where folders contain each other in a circle."""
    seen = {row.id}
    above = get(rows, row.parent)
    while above is not None and above.id not in seen:
        yield above
        seen.add(above.id)
        above = get(rows, above.parent)


@lru_cache(maxsize=32)
def _present(rows: Rows) -> Rows:
    return tuple([row for row in rows if not row.trashed and not any(a.trashed for a in _ancestors(rows, row))])


@lru_cache(maxsize=128)
def listed(rows: Rows, section: str, folder: int = ROOT, by: SortKey = "name", reverse: bool = False) -> Rows:
    """Returns the files and folders that a page lists; folders come first.

    Args:
        rows: All files and folders.
        section: ``"home"``, ``"starred"``, ``"shared"``, ``"files"`` (with `folder`) or ``"bin"``.
        folder: Id of the folder.
        by: The attribute to sort by.
        reverse: Whether to reverse the order.
    """
    here = _present(rows)
    match section:
        case "home":
            files = [row for row in here if not row.folder]
            return tuple(sorted(files, key=lambda row: (-row.modified, row.id))[:12])
        case "starred":
            kept = [row for row in here if row.starred]
        case "shared":
            kept = [row for row in here if row.owner]
        case "bin":
            kept = [row for row in rows if row.trashed]
        case _:
            kept = [row for row in here if row.parent == folder and not row.owner]
    keys: dict[str, Callable[[DriveRow], tuple[str | float, int]]] = {
        "name": lambda row: (row.name.casefold(), row.id),
        "modified": lambda row: (-row.modified, row.id),
        "size": lambda row: (-len(row.data), row.id),
    }
    kept.sort(key=keys[by], reverse=reverse)
    return tuple(sorted(kept, key=lambda row: not row.folder))


def matching(rows: Rows, query: str) -> Rows:
    """Returns the files and folders whose name or content contains a query."""
    wanted = query.strip().casefold()
    inside_ = wanted.encode("utf-8", "replace")
    kept = [row for row in _present(rows) if wanted in row.name.casefold() or inside_ in row.data[:100_000].lower()]
    return tuple(sorted(kept, key=lambda row: (not row.folder, row.name.casefold(), row.id)))


def inside(rows: Rows, folder: int) -> int:
    """Returns the number of files and folders directly in a folder."""
    return len([row for row in _present(rows) if row.parent == folder])


def subtree(rows: Rows, ids: Iterable[int]) -> frozenset[int]:
    """Returns some ids and those of everything below them."""
    known = set(ids)
    return frozenset(known | {row.id for row in rows if any(above.id in known for above in _ancestors(rows, row))})


def binned(rows: Rows) -> bool:
    """Returns whether anything is in the bin."""
    return any([row.trashed for row in rows])


def path_of(rows: Rows, row: DriveRow) -> str:
    """Returns a row's location as text, such as ``"My Drive › Taxes"``."""
    if row.owner:
        return "Shared with me"
    return " › ".join(["My Drive", *[above.name for above in reversed(list(_ancestors(rows, row)))]])


_SCHEMA = """
CREATE TABLE entry (
    _id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    is_folder INTEGER NOT NULL DEFAULT 0,
    parent_id INTEGER NOT NULL DEFAULT 0,
    content BLOB NOT NULL DEFAULT x'',
    owner TEXT NOT NULL DEFAULT '',
    is_starred INTEGER NOT NULL DEFAULT 0,
    is_trashed INTEGER NOT NULL DEFAULT 0,
    creation_time INTEGER NOT NULL DEFAULT 0,
    last_modified_time INTEGER NOT NULL DEFAULT 0
);
"""


def _dump(rows: Rows) -> Dump:
    return {
        "entry": [
            (
                row.id, row.name, int(row.folder), row.parent, row.data, row.owner, int(row.starred), int(row.trashed),
                round(row.created * 1000), round(row.modified * 1000),
            )
            for row in rows
        ]
    }  # fmt: skip


def _load(tables: Tables) -> tuple[Rows]:
    rows = []
    for row in tables["entry"]:
        data = row["content"]
        rows.append(
            DriveRow(
                int(row["_id"]), str(row["title"]), bool(row["is_folder"]), int(row["parent_id"]),
                data if isinstance(data, bytes) else str(data or "").encode("utf-8", "replace"), str(row["owner"]),
                bool(row["is_starred"]), bool(row["is_trashed"]), row["creation_time"] / 1000,
                row["last_modified_time"] / 1000,
            )
        )  # fmt: skip
    return (tuple(rows),)


DATABASE = Database("/data/data/com.google.android.apps.docs/databases/DocList.db", (DRIVE,), _SCHEMA, _dump, _load)
