"""The apps' SQLite files: each round-trips, and no pushed bytes do harm."""

from __future__ import annotations

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_sim.devices.phone_facts import EFFECTS_DATABASE
from crab_sim.phone import Phone
from crab_sim.phone.android import storage
from crab_sim.phone.android.databases import MAX_BYTES, Kept, columns, connect, decode, encode
from crab_sim.phone.app import Database
from crab_sim.phone.apps import INSTALLED
from crab_sim.phone.apps.tasks.data import TODOS

PATHS = sorted(storage.ALL.keys() - {EFFECTS_DATABASE})  # which no app shows
OWNERS = {database.path: app.spec.id for app in INSTALLED for database in app.databases}
SYSTEM = {
    "messages": "messages", "contacts": "contacts", "calls": "phone", "voicemails": "phone", "blocked_numbers": "phone",
}  # fmt: skip
TASKS = "/data/data/org.tasks/databases/database"


def booted(seed: int = 1) -> Phone:
    phone = Phone()
    phone.set_drawn(False)
    phone.boot(seed)
    return phone


def values(phone: Phone, path: str) -> tuple[Any, ...]:
    return tuple(phone.get(name) for name in storage.ALL[path].slices)


def opened(data: bytes) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.deserialize(data)
    return connection


@pytest.mark.parametrize("seed", [0, 7])
@pytest.mark.parametrize("path", PATHS)
def test_a_file_holds_all_that_its_app_keeps(path: str, seed: int) -> None:
    phone, database = booted(seed), storage.ALL[path]
    before = values(phone, path)
    data = encode(database, before)
    assert data.startswith(b"SQLite format 3\0") and len(data) < 200_000
    assert decode(database, data) == before
    with closing(opened(data)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("SELECT locale FROM android_metadata").fetchall() == [("en_US",)]
        for table, names in columns(database.schema).items():
            rows = connection.execute(f'SELECT * FROM "{table}" ORDER BY rowid')
            assert [column[0] for column in rows.description] == list(names)
            found = storage.rows(phone, path, table)
            key = [repr(tuple(row.values())) for row in found]
            assert sorted(map(repr, rows.fetchall())) == sorted(key)


@pytest.mark.parametrize("path", PATHS)
def test_a_file_is_the_same_in_every_run(path: str) -> None:
    database = storage.ALL[path]
    copies = [encode(database, values(booted(3), path)) for _ in range(2)]
    assert copies[0] == copies[1]


@pytest.mark.parametrize("path", PATHS)
def test_tables_and_columns_may_be_missing(path: str) -> None:
    """An app begins anew where its file has no tables, and makes do with rows that hold nothing but a key."""
    phone, database = booted(), storage.ALL[path]
    nothing = decode(database, sqlite_file("CREATE TABLE other (x)"))
    assert decode(database, encode(database, nothing)) == nothing
    with closing(opened(encode(database, values(phone, path)))) as connection:
        for table, names in columns(database.schema).items():
            connection.execute(f'DROP TABLE "{table}"')
            connection.execute(f'CREATE TABLE "{table}" ("{names[0]}")')
            connection.execute(f'INSERT INTO "{table}" VALUES (5)')
        data = connection.serialize()
    storage.write(phone, path, data, 0.0)
    phone.launch(OWNERS.get(path) or SYSTEM[database.slices[0].name])
    assert phone.scene.nodes


def sqlite_file(script: str) -> bytes:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(script)
        return connection.serialize()


WILD = (None, -1, 2**62, -(2**62), 1e300, float("inf"), "", "abc", "nan", "1e400", "\u00e9\n" * 300, b"\xff\0", 10**15)


@pytest.mark.parametrize("path", PATHS)
def test_an_app_survives_whatever_its_rows_hold(path: str) -> None:
    start, database = booted(), storage.ALL[path]
    app = OWNERS.get(path) or SYSTEM[database.slices[0].name]
    data = encode(database, values(start, path))
    for table, names in columns(database.schema).items():
        for i, name in enumerate(names):
            for value in (WILD[(i + j) % len(WILD)] for j in range(0, len(WILD), 3)):
                with closing(opened(data)) as connection:
                    first = f'(SELECT rowid FROM "{table}" LIMIT 2)'
                    try:
                        connection.execute(f'UPDATE "{table}" SET "{name}" = ? WHERE rowid IN {first}', (value,))
                    except sqlite3.Error:
                        continue
                    pushed = connection.serialize()
                phone = cast(Phone, start.fork())
                storage.write(phone, path, pushed, 0.0)
                phone.launch(app)
                assert phone.scene.nodes
                phone.advance(100_000)
                assert phone.scene.nodes
                assert encode(database, values(phone, path)), (table, name, value)


HARMFUL = (
    # a view, a trigger and a column that never end or hold very much
    "CREATE VIEW tasks AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS _id FROM r",
    "CREATE TABLE tasks (_id INTEGER PRIMARY KEY, title TEXT AS (printf('%.*c', 100000000, 'x')));"
    "INSERT INTO tasks (_id) VALUES (1)",
    "CREATE TABLE tasks (_id INTEGER PRIMARY KEY, title TEXT AS (load_extension('x')));",
    "CREATE TABLE tasks (_id INTEGER PRIMARY KEY, title TEXT);"
    "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 2000)"
    " INSERT INTO tasks (title) SELECT printf('%.*c', 5000, 'x') FROM r",
)


@pytest.mark.parametrize("script", HARMFUL)
def test_harmful_schemas_end(script: str) -> None:
    try:
        data = sqlite_file(script)
    except sqlite3.OperationalError:  # not even Python's own would make it
        return
    phone = booted()
    storage.write(phone, TASKS, data, 0.0)
    assert len(phone.get(TODOS)) in (0, 1, 2000)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.integers(0, 16_000), st.integers(0, 2**32 - 1))
