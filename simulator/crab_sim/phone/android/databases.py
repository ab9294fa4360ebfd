"""The apps' SQLite files: real bytes from the machine's state, and state from bytes that somebody pushed.

* `encode`, `decode` - between the values of a database's slices and its file; `load` - from the rows of its tables.
* `Kept` - a result made from immutable values, and made again only when one is replaced.
* `columns` - the columns of each table.
* `connect` - a database in memory on which foreign SQL can do no harm.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import closing
from functools import cache, lru_cache
from math import isfinite
from threading import Lock
from typing import Final, Generic, NamedTuple, TypeVar

from crab_sim.phone.app import Cell, Database

__all__ = ["MAX_BYTES", "Kept", "columns", "connect", "decode", "encode", "load", "same"]

MAX_BYTES: Final = 32 * 1024 * 1024
"""Largest file that is read back."""
_MAX_STEPS: Final = 10_000_000  # of SQLite's virtual machine, a second or so
_STRIDE: Final = 2_000
_MAX_VALUE: Final = 4 * 1024 * 1024  # bytes of one value
_MAX_READ: Final = 64 * 1024 * 1024  # bytes of all values of a file, counted as often as they are there
_INFINITE: Final = (float("inf"), -float("inf"))
_HEADER: Final = b"SQLite format 3\0"
_INTEGERS: Final = -(1 << 63), (1 << 63) - 1

_FORBIDDEN = frozenset((sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH, sqlite3.SQLITE_CREATE_VTABLE))
_FUNCTIONS = frozenset(("load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", "zeroblob"))
_PRAGMAS = frozenset(
    "encoding foreign_keys foreign_key_list freelist_count index_info index_list index_xinfo integrity_check "
    "journal_mode page_count page_size quick_check schema_version synchronous table_info table_list table_xinfo "
    "user_version wal_checkpoint".split()
)
_READ_ONLY_PRAGMAS = frozenset(("encoding", "journal_mode", "page_size", "schema_version"))

_NO_FLOATS = frozenset((str, int, bool, bytes, type(None)))

T = TypeVar("T")


def same(first: Sequence[object], second: Sequence[object]) -> bool:
    """Returns whether two sequences hold the very same objects."""
    return len(first) == len(second) and all([a is b for a, b in zip(first, second, strict=True)])


class Kept(Generic[T]):
    """Results made from immutable values, kept by the values' identity; the oldest is dropped when there are too many.

    Several threads may use it, as phones in several threads do.

    >>> kept, rows = Kept(8), (1, 2)
    >>> kept.get("sum", (rows,), lambda: sum(rows)), kept.get("sum", (rows,), lambda: 0)
    (3, 3)
    """

    __slots__ = ("_found", "_limit", "_lock")

    def __init__(self, limit: int) -> None:
        self._limit, self._lock = limit, Lock()
        self._found: dict[tuple[Hashable, ...], tuple[tuple[object, ...], T]] = {}

    def get(self, name: Hashable, values: tuple[object, ...], make: Callable[[], T]) -> T:
        """Returns the result kept for a name and these values, made if there is none.

        Args:
            name: The name of the function.
            values: Immutable values; others of equal content count as different ones.
            make: Makes the result.
        """
        key = (name, *map(id, values))
        found = self._found.get(key)
        if found is not None:
            return found[1]
        made = make()
        with self._lock:
            if len(self._found) >= self._limit:
                del self._found[next(iter(self._found))]
            self._found[key] = values, made  # the values are kept too, so that nothing else gets their ids
        return made


# Foreign SQL --------------------------------------------------------------------------------------------------------


def connect(data: bytes = b"", now: float | None = None, *, read_only: bool = False) -> sqlite3.Connection:
    """Opens a database in memory. Foreign SQL on it reaches no file and ends after a bounded amount of work.

    Args:
        data: The file's content; an empty one is a new database.
        now: The phone's clock, in seconds since 1970, which dates and chance then follow. None where no statement of
            somebody else's is run.
        read_only: Whether statements that write are refused.

    Raises:
        ValueError: It is too large.
    """
    if len(data) > MAX_BYTES:
        raise ValueError(f"a database of {len(data)} bytes; expected at most {MAX_BYTES}")
    connection = sqlite3.connect(":memory:", isolation_level=None, cached_statements=0)
    page = 4096
    if data:
        if data[18:20] == b"\2\2":  # a write-ahead log can't be in memory; the file alone is read
            data = data[:18] + b"\1\1" + data[20:]
        if data.startswith(_HEADER):
            page = max(512, int.from_bytes(data[16:18], "big"))
        connection.deserialize(data)
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE)
    if now is None:
        connection.execute("PRAGMA trusted_schema = OFF")
    else:
        _set_clock(connection, now)
    try:
        connection.execute(f"PRAGMA max_page_count = {MAX_BYTES // page}")
    except sqlite3.Error:
        pass  # no database, as the first statement will say
    if read_only:
        connection.execute("PRAGMA query_only = ON")
    connection.set_progress_handler(_stop_after(_MAX_STEPS // _STRIDE), _STRIDE)
    connection.set_authorizer(_authorize)
    return connection


def _stop_after(calls: int) -> Callable[[], int]:
    left = calls

    def progress() -> int:
        nonlocal left
        left -= 1
        return int(left < 0)

    return progress


def _authorize(action: int, first: str | None, second: str | None, *_: object) -> int:
    refused = action in _FORBIDDEN
    if action == sqlite3.SQLITE_FUNCTION:
        refused = (second or "").lower() in _FUNCTIONS
    elif action == sqlite3.SQLITE_PRAGMA:
        name = (first or "").lower()
        refused = name not in _PRAGMAS or (name in _READ_ONLY_PRAGMAS and second is not None)
    return sqlite3.SQLITE_DENY if refused else sqlite3.SQLITE_OK


@cache
def _calendar() -> sqlite3.Connection:
    """Returns SQLite's functions for dates, by name."""
    return sqlite3.connect(":memory:", check_same_thread=False)


