"""The phone's file system as Android shows it: the shared storage, and each app's databases in it.

A database is no file of the machine's state but is made from the apps' rows, so that the screen and the file never
differ; a file that is pushed in its place is read back into the rows.

* `mounted`, `commit` - the whole tree, and a changed one put back.
* `read`, `write` - one database's bytes.
* `rows` - a table's rows, without going through SQLite.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

from crab_gym.sim.file_entries import File
from crab_gym.sim.files import FileError, Files
from crab_gym.sim.phone.android.databases import columns, decode, encode
from crab_gym.sim.phone.android.system_databases import SYSTEM_DATABASES
from crab_gym.sim.phone.app import Database
from crab_gym.sim.phone.apps import DATABASES
from crab_gym.sim.phone.machine import Phone

__all__ = ["ALL", "commit", "mounted", "read", "rows", "write"]

ALL: Mapping[str, Database] = {database.path: database for database in (*DATABASES, *SYSTEM_DATABASES)}
"""The databases of the installed apps and of the system, by their paths."""
_MODE, _OWNER = 0o660, "u0_a158"
_SLICES = tuple(dict.fromkeys(name for database in ALL.values() for name in database.slices))

_mounted: WeakKeyDictionary[Phone, tuple[tuple[Any, ...], Files]] = WeakKeyDictionary()
_tables: dict[tuple[str, str], tuple[tuple[Any, ...], tuple[Mapping[str, Any], ...]]] = {}


def _values(phone: Phone, database: Database) -> tuple[Any, ...]:
    return tuple([phone.get(name) for name in database.slices])


def _same(first: tuple[Any, ...], second: tuple[Any, ...]) -> bool:
    return len(first) == len(second) and all([a is b for a, b in zip(first, second, strict=True)])


def _pushed(phone: Phone) -> Mapping[str, tuple[bytes, float, tuple[Any, ...]]]:
    """Returns the files that were pushed: path -> content, time, and the rows that were read from it."""
    found: Mapping[str, tuple[bytes, float, tuple[Any, ...]]] = phone.slices.get("pushed", {})
    return found


def read(phone: Phone, path: str) -> bytes:
    """Returns a database's bytes; those that were pushed, as long as the app has changed nothing since.

    Raises:
        KeyError: No app keeps a database at this path.
    """
    database = ALL[path]
    values = _values(phone, database)
    kept = _pushed(phone).get(path)
    return kept[0] if kept is not None and kept[2] == values else encode(database, values)


def write(phone: Phone, path: str, data: bytes, mtime: float) -> None:
    """Takes over a database's bytes: the app shows what is in them.

    What isn't a database of this app is dropped, and the app begins with an empty one, as on a phone.
    """
    database = ALL[path]
    pushed = dict(_pushed(phone))
    pushed.pop(path, None)
    try:
        values = decode(database, data) if data else _empty(database)
    except ValueError:
        values = _empty(database)
    else:
        if data:
            pushed[path] = data, mtime, values
    for name, value in zip(database.slices, values, strict=True):
        if phone.get(name) != value:
            phone.put(name, value)
    if pushed or "pushed" in phone.slices:
        phone.put("pushed", pushed)


def _empty(database: Database) -> tuple[Any, ...]:
    return database.load({table: () for table in columns(database.schema)})


def rows(phone: Phone, path: str, table: str) -> tuple[Mapping[str, Any], ...]:
    """Returns a table's rows, each a mapping from column to value; none where there is no such table or database."""
    database = ALL.get(path)
    names = columns(database.schema).get(table) if database is not None else None
    if database is None or names is None:
        return ()
    values = _values(phone, database)
    kept = _tables.get((path, table))
    if kept is None or not _same(kept[0], values):
        found = tuple([dict(zip(names, row, strict=True)) for row in database.dump(*values).get(table, ())])
        kept = _tables[path, table] = values, found
    return kept[1]


def mounted(phone: Phone) -> Files:
    """Returns the phone's files with the databases in their places."""
    key = (phone.get("files"), phone.slices.get("pushed"), *[phone.get(name) for name in _SLICES])
    kept = _mounted.get(phone)
    if kept is not None and _same(kept[0], key):
        return kept[1]
    files, pushed, booted = phone.files, _pushed(phone), phone.slices["booted"]
    entries = []
    for path in sorted(ALL):
        folder = path.rpartition("/")[0]
        if not files.is_dir(folder):
            if _there(files, folder):
                files = files.remove(folder)
            files = files.mkdir(folder, booted, parents=True)
        mtime = pushed[path][1] if path in pushed else booted
        entries.append((path, File(read(phone, path), mtime, _MODE, _OWNER)))
    files = files.plant(entries)
    _mounted[phone] = key, files
    return files


def commit(phone: Phone, files: Files) -> None:
    """Puts a tree that `mounted` gave back after changes: databases that were written are read by their apps."""
    before = mounted(phone)
    if files is before:
        return
    changed = []
    for path in ALL:
        new = _entry(files, path)
        if new is not _entry(before, path):
            changed.append((path, new))
        if _there(files, path):
            files = files.remove(path, recursive=True)
    if files != phone.files:
        phone.put("files", files)
    for path, new in changed:
        write(phone, path, new.data if new is not None else b"", new.mtime if new is not None else 0.0)


def _entry(files: Files, path: str) -> File | None:
    """Returns the file at a path; a folder or link that somebody put there counts as none."""
    try:
        entry = files.lstat(path)
    except FileError:
        return None
    return entry if isinstance(entry, File) else None


def _there(files: Files, path: str) -> bool:
    """Tells whether anything is at a path, a link that leads nowhere included."""
    try:
        files.lstat(path)
    except FileError:
        return False
    return True