def test_broken_files_are_dropped(noise: bytes, at: int, seed: int) -> None:
    phone = booted()
    good = encode(storage.ALL[TASKS], (phone.get(TODOS),))
    for data in (noise, good[:at], good[:at] + noise + good[at + len(noise) :], b"SQLite format 3\0" + noise):
        storage.write(phone, TASKS, data, 0.0)
        assert isinstance(phone.get(TODOS), tuple)
        content = storage.read(phone, TASKS)
        assert content is not None
        assert content == data or decode(storage.ALL[TASKS], content) == ((),)


def test_a_file_that_is_too_large_is_refused() -> None:
    with pytest.raises(ValueError, match=f"{MAX_BYTES + 1} bytes; expected at most {MAX_BYTES}"):
        connect(bytes(MAX_BYTES + 1))


def test_files_with_a_write_ahead_log_are_read(tmp_path: Any) -> None:
    phone = booted()
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(storage.ALL[TASKS].schema)
        connection.execute("INSERT INTO tasks (_id, title) VALUES (4, 'Logged')")
        connection.commit()
    storage.write(phone, TASKS, (tmp_path / "a.db").read_bytes(), 0.0)
    assert [(row.id, row.title) for row in phone.get(TODOS)] == [(4, "Logged")]


@pytest.mark.parametrize(
    "sql",
    [
        "ATTACH '{0}/a.db' AS a",
        "VACUUM INTO '{0}/a.db'",
        "SELECT load_extension('{0}/a')",
        "SELECT writefile('{0}/a.db', 'x')",
        "SELECT readfile('/etc/hostname')",
        "CREATE VIRTUAL TABLE t USING fts5(x)",
        "PRAGMA max_page_count = 9999999",
        "PRAGMA page_size = 65536",
        "PRAGMA temp_store_directory = '{0}'",
    ],
)
def test_foreign_sql_reaches_nothing(sql: str, tmp_path: Any) -> None:
    with closing(connect(b"", 0.0)) as connection:
        with pytest.raises(sqlite3.DatabaseError, match=r"not authorized|authorization denied|no such function"):
            connection.execute(sql.format(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_foreign_sql_ends() -> None:
    with closing(connect(b"", 0.0)) as connection:
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            connection.execute("WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r")


def test_numbers_and_texts_that_sqlite_cannot_hold() -> None:
    database = Database("/x", ("a",), "CREATE TABLE t (n INTEGER, s TEXT)", lambda rows: {"t": rows}, lambda t: (t,))
    with closing(opened(encode(database, (((10**30, "a\udcff"), (-(10**30), "b")),)))) as connection:
        assert connection.execute("SELECT * FROM t").fetchall() == [(2**63 - 1, "a?"), (-(2**63), "b")]


def test_what_is_kept_belongs_to_its_values() -> None:
    kept: Kept[list[int]] = Kept(2)
    made: list[tuple[int, ...]] = []

    def make(rows: tuple[int, ...]) -> list[int]:
        made.append(rows)
        return list(rows)

    all_rows = [tuple([i, i]) for i in range(3)]
    for rows in (*all_rows, *all_rows[1:]):
        assert kept.get("x", (rows,), lambda rows=rows: make(rows)) == list(rows)  # type: ignore[misc]
    assert made == all_rows
    kept.get("x", (all_rows[0],), lambda: make(all_rows[0]))
    kept.get("y", (all_rows[0],), lambda: make(all_rows[0]))
    assert made == [*all_rows, all_rows[0], all_rows[0]]


def test_what_is_kept_may_be_dropped_by_several_threads() -> None:
    class Name:
        def __hash__(self) -> int:
            time.sleep(0)  # another thread's turn, between finding the oldest and dropping it
            return 0

    kept: Kept[int] = Kept(1)
    with ThreadPoolExecutor(4) as pool:
        got = list(pool.map(lambda i: kept.get(Name(), ((i,),), lambda: i), range(400)))
    assert got == list(range(400))