def _set_clock(connection: sqlite3.Connection, now: float) -> None:
    """Replaces the functions that ask the host's clock and chance by those of the simulated phone."""
    plain = f"{now / 86_400 + 2_440_587.5:.9f}"  # as a Julian day
    chance = random.Random(repr(now))

    def dated(name: str, first: int) -> Callable[..., Cell]:
        """Returns a function of dates; `first` of its arguments stand before the time."""

        def call(*args: Cell) -> Cell:
            given = list(args) if len(args) > first else [*args, "now"]
            given = [plain if isinstance(arg, str) and arg.lower() == "now" else arg for arg in given]
            query = f"SELECT {name}({', '.join('?' * len(given))})"
            value: Cell = _calendar().execute(query, given).fetchone()[0]
            return value

        return call

    for name in ("date", "time", "datetime", "julianday", "unixepoch"):
        connection.create_function(name, -1, dated(name, 0))
    connection.create_function("strftime", -1, dated("strftime", 1))
    for name, of in (("current_timestamp", "datetime"), ("current_date", "date"), ("current_time", "time")):
        connection.create_function(name, 0, dated(of, 0))
    connection.create_function("random", 0, lambda: chance.getrandbits(64) - (1 << 63))
    connection.create_function("randomblob", 1, lambda n: chance.randbytes(min(max(int(n or 1), 1), 1024)))


# Files --------------------------------------------------------------------------------------------------------------

_encoded: Kept[bytes] = Kept(128)


class _Column(NamedTuple):
    """A column's default, and whether it never holds NULL."""

    default: Cell
    required: bool


@lru_cache(maxsize=256)
def _schema(text: str) -> Mapping[str, Mapping[str, _Column]]:
    """Returns the columns of each table."""
    found: dict[str, dict[str, _Column]] = {}
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(text)
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if not name.startswith("sqlite_"):
                rows = connection.execute(f'PRAGMA table_info("{name}")').fetchall()
                found[name] = {row[1]: _column(connection, *row[2:]) for row in rows}
    return found


def _column(connection: sqlite3.Connection, kind: str, required: int, default: str | None, key: int) -> _Column:
    if default is not None:
        return _Column(connection.execute(f"SELECT {default}").fetchone()[0], bool(required))
    if not required or key:
        return _Column(None, False)
    kind = kind.upper()
    return _Column("" if "TEXT" in kind or "CHAR" in kind else b"" if "BLOB" in kind else 0, True)


