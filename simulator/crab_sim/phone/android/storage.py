"""The phone's file system under Android: the shared storage, and each app's databases in it.

A database is no file of the machine's state but is made from the apps' rows, so that the screen and the file never
differ; a file that is pushed in its place is read back into the rows. The kernel's files are there, too.

* `mounted`, `commit` - the whole tree, and a changed one put back.
* `in_data` - whether a path may lead to a database.
* `read`, `write`, `take`, `empty` - one database's bytes.
* `rows`, `rows_of`, `made_rows`, `set_rows`, `tables` - a table's rows, without going through SQLite, and the names of
  the tables.

State: slice ``"pushed"`` of `crab_sim.phone.system.pushed_files`, the files that clients put in the place of those
that the rows would give, until the rows change.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

from crab_sim.files import FileError, Files
from crab_sim.files.entries import Directory, Entry, File
from crab_sim.machine.slices import BOOTED, FILES
from crab_sim.phone.android.databases import Kept, columns, decode, encode, load
from crab_sim.phone.android.kernel_files import KERNEL_FILES, fixed_files, moving_files
from crab_sim.phone.android.stored_rows import stored, stored_positions
from crab_sim.phone.android.system_databases import SYSTEM_DATABASES
from crab_sim.phone.app import Cell, Database
from crab_sim.phone.apps import DATABASES
from crab_sim.phone.machine import Phone
from crab_sim.phone.system.pushed_files import NOTHING_PUSHED, PUSHED, put_pushed

__all__ = [
    "ALL",
    "commit",
    "empty",
    "in_data",
    "made_rows",
    "mounted",
    "read",
    "rows",
    "rows_of",
    "set_rows",
    "tables",
    "take",
    "write",
]

ALL: Mapping[str, Database] = {database.path: database for database in (*DATABASES, *SYSTEM_DATABASES)}
"""The databases of the installed apps and of the system, by their paths."""
_MODE, _OWNER = 0o660, "u0_a158"
_SLICES = tuple(dict.fromkeys(name for database in ALL.values() for name in database.slices))

_mounted: Kept[Files] = Kept(64)
_complete: Kept[Files] = Kept(64)
_tables: Kept[tuple[Mapping[str, Cell], ...]] = Kept(256)
_dumps: Kept[Mapping[str, Sequence[Sequence[Cell]]]] = Kept(64)


def in_data(files: Files, path: str) -> bool:
    """Returns whether a path leads to where databases lie, or to a folder above; elsewhere the plain files will do."""
    try:
        found = files.resolve(path)
    except FileError:
        return False
    return found == "/" or found == "/data" or found.startswith("/data/")


# One database -------------------------------------------------------------------------------------------------------


def _values(phone: Phone, database: Database) -> tuple[object, ...]:
    return tuple([phone.get(name) for name in database.slices])


def _kept(phone: Phone, database: Database) -> tuple[bytes | None, float] | None:
    """Returns content and time of a file that was pushed, None where the rows have changed since."""
    kept = phone.peek(PUSHED, NOTHING_PUSHED).get(database.path)
    return kept[:2] if kept is not None and kept[2] == _values(phone, database) else None


def read(phone: Phone, path: str) -> bytes | None:
    """Returns a database's bytes: those that were pushed, as long as the app has changed nothing since.

    None where the file was removed and the app has written nothing since.

    Raises:
        KeyError: No app keeps a database at this path.
    """
    database = ALL[path]
    kept = _kept(phone, database)
    return kept[0] if kept is not None else encode(database, _values(phone, database))


def take(phone: Phone, path: str, data: bytes | None, mtime: float) -> None:
    """Takes over a database's bytes: the app shows their content.

    Args:
        phone: The phone.
        path: The database's path.
        data: The file's bytes, None to remove the file.
        mtime: Its time of modification, in seconds since 1970.

    Raises:
        ValueError: It isn't a database of this app; nothing has changed.
    """
    database = ALL[path]
    values = decode(database, data) if data else _empty(database)
    try:
        own = encode(database, values)
    except (sqlite3.Error, OverflowError, TypeError) as error:
        raise ValueError(f"not what the app keeps: {error}") from None
    _put(phone, database, values)
    pushed = {**phone.peek(PUSHED, NOTHING_PUSHED), path: (data, mtime, _values(phone, database))}
    if data == own:
        del pushed[path]
    put_pushed(phone, pushed)


def _put(phone: Phone, database: Database, values: tuple[object, ...]) -> None:
    for name, value in zip(database.slices, values, strict=True):
        if phone.get(name) != value:
            phone.put(name, value)


def write(phone: Phone, path: str, data: bytes | None, mtime: float) -> None:
    """Takes over a database's bytes like `take`; bytes that aren't a database of this app are dropped.

    The app then begins with an empty one, as on a phone.

    Args:
        phone: The phone.
        path: The database's path.
        data: The file's bytes, None to remove the file.
        mtime: Its time of modification, in seconds since 1970.
    """
    try:
        take(phone, path, data, mtime)
    except ValueError:
        take(phone, path, empty(path), mtime)


def empty(path: str) -> bytes:
    """Returns the file of a database in which there is nothing."""
    return encode(ALL[path], _empty(ALL[path]))


def _empty(database: Database) -> tuple[object, ...]:
    return database.load({table: () for table in columns(database.schema)})


def tables(path: str) -> Mapping[str, tuple[str, ...]]:
    """Returns the tables of a database with their columns; none where no app keeps a database at this path."""
    database = ALL.get(path)
    return {} if database is None else columns(database.schema)


def rows(phone: Phone, path: str, table: str) -> tuple[Mapping[str, Cell], ...]:
    """Returns a table's rows, each a mapping from column to value; none where there is no such table or database."""
    names = tables(path).get(table)
    if names is None:
        return ()
    return rows_of(path, _values(phone, ALL[path]), table)


