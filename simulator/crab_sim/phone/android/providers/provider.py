"""A content provider: a table derived from the rows that the apps show, queried with SQL as on a phone."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from typing import NamedTuple, TypeAlias, TypeVar

from crab_sim.machine.rows import TableRow
from crab_sim.machine.slices import Slice
from crab_sim.phone.android.databases import connect
from crab_sim.phone.android.system_databases import seconds
from crab_sim.phone.app import Cell
from crab_sim.phone.machine import Phone

__all__ = ["Provider", "Values", "deleter", "select", "text_of", "time_of"]

Values: TypeAlias = Mapping[str, Cell]
"""Values to insert or update, by column."""

_Row = TypeVar("_Row", bound=TableRow)


class Provider(NamedTuple):
    """One table behind a ``content://`` address.

    Attributes:
        columns: Its columns.
        rows: Returns its rows.
        order: The default order, as SQL.
        insert: Adds a row from some of its columns and returns its id.
        update: Changes columns of the row with an id.
        delete: Removes the rows with these ids.
    """

    columns: Sequence[str]
    rows: Callable[[Phone], Iterable[Sequence[Cell]]]
    order: str = "_id"
    insert: Callable[[Phone, Values], int] | None = None
    update: Callable[[Phone, int, Values], None] | None = None
    delete: Callable[[Phone, Sequence[int]], None] | None = None


def select(
    phone: Phone, provider: Provider, projection: Sequence[str] = (), where: str = "", order: str = ""
) -> tuple[list[str], list[tuple[Cell, ...]]]:
    """Returns names and values of the wanted columns of the matching rows.

    Args:
        phone: The phone.
        provider: The provider.
        projection: The wanted columns, as SQL expressions; all by default.
        where: The filter, as SQL.
        order: The order, as SQL; the provider's own by default.

    Raises:
        sqlite3.Error: The projection, filter or order isn't SQL over these columns.
    """
    with closing(connect()) as connection:
        names = ", ".join(f'"{name}"' for name in provider.columns)
        connection.execute(f"CREATE TABLE rows ({names})")
        marks = ", ".join("?" * len(provider.columns))
        connection.executemany(f"INSERT INTO rows VALUES ({marks})", provider.rows(phone))
        wanted = ", ".join(projection) or "*"
        condition = f" WHERE ({where})" if where else ""
        cursor = connection.execute(f"SELECT {wanted} FROM rows{condition} ORDER BY {order or provider.order}")
        if cursor.description is None:
            raise sqlite3.OperationalError("not a query")
        return [column[0] for column in cursor.description], cursor.fetchall()


def text_of(values: Values, name: str) -> str:
    """Returns a value as text, ``""`` for none."""
    value = values.get(name)
    return "" if value is None else str(value)


def time_of(values: Values, name: str, default: float) -> float:
    """Returns a time in milliseconds as one in seconds."""
    value = values.get(name)
    return default if value is None else seconds(value)


def deleter(slice: Slice[tuple[_Row, ...]]) -> Callable[[Phone, Sequence[int]], None]:
    """Returns a function that removes rows of a slice by their ids."""

    def delete(phone: Phone, ids: Sequence[int]) -> None:
        gone = set(ids)
        phone.put(slice, tuple([row for row in phone.get(slice) if row.id not in gone]))

    return delete