@lru_cache(maxsize=256)
def columns(schema: str) -> Mapping[str, tuple[str, ...]]:
    """Returns the columns of each table of a schema."""
    return {table: tuple(names) for table, names in _schema(schema).items()}


def encode(database: Database, values: tuple[object, ...]) -> bytes:
    """Returns the file of a database whose slices have these values; it is made again only where one was replaced."""
    return _encoded.get(database.path, values, lambda: _encode(database, values))


def _encode(database: Database, values: tuple[object, ...]) -> bytes:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE android_metadata (locale TEXT)")
        connection.execute("INSERT INTO android_metadata VALUES ('en_US')")
        for statement in filter(str.strip, database.schema.split(";")):
            connection.execute(statement)
        for table, rows in database.dump(*values).items():
            marks = ", ".join("?" * len(columns(database.schema)[table]))
            connection.executemany(f'INSERT INTO "{table}" VALUES ({marks})', map(_storable, rows))
        connection.execute("PRAGMA user_version = 1")
        connection.execute("COMMIT")
        return connection.serialize()


def _storable(row: Iterable[Cell]) -> list[Cell]:
    """Returns a row as SQLite can hold it: whole numbers of 64 bits, text that is Unicode."""
    values = list(row)
    for i, value in enumerate(values):
        if type(value) is int and not _INTEGERS[0] <= value <= _INTEGERS[1]:
            values[i] = _INTEGERS[value > 0]
        elif type(value) is str and not value.isascii():
            values[i] = value.encode("utf-8", "replace").decode()
    return values


def decode(database: Database, data: bytes) -> tuple[object, ...]:
    """Returns the values of a database's slices from its file.

    A table that isn't there has no rows; a column that isn't there holds its default, or nothing.

    Raises:
        ValueError: It isn't a database, or not one of this app; the message says why.
    """
    try:
        with closing(connect(data)) as connection:
            known = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            tables = {
                table: _rows(connection, table, names) if table in known else ()
                for table, names in _schema(database.schema).items()
            }
    except (sqlite3.Error, OverflowError) as error:
        raise ValueError(f"not a database: {error}") from None
    return load(database, tables)


def load(database: Database, tables: Mapping[str, Sequence[Mapping[str, Cell]]]) -> tuple[object, ...]:
    """Returns the values of a database's slices from the rows of all its tables.

    Raises:
        ValueError: They make no sense to the app; the message says why.
    """
    try:
        values = database.load(tables)
    except OverflowError as overflow:
        raise ValueError(f"not a database: {overflow}") from None
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise ValueError(f"not what the app keeps: {type(error).__name__}: {error}") from None
    if not _is_finite(values):
        raise ValueError("not what the app keeps: a text such as 'nan' where a number should be")
    return values


def _is_finite(value: object) -> bool:
    """Returns whether no number in plain data is infinite or none at all: few apps could reckon with them."""
    todo = [value]
    for part in todo:
        if isinstance(part, tuple):
            if not _NO_FLOATS.issuperset(map(type, part)):
                todo += [item for item in part if type(item) not in _NO_FLOATS]
        elif isinstance(part, dict):
            todo += part.values()
        elif isinstance(part, float) and not isfinite(part):
            return False
    return True


def _rows(connection: sqlite3.Connection, table: str, known: Mapping[str, _Column]) -> Sequence[Mapping[str, Cell]]:
    there = {row[1] for row in connection.execute(f'PRAGMA table_xinfo("{table}")')}
    wanted = [name for name in known if name in there]
    if not wanted:
        return ()
    listed = ", ".join(f'"{name}"' for name in wanted)
    defaults = {name: column.default for name, column in known.items()}
    found, size = [], 0
    for values in connection.execute(f'SELECT {listed} FROM "{table}" NOT INDEXED'):
        size += 64 + sum([len(value) for value in values if isinstance(value, (str, bytes))])
        if size > _MAX_READ:
            raise ValueError(f"the table {table!r} holds more than {_MAX_READ} bytes")
        row = dict(defaults)
        for name, value in zip(wanted, values, strict=True):
            if value in _INFINITE:
                value = None  # no app keeps such numbers, and few could reckon with them
            if value is not None or not known[name].required:
                row[name] = value
        found.append(row)
    return found
