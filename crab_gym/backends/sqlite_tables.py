"""Reading and writing of tables in the bytes of SQLite files.

* `read_table`, `write_table` - the rows of a table.
* `columns_of` - the columns of a table.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import Any

__all__ = ["columns_of", "read_table", "write_table"]


def _folder(files: Mapping[str, bytes]) -> AbstractContextManager[str]:
    return tempfile.TemporaryDirectory() if _has_log(files) else nullcontext("")


def _open(folder: str, files: Mapping[str, bytes]) -> sqlite3.Connection:
    """Opens a database.

    Args:
        folder: An empty folder for its files, where it has a log; others are opened in memory.
        files: Its files, by suffix: ``""`` is the database, ``"-wal"`` its write-ahead log.
    """
    if not _has_log(files):
        connection = sqlite3.connect(":memory:")
        connection.deserialize(files[""])
        connection.execute("PRAGMA trusted_schema = OFF")
        return connection
    for suffix, data in files.items():
        Path(folder, f"database{suffix}").write_bytes(data)
    connection = sqlite3.connect(Path(folder, "database"))
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def _has_log(files: Mapping[str, bytes]) -> bool:
    """Returns whether a database has a write-ahead log; SQLite can open such a one from files only."""
    return set(files) != {""} or not files[""] or files[""][18:20] == b"\x02\x02"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def columns_of(files: Mapping[str, bytes], table: str) -> list[tuple[str, str, bool]]:
    """Returns the columns of a table, each with its name, its type, and whether it requires a value."""
    with _folder(files) as folder, closing(_open(folder, files)) as connection:
        rows = connection.execute(f"PRAGMA table_info({_quoted(table)})").fetchall()
    return [(name, kind, bool(required) and default is None) for _, name, kind, required, default, _ in rows]


def read_table(files: Mapping[str, bytes], table: str) -> tuple[Mapping[str, Any], ...]:
    """Returns the rows of a table, none where there is no such table.

    Args:
        files: The database's content under ``""``, and that of its write-ahead log under ``"-wal"`` if it has one.
        table: The table's name.

    Raises:
        ValueError: The files are no database.
    """
    with _folder(files) as folder, closing(_open(folder, files)) as connection:
        connection.row_factory = sqlite3.Row
        try:
            matches = connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,))
            if matches.fetchone() is None:
                return ()
            return tuple(dict(row) for row in connection.execute(f"SELECT * FROM {_quoted(table)} ORDER BY rowid"))
        except sqlite3.DatabaseError as error:
            raise ValueError(f"not a database: {error}") from None


def write_table(files: Mapping[str, bytes], table: str, rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Returns the content of a database, its log included, with the rows of a table replaced.

    Args:
        files: As in `read_table`.
        table: The table's name.
        rows: Its new rows.

    Raises:
        ValueError: There is no such table or column, or a row doesn't fit.
    """
    with _folder(files) as folder:
        with closing(_open(folder, files)) as connection:
            try:
                connection.execute(f"DELETE FROM {_quoted(table)}")
                for row in rows:
                    names = ", ".join(map(_quoted, row))
                    marks = ", ".join("?" * len(row))
                    connection.execute(f"INSERT INTO {_quoted(table)} ({names}) VALUES ({marks})", tuple(row.values()))
                connection.commit()
                if not _has_log(files):
                    return connection.serialize()
                connection.execute("PRAGMA journal_mode = DELETE")
            except sqlite3.Error as error:
                raise ValueError(f"the rows don't fit the table {table!r}: {error}") from None
        return Path(folder, "database").read_bytes()
