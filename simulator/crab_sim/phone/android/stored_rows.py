"""Rows as SQLite would store them, computed without SQLite in the common cases: setups write tables at each reset.

Columns convert their values, ids order the rows, and values that don't fit are refused. In all but the common cases the
answer is `None`, and the caller asks SQLite itself.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from functools import lru_cache
from itertools import repeat
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from crab_sim.phone.app import Cell
from crab_sim.ui.page import PlainData

__all__ = ["Rows", "stored", "stored_positions"]

Rows: TypeAlias = list[dict[str, Cell]]

_MAX_CHARS: Final = 1 << 20  # of one text; SQLite is asked about longer ones
_EXACT: Final = 1 << 53  # below it each whole number is a float too
_LARGEST: Final = (1 << 63) - 1
_STRANGE: Final = re.compile(r"\b(CHECK|COLLATE|WITHOUT|STRICT|GENERATED|AS|CONFLICT)\b", re.IGNORECASE)


class _Unclear(Exception):
    """SQLite has to be asked."""


class _Column(NamedTuple):
    """A column: the type of the values that it takes as they are, the conversion of others, and its default."""

    name: str
    plain: type
    convert: Callable[[PlainData], Cell]
    required: bool
    default: Cell


class _Table(NamedTuple):
    """A table: its columns, which of them is the row's number if one is, and which never hold anything twice."""

    columns: tuple[_Column, ...]
    names: tuple[str, ...]
    number: int | None
    unique: tuple[tuple[int, ...], ...]


def stored(schema: str, table: str, rows: Sequence[Mapping[str, PlainData]]) -> Rows | None:
    """Returns the rows of an empty table after an insertion, in its order; None where only SQLite can say.

    Args:
        schema: The database's ``CREATE TABLE`` statements.
        table: The table's name.
        rows: Column to value; a column that is left out holds its default.
    """
    shape = _shapes(schema).get(table)
    if shape is None:
        return None
    try:
        columns = [_given(column, rows) for column in shape.columns]
        return _listed(shape, columns, len(rows))
    except _Unclear:
        return None


def stored_positions(schema: str, table: str, rows: Iterable[Sequence[PlainData]]) -> Rows | None:
    """Returns the same as `stored`, for rows that list the values of all columns in their order."""
    shape = _shapes(schema).get(table)
    if shape is None:
        return None
    columns = list(zip(*rows, strict=True))
    if not columns:
        return []
    if len(columns) != len(shape.columns):
        return None
    try:
        return _listed(shape, columns, len(columns[0]))
    except _Unclear:
        return None


def _given(column: _Column, rows: Sequence[Mapping[str, PlainData]]) -> Sequence[PlainData]:
    name = column.name
    try:
        return [row[name] for row in rows]
    except KeyError:
        if column.required and column.default is None:
            raise _Unclear from None
        return [row.get(name, column.default) for row in rows]


def _listed(shape: _Table, columns: Sequence[Sequence[PlainData]], count: int) -> Rows:
    if not count:
        return []
    fitted = [_fitted(column, values) for column, values in zip(shape.columns, columns, strict=True)]
    for group in shape.unique:
        found = fitted[group[0]] if len(group) == 1 else list(zip(*[fitted[i] for i in group], strict=True))
        if any([None in fitted[i] for i in group]) or len(set(found)) < count:
            raise _Unclear
    listed = list(map(dict, map(zip, repeat(shape.names), zip(*fitted, strict=True))))
    if shape.number is not None:
        if set(map(type, fitted[shape.number])) != {int}:
            raise _Unclear
        listed.sort(key=itemgetter(shape.names[shape.number]))
    return listed


def _fitted(column: _Column, values: Sequence[PlainData]) -> Sequence[PlainData]:
    """Returns the values as a column stores them."""
    kinds = set(map(type, values))
    if kinds == {column.plain}:
        if column.plain is int:
            if -_LARGEST <= min(values) and max(values) <= _LARGEST:
                return values
        elif column.plain is str:
            joined = "".join(values)
            if joined.isascii() and (len(joined) < _MAX_CHARS or max(map(len, values)) < _MAX_CHARS):
                return values
    if column.required and type(None) in kinds:
        raise _Unclear
    return [None if value is None else column.convert(value) for value in values]


# What columns make of values ----------------------------------------------------------------------------------------


def _text(value: PlainData) -> Cell:
    if type(value) is str and len(value) < _MAX_CHARS:
        try:
            value.encode()
        except UnicodeEncodeError:
            raise _Unclear from None
        return value
    if type(value) in (int, bool) and -_LARGEST <= value <= _LARGEST:
        return str(int(value))
    raise _Unclear


def _whole(value: PlainData) -> Cell:
    if type(value) is int and -_LARGEST <= value <= _LARGEST:
        return value
    if type(value) in (int, bool, float) and -_EXACT < value < _EXACT:
        return int(value) if value == int(value) else value
    raise _Unclear


def _real(value: PlainData) -> Cell:
    if type(value) in (int, bool, float) and -_EXACT < value < _EXACT:
        return float(value) + 0.0  # zero has no sign
    raise _Unclear


def _anything(value: PlainData) -> Cell:
    if type(value) is bytes and len(value) < _MAX_CHARS:
        return value
    raise _Unclear


def _affinity(kind: str) -> tuple[type, Callable[[PlainData], Cell]]:
    """Returns by SQLite's rules which values a column of a declared type keeps, and how it converts others."""
    kind = kind.upper()
    if "INT" in kind:
        return int, _whole
    if any(word in kind for word in ("CHAR", "CLOB", "TEXT")):
        return str, _text
    if "BLOB" in kind or not kind:
        return bytes, _anything
    if any(word in kind for word in ("REAL", "FLOA", "DOUB")):
        return float, _real
    return int, _whole


@lru_cache(maxsize=256)
def _shapes(schema: str) -> Mapping[str, _Table]:
    """Returns the tables of a schema that are plain enough."""
    found = {}
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(schema)
        if connection.execute("SELECT 1 FROM sqlite_master WHERE type NOT IN ('table', 'index')").fetchone():
            return {}
        for name, sql in connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall():
            if not name.startswith("sqlite_") and not _STRANGE.search(sql):
                found[name] = _shape(connection, name)
    return found


def _shape(connection: sqlite3.Connection, table: str) -> _Table:
    info = connection.execute(f'PRAGMA table_info("{table}")').fetchall()
    keys = [row for row in info if row[5]]
    number = keys[0][0] if len(keys) == 1 and keys[0][2].upper() == "INTEGER" else None
    unique = [] if number is None else [(number,)]
    for _, index, distinct, *_ in connection.execute(f'PRAGMA index_list("{table}")').fetchall():
        if distinct:  # over columns, not expressions, and over all rows, as in all schemas of the apps
            unique.append(tuple([row[1] for row in connection.execute(f'PRAGMA index_info("{index}")').fetchall()]))
    columns = []
    for _, name, kind, required, default, _ in info:
        value = None if default is None else connection.execute(f"SELECT {default}").fetchone()[0]
        columns.append(_Column(name, *_affinity(kind), bool(required), value))
    return _Table(tuple(columns), tuple([column.name for column in columns]), number, tuple(unique))
