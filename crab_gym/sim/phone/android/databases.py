"""The apps' SQLite files: real bytes from the machine's state, and state from bytes that somebody pushed.

* `encode`, `decode` - between the values of a database's slices and its file.
* `columns` - the columns of each table.
* `connect` - a database in memory on which foreign SQL can do no harm.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import lru_cache
from typing import Any

from crab_gym.sim.phone.app import Database

__all__ = ["MAX_BYTES", "columns", "connect", "decode", "encode"]

MAX_BYTES = 32 * 1024 * 1024
"""Largest file that is read back."""
_MOST_STEPS = 20_000_000  # of SQLite's virtual machine, a second or so
_STRIDE = 10_000
_MOST_KEPT = 256
_FORBIDDEN = frozenset((sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH))
_FUNCTIONS = frozenset(("load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"))
_PRAGMAS = frozenset(("table_info", "table_xinfo", "user_version", "index_list", "index_info", "journal_mode",
                      "quick_check", "integrity_check", "foreign_keys", "encoding", "page_count", "page_size",
                      "schema_version", "database_list", "wal_checkpoint", "trusted_schema"))  # fmt: skip

_encoded: dict[str, tuple[tuple[Any, ...], bytes]] = {}


def connect(data: bytes = b"") -> sqlite3.Connection:
    """Opens a database in memory. Foreign SQL on it reaches no file and ends after a bounded amount of work.

    Args:
        data: The file's content; an empty one is a new database.

    Raises:
        ValueError: It is too large.
    """
    if len(data) > MAX_BYTES:
        raise ValueError(f"a database of {len(data)} bytes; expected at most {MAX_BYTES}")
    connection = sqlite3.connect(":memory:", isolation_level=None)
    if data:
        connection.deserialize(data)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA max_page_count = 16384")
    steps = 0

    def progress() -> int:
        nonlocal steps
        steps += _STRIDE
        return int(steps > _MOST_STEPS)

    def authorize(action: int, first: str | None, second: str | None, *_: Any) -> int:
        refused = (
            action in _FORBIDDEN
            or (action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _FUNCTIONS)
            or (action == sqlite3.SQLITE_PRAGMA and (first or "").lower() not in _PRAGMAS)
            or action == sqlite3.SQLITE_CREATE_VTABLE
        )
        return sqlite3.SQLITE_DENY if refused else sqlite3.SQLITE_OK

    connection.set_progress_handler(progress, _STRIDE)
    connection.set_authorizer(authorize)
    return connection


@lru_cache(maxsize=256)
def columns(schema: str) -> Mapping[str, tuple[str, ...]]:
    """Returns the columns of each table of a schema."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(schema)
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: tuple(row[1] for row in connection.execute(f'PRAGMA table_info("{name}")'))
            for name in names
            if not name.startswith("sqlite_")
        }


def encode(database: Database, values: tuple[Any, ...]) -> bytes:
    """Returns the file of a database whose slices have these values; it is made again only where one was replaced."""
    kept = _encoded.get(database.path)
    if kept is not None and len(kept[0]) == len(values) and all(map(lambda a, b: a is b, kept[0], values)):
        return kept[1]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE android_metadata (locale TEXT)")
        connection.execute("INSERT INTO android_metadata VALUES ('en_US')")
        for statement in filter(str.strip, database.schema.split(";")):
            connection.execute(statement)
        for table, rows in database.dump(*values).items():
            marks = ", ".join("?" * len(columns(database.schema)[table]))
            connection.executemany(f'INSERT INTO "{table}" VALUES ({marks})', rows)
        connection.execute("COMMIT")
        connection.execute("PRAGMA user_version = 1")
        data = connection.serialize()
    if len(_encoded) >= _MOST_KEPT:
        _encoded.clear()
    _encoded[database.path] = values, data
    return data


def decode(database: Database, data: bytes) -> tuple[Any, ...]:
    """Returns the values of a database's slices from its file. A table that isn't there has no rows.

    Raises:
        ValueError: It isn't a database, or not one of this app; the message says why.
    """
    tables: dict[str, Sequence[Mapping[str, Any]]] = {}
    try:
        with closing(connect(data)) as connection:
            connection.row_factory = sqlite3.Row
            known = {
                name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            }
            for table, names in columns(database.schema).items():
                rows = connection.execute(f'SELECT * FROM "{table}" ORDER BY rowid') if table in known else ()
                empty = dict.fromkeys(names)
                tables[table] = [{**empty, **{key: row[key] for key in row.keys()}} for row in rows]
        return database.load(tables)
    except (sqlite3.Error, OverflowError) as error:
        raise ValueError(f"not a database: {error}") from None
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not what the app keeps: {type(error).__name__}: {error}") from None