def rows_of(path: str, values: tuple[object, ...], table: str) -> tuple[Mapping[str, Cell], ...]:
    """Returns the rows of a table, made from values of the database's slices.

    Args:
        path: The database's path.
        values: The values of its slices.
        table: Name of the table.
    """
    database = ALL[path]
    names = columns(database.schema)[table]
    return _tables.get(
        (path, table),
        values,
        lambda: tuple([dict(zip(names, row, strict=True)) for row in _dumped(database, values).get(table, ())]),
    )


def made_rows(path: str, values: tuple[object, ...], tables: Sequence[str]) -> list[tuple[Mapping[str, Cell], ...]]:
    """Returns the rows of some tables, made from values that may be parts of the slices' values; none is kept.

    Args:
        path: The database's path.
        values: The values.
        tables: Names of the tables.
    """
    database = ALL[path]
    names, dump = columns(database.schema), database.dump(*values)
    return [tuple([dict(zip(names[table], row, strict=True)) for row in dump.get(table, ())]) for table in tables]


def _dumped(database: Database, values: tuple[object, ...]) -> Mapping[str, Sequence[Sequence[Cell]]]:
    """Returns the rows of each table, each with its values in the order of the columns."""
    dump = database.dump
    return _dumps.get(
        database.path, values, lambda: {table: list(map(tuple, rows)) for table, rows in dump(*values).items()}
    )


def set_rows(phone: Phone, path: str, table: str, rows: Sequence[Mapping[str, Cell]]) -> bool:
    """Replaces a table's rows without going through SQLite.

    The database's other tables stay as the app has them.

    Args:
        phone: The phone.
        path: The database's path.
        table: Name of the table.
        rows: Column to value.

    Returns:
        False where only SQLite can say how it would store the rows; nothing has changed then.

    Raises:
        KeyError: No app keeps a database at this path.
    """
    database = ALL[path]
    if path in phone.peek(PUSHED, NOTHING_PUSHED):
        return False
    dumped = _dumped(database, _values(phone, database))
    if _are_there(columns(database.schema)[table], rows, dumped.get(table, ())):
        return True
    given = stored(database.schema, table, rows)
    if given is None:
        return False
    tables: dict[str, Sequence[Mapping[str, Cell]]] = {}
    for name in columns(database.schema):
        kept = given if name == table else stored_positions(database.schema, name, dumped.get(name, ()))
        if kept is None:
            return False
        tables[name] = kept
    try:
        values = load(database, tables)
    except ValueError:
        return False  # SQLite's own words are those of a file that was pushed
    _put(phone, database, values)
    return True


