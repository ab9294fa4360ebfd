"""Takes an app's rows through a real SQLite database and back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

from crab_sim.phone.app import Database


def tables(database: Database, *values: Any) -> dict[str, list[dict[str, Any]]]:
    """Returns the rows of each table, as a client reads them after the slices' values were dumped into SQLite."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.row_factory = sqlite3.Row
        connection.executescript(database.schema)
        for name, rows in database.dump(*values).items():
            for row in rows:
                connection.execute(f'INSERT INTO "{name}" VALUES ({", ".join("?" * len(row))})', tuple(row))
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: [dict(row) for row in connection.execute(f'SELECT * FROM "{name}" ORDER BY rowid')]
            for name in names
            if not name.startswith("sqlite_")
        }


def columns(database: Database, table: str) -> list[str]:
    """Returns the names of a table's columns."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(database.schema)
        return [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]


def round_trip(database: Database, *values: Any) -> tuple[Any, ...]:
    """Returns the slices' values as the app reads them back."""
    return database.load(tables(database, *values))
