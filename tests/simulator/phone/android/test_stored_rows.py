"""Rows that are set without SQLite are those that SQLite would have kept, in all tables of all databases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from crab_gym.backends.sqlite_tables import read_table, write_table
from crab_sim.machine import canonical
from crab_sim.phone import Phone
from crab_sim.phone.android import storage
from crab_sim.phone.android.databases import decode
from crab_sim.phone.android.stored_rows import stored

Rows = Sequence[Mapping[str, Any]]

MUSIC = "/data/data/code.name.monkey.retromusic/databases/playlist.db"
STRANGE = (
    None, True, 0, 7, -0.0, 2.0, 2.5, "", "0", "007", "1.5", " 8", "1e3", "a\0b", "Grüße", "\ud800", b"", b"1", 1 << 52,
    1 << 53, 1 << 63, float("inf"), float("nan"), 1e17,
)  # fmt: skip


def variations(rows: Rows) -> Iterator[Rows]:
    """Yields rows changed in many ways, one column at a time."""
    yield rows
    yield rows[::-1]
    yield rows[1:]
    yield [*rows, *rows[:1]]
    for i, column in enumerate(rows[0]):
        yield [{name: value for name, value in row.items() if name != column} for row in rows]
        for value in STRANGE[i % 4 :: 4]:
            yield [{**rows[0], column: value}, *rows[1:]]


def same_rows(first: Rows, second: Rows) -> bool:
    """Tells whether the rows are the same in any order."""
    return sorted([repr(row) for row in first]) == sorted([repr(row) for row in second])


def by_sqlite(phone: Phone, path: str, table: str, rows: Rows) -> tuple[Any, ...] | None:
    """Returns the values of a database's slices after SQLite wrote the rows, None where it or the app refuses."""
    try:
        data = write_table({"": storage.read(phone, path) or b""}, table, rows)
        return decode(storage.ALL[path], data)
    except (ValueError, OverflowError):
        return None


@pytest.mark.parametrize("path", sorted(storage.ALL))
def test_tables_hold_what_sqlite_would_keep(path: str) -> None:
    phone = Phone()
    phone.boot(5)
    set_plainly = 0
    for table in storage.tables(path):
        before = storage.rows(phone, path, table)
        for rows in variations(before) if before else ((),):
            copy = phone.fork()
            assert isinstance(copy, Phone)
            expected = by_sqlite(phone, path, table, rows)
            if not storage.set_rows(copy, path, table, rows):
                assert copy.fingerprint() == phone.fingerprint()
                continue
            set_plainly += 1
            names = storage.ALL[path].slices
            found = [copy.get(name) for name in names]
            assert expected is not None and found == list(expected), (table, rows)
            for name, now, then in zip(names, found, expected, strict=True):
                assert now is phone.get(name) or canonical.encode(now) == canonical.encode(then)
            pulled = storage.read(copy, path) or b""
            assert same_rows(read_table({"": pulled}, table), storage.rows(copy, path, table))
    assert set_plainly


def test_columns_convert_what_is_put_into_them() -> None:
    schema = "CREATE TABLE t (n INTEGER PRIMARY KEY, word TEXT, size REAL, whole INT DEFAULT 3, any NUMERIC NOT NULL);"
    given: list[dict[str, Any]] = [
        {"n": 4, "word": 12, "size": 3, "any": 2.0},
        {"n": 2, "word": None, "size": -0.0, "any": 0.5, "whole": True},
    ]
    found = stored(schema, "t", given)
    assert found == [
        {"n": 2, "word": None, "size": 0.0, "whole": 1, "any": 0.5},
        {"n": 4, "word": "12", "size": 3.0, "whole": 3, "any": 2},
    ]
    assert [type(value) for value in found[1].values()] == [int, str, float, int, int]
    assert stored(schema, "t", []) == []


@pytest.mark.parametrize(
    "row",
    [
        {"any": 1},
        {"n": 1},
        {"n": 1, "any": None},
        {"n": 1, "any": "3"},
        {"n": 1, "any": 1 << 63},
        {"n": None, "any": 1},
    ],
)
def test_sqlite_is_asked_where_it_is_not_plain(row: dict[str, Any]) -> None:
    schema = "CREATE TABLE t (n INTEGER PRIMARY KEY, word TEXT UNIQUE, any NUMERIC NOT NULL);"
    assert stored(schema, "t", [row]) is None
    assert stored(schema, "nothing", [row]) is None
    assert stored(schema, "t", [{"n": 1, "any": 1, "word": "a"}, {"n": 2, "any": 1, "word": "a"}]) is None
    assert stored("CREATE TABLE t (n INT CHECK (n > 1));", "t", [{"n": 1}]) is None


def test_a_pushed_file_is_left_to_sqlite() -> None:
    phone = Phone()
    phone.boot(5)
    rows = storage.rows(phone, MUSIC, "PlaylistEntity")
    data = write_table({"": storage.read(phone, MUSIC) or b""}, "PlaylistEntity", [*rows[::-1]])
    storage.take(phone, MUSIC, data, phone.now)
    assert "pushed" in phone.slices
    assert not storage.set_rows(phone, MUSIC, "PlaylistEntity", rows)