def _are_there(
    names: Sequence[str], rows: Sequence[Mapping[str, Cell]], present: Sequence[Sequence[Cell]]
) -> bool:  # fmt: skip
    """Returns whether rows are those of a table already: a setup may have had nothing to change."""
    if len(rows) != len(present):
        return False
    try:
        return all([tuple([row[name] for name in names]) == old for row, old in zip(rows, present, strict=True)])
    except KeyError:
        return False


# The whole tree -----------------------------------------------------------------------------------------------------


def mounted(phone: Phone) -> Files:
    """Returns the phone's files with the databases and the kernel's files in their places."""
    values = tuple([phone.get(name) for name in _SLICES])
    key = (phone.files, phone.peek(PUSHED, NOTHING_PUSHED), *values)
    booted, second = phone.get(BOOTED), int(phone.now)
    files = _mounted.get(booted, key, lambda: _mount(phone))
    return _complete.get((booted, second), (files,), lambda: _planted(files, moving_files(booted, second), booted))


def _planted(files: Files, entries: Sequence[tuple[str, File]], booted: float) -> Files:
    """Puts files in the place of whatever is there."""
    for folder in dict.fromkeys([path.rpartition("/")[0] for path, _ in entries]):
        files = _with_folder(files, folder, booted)
    for path, _ in entries:
        if files.exists(path) and _entry(files, path) is not None:
            files = files.remove(path, recursive=True)
    return files.plant(entries)


def _mount(phone: Phone) -> Files:
    files, booted = phone.files, phone.get(BOOTED)
    entries = []
    for path, database in sorted(ALL.items()):
        files = _with_folder(files, path.rpartition("/")[0], booted)
        kept = _kept(phone, database)
        data = kept[0] if kept is not None else read(phone, path)
        if data is not None:
            entries.append((path, File(data, kept[1] if kept is not None else booted, _MODE, _OWNER)))
        if _entry(files, path) is not None:
            files = files.remove(path, recursive=True)
    return _planted(files.plant(entries), fixed_files(booted), booted)


def _with_folder(files: Files, folder: str, now: float) -> Files:
    """Makes a folder and those above it; anything else in their places is removed."""
    cut, made = 0, []
    while cut >= 0:
        cut = folder.find("/", cut + 1)
        above = folder if cut < 0 else folder[:cut]
        entry = _entry(files, above)
        if entry is not None and not isinstance(entry, Directory):
            files = files.remove(above)
        if not isinstance(entry, Directory):
            made.append((above, Directory(now, 0o771, "root")))
    return files.plant(made)


def commit(phone: Phone, files: Files) -> None:
    """Puts a tree that `mounted` gave back after changes: databases that were written are read by their apps."""
    before = mounted(phone)
    if files is before:
        return
    changed = []
    for path in ALL:
        new, old = _entry(files, path), _entry(before, path)
        if _data(new) != _data(old):
            changed.append((path, new))
        if new is not None:
            files = _without(files, path, phone.files)
    for path in KERNEL_FILES:
        if _entry(files, path) is not None:
            files = _without(files, path, phone.files)
    if files != phone.files:
        phone.put(FILES, files)
    for path, new in changed:
        write(phone, path, _data(new), phone.now if new is None else new.mtime)


def _without(files: Files, path: str, plain: Files) -> Files:
    """Removes the entry at a path, and the folders above it that were only made to hold it."""
    files = files.remove(path, recursive=True)
    folder = path.rpartition("/")[0]
    while folder and not plain.exists(folder) and not files.list(folder):
        files = files.remove(folder)
        folder = folder.rpartition("/")[0]
    return files


def _entry(files: Files, path: str) -> Entry | None:
    """Returns the entry at a path itself; None where a link leads there."""
    folder = path.rpartition("/")[0]
    try:
        return files.lstat(path) if files.resolve(folder or "/") == (folder or "/") else None
    except FileError:
        return None


def _data(entry: Entry | None) -> bytes | None:
    """Returns a file's content; a folder or link in its place counts as none."""
    return entry.data if isinstance(entry, File) else None
