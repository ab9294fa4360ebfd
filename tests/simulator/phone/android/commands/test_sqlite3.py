"""The command ``sqlite3``: as the real program prints, on the phone's files, with the phone's clock."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_sim.phone import Phone
from crab_sim.phone.android import Device, Output
from crab_sim.phone.apps.messages.data import MESSAGES

FILE = "/sdcard/a.db"
SMS = "/data/data/com.android.providers.telephony/databases/mmssms.db"
SETUP = (
    "CREATE TABLE t(a,b); INSERT INTO t VALUES(1,'x,y'),(2.5,NULL),(1e20,'q\"'),(-7,''),(9e999,x'4142');"
    'CREATE TABLE "odd name"("x y"); INSERT INTO "odd name" VALUES(\'a;b\'); CREATE VIEW v AS SELECT a FROM t'
)


BOOTED = Phone()


def fresh() -> Device:
    phone = BOOTED.fork()
    assert isinstance(phone, Phone)
    return Device(phone)


@pytest.fixture
def device() -> Device:
    device = fresh()
    assert device.run_argv(["sqlite3", FILE, SETUP]).terminal == b""
    return device


def printed(device: Device, *args: str, stdin: str = "") -> str:
    output = device.run_argv(["sqlite3", *args], stdin.encode())
    assert output.status == 0, output.stderr
    return output.stdout.decode()


# What the real program (3.40) prints for each style.
STYLES = [
    ([], "1|x,y\n2.5|\n1.0e+20|q\"\n-7|\nInf|AB\n"),
    (["-header", "-separator", ";"], "a;b\n1;x,y\n2.5;\n1.0e+20;q\"\n-7;\nInf;AB\n"),
    (["-csv"], '1,"x,y"\n2.5,\n1.0e+20,"q"""\n-7,""\nInf,AB\n'),
    (["-json"], '[{"a":1,"b":"x,y"},\n{"a":2.5,"b":null},\n{"a":1.0e+20,"b":"q\\""},\n{"a":-7,"b":""},\n'
     '{"a":1e999,"b":"AB"}]\n'),
    (["-quote"], "1,'x,y'\n2.5,NULL\n1.0e+20,'q\"'\n-7,''\n1e999,X'4142'\n"),
    (["-column"], "1        x,y\n2.5         \n1.0e+20  q\" \n-7          \nInf      AB \n"),
    (["-header", "-column"], "a        b  \n-------  ---\n1        x,y\n2.5         \n1.0e+20  q\" \n-7          \n"
     "Inf      AB \n"),
    (["-nullvalue", "NIL", "-tabs"], "1\tx,y\n2.5\tNIL\n1.0e+20\tq\"\n-7\t\nInf\tAB\n"),
]  # fmt: skip


@pytest.mark.parametrize(("args", "expected"), STYLES, ids=[" ".join(args) for args, _ in STYLES])
def test_rows_are_printed_as_by_the_real_program(device: Device, args: list[str], expected: str) -> None:
    assert printed(device, *args, FILE, "SELECT * FROM t") == expected
    assert printed(device, *args, FILE, "SELECT * FROM t WHERE 0") == ""


def test_lines_of_names_and_values(device: Device) -> None:
    assert printed(device, "-line", FILE, "SELECT a, b AS longer FROM t LIMIT 2") == (
        "     a = 1\nlonger = x,y\n\n     a = 2.5\nlonger = \n"
    )


def test_commands_of_the_program_itself(device: Device) -> None:
    assert printed(device, FILE, ".tables") == "odd name  t         v       \n"
    assert printed(device, FILE, ".schema t") == "CREATE TABLE t(a,b);\n"
    dump = printed(device, FILE, ".dump")
    assert dump.startswith(
        "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE t(a,b);\nINSERT INTO t VALUES(1,"
    )
    assert "INSERT INTO \"odd name\" VALUES('a;b');\n" in dump and dump.endswith("SELECT a FROM t;\nCOMMIT;\n")
    assert printed(device, "/sdcard/copy.db", stdin=dump) == ""
    assert printed(device, "/sdcard/copy.db", ".dump") == dump
    with closing(sqlite3.connect(":memory:")) as real:
        real.executescript(dump)
        assert [row[1] for row in real.execute("SELECT * FROM t")] == ["x,y", None, 'q"', "", b"AB"]
    script = ".headers on\n.mode csv\nSELECT 1 AS one;\n.mode list\n.nullvalue -\nSELECT NULL AS n;\n.quit\nSELECT 2;"
    assert printed(device, FILE, stdin=script) == "one\r\n1\r\nn\n-\n"


def test_statements_of_a_script(device: Device) -> None:
    script = (
        "-- nothing\n\nSELECT 1; SELECT 'a;\nb'; /* ; */ SELECT\n3;\n"
        "CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t WHERE a = 1; SELECT 1; END;\n"
        "INSERT INTO t VALUES (8, 8);\nVACUUM;\nSELECT count(*) FROM t"
    )
    assert printed(device, FILE, stdin=script) == "1\na;\nb\n3\n5\n"
    assert printed(device, FILE, "SELECT 1", "SELECT 2; SELECT 3") == "1\n2\n3\n"
    assert printed(device, "-cmd", ".headers on", FILE, "SELECT 1 AS x") == "x\n1\n"
    assert printed(device, ":memory:", "CREATE TABLE t (a); INSERT INTO t VALUES (1); SELECT * FROM t") == "1\n"


def failed(output: Output) -> tuple[str, str]:
    assert output.status == 1
    return output.stdout.decode(), output.stderr.decode()


def test_mistakes_are_told(device: Device) -> None:
    def run(*args: str, stdin: str = "") -> tuple[str, str]:
        return failed(device.run_argv(["sqlite3", *args], stdin.encode()))

    assert run(FILE, "SELECT 1; SELECT * FROM nope; SELECT 2") == ("1\n", "Error: no such table: nope\n")
    assert run(FILE, stdin="SELECT 1;\n\nSELECT * FROM nope;\nSELECT 2;") == (
        "1\n2\n", "Error: near line 3: no such table: nope\n"
    )  # fmt: skip
    assert run(FILE, stdin=".sing\n")[1].startswith('Error: unknown command or invalid arguments:  "sing".')
    assert run("-sing", FILE) == ("", "sqlite3: Error: unknown option: -sing\nUse -help for a list of options.\n")
    assert run("/none/a.db", "CREATE TABLE t (a)")[1] == (
        'Error: unable to open database "/none/a.db": unable to open database file\n'
    )
    assert "readonly" in run("-readonly", FILE, "DELETE FROM t")[1]
    device.run("echo this is just a text > /sdcard/x.txt")
    assert run("/sdcard/x.txt", "SELECT * FROM t") == ("", "Error: file is not a database\n")
    assert device.run("cat /sdcard/x.txt").stdout == b"this is just a text\n"
    assert printed(device, FILE, "SELECT count(*) FROM t") == "5\n"


def test_reading_changes_no_file(device: Device) -> None:
    before = device.phone.fingerprint()
    printed(device, FILE, "SELECT * FROM t; BEGIN; DELETE FROM t;")
    printed(device, "/sdcard/new.db", "SELECT 1")
    printed(device, SMS, "SELECT * FROM sms")
    assert device.phone.fingerprint() == before


def test_what_is_deleted_is_gone_from_provider_and_screen(device: Device) -> None:
    device.run("monkey -p com.google.android.apps.messaging 1")
    rows = len(device.phone.get(MESSAGES))
    assert printed(device, SMS, "SELECT count(*) FROM sms") == f"{rows}\n"
    for table in ("sms", "threads"):
        output = device.run(f'sqlite3 {SMS} "DELETE FROM {table};"')
        assert (output.terminal, output.status) == (b"", 0)
    assert device.run("content query --uri content://sms/inbox").stdout == b"No result found.\n"
    assert device.phone.get(MESSAGES) == ()
    line = (
        "INSERT INTO sms (address, body, date, type) VALUES ('555-0123', 'From a file', strftime('%s','now')*1000, 1)"
    )
    assert device.run(f'sqlite3 {SMS} "{line}" && content query --uri content://sms --projection body').stdout == (
        b"Row: 0 body=From a file\n"
    )
    assert device.phone.get(MESSAGES)[0].date == int(device.phone.now)
    assert any("From a file" in f"{node.text} {node.description}" for node in device.phone.scene.nodes)


def test_time_and_chance_are_the_phones(device: Device) -> None:
    device.run("date @1697389456")
    assert printed(
        device, FILE, "SELECT datetime('now'), CURRENT_DATE, strftime('%s'), unixepoch('now', '+1 day')"
    ) == ("2023-10-15 17:04:16|2023-10-15|1697389456|1697475856\n")
    assert printed(device, FILE, "SELECT date(0, 'unixepoch'), time('12:30'), julianday('2000-01-01')") == (
        "1970-01-01|12:30:00|2451544.5\n"
    )
    first = printed(device, FILE, "SELECT random(), hex(randomblob(8)), random()")
    assert first == printed(device, FILE, "SELECT random(), hex(randomblob(8)), random()")
    assert len(set(first.strip().split("|"))) == 3


@pytest.mark.parametrize(
    "sql",
    ["ATTACH '/etc/hostname' AS h", "SELECT load_extension('x')", "SELECT readfile('/etc/hostname')",
     "SELECT writefile('x', 'y')", "CREATE VIRTUAL TABLE f USING fts5(x)", "VACUUM INTO 'x.db'",
     "SELECT zeroblob(2000000000)", ".shell ls", ".read /etc/hostname", ".import /etc/hostname t", ".output x",
     ".open x", ".system ls", ".load x", ".once x", ".backup x", ".save x",
     "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r",
     "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r"],
)  # fmt: skip
def test_nothing_outside_is_reached_and_everything_ends(device: Device, sql: str) -> None:
    before = device.phone.fingerprint()
    assert device.run_argv(["sqlite3", FILE, sql]).status == 1
    assert device.phone.fingerprint() == before
    assert printed(device, FILE, "SELECT count(*) FROM t") == "5\n"


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
VALUES = st.none() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS


def _sql(value: Any) -> str:
    with closing(sqlite3.connect(":memory:")) as connection:
        return str(connection.execute("SELECT quote(?)", (value,)).fetchone()[0])


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=4))
def test_values_arrive_as_they_were(rows: list[tuple[Any, Any]]) -> None:
    device = fresh()
    values = ", ".join(f"({_sql(a)}, {_sql(b)})" for a, b in rows)
    assert printed(device, FILE, stdin=f"CREATE TABLE t (a, b); INSERT INTO t VALUES {values};") == ""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(device.files.read(FILE))
        assert connection.execute("SELECT * FROM t").fetchall() == rows
    found = json.loads(printed(device, "-json", FILE, "SELECT * FROM t"), parse_float=float)
    assert [tuple(map(type, row.values())) for row in found] == [tuple(map(type, row)) for row in rows]
    assert [row["a"] for row in found if not isinstance(row["a"], float)] == [
        row[0] for row in rows if not isinstance(row[0], float)
    ]
    texts = [row for row in rows if isinstance(row[1], str)]
    table = printed(device, "-csv", FILE, "SELECT b FROM t WHERE typeof(b) = 'text'")
    assert [row[0] for row in csv.reader(io.StringIO(table, newline=""))] == [row[1] for row in texts]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60) | st.lists(st.sampled_from([*"';\"-/*.()\n ", "SELECT", "1", ".dump", "t"])).map("".join))
def test_no_text_breaks_the_program(text: str) -> None:
    device = fresh()
    for output in (device.run_argv(["sqlite3", FILE], text.encode("utf-8", "replace")),
                   device.run_argv(["sqlite3", FILE, text])):  # fmt: skip
        assert output.status in (0, 1)
    assert device.run_argv(["sqlite3", ":memory:", "SELECT 1"]).stdout == b"1\n"


def test_long_scripts_end() -> None:
    device = fresh()
    rows = "".join(f"INSERT INTO t VALUES ({i});\n" for i in range(3000))
    assert (
        printed(device, FILE, stdin=f"CREATE TABLE t (a);\nBEGIN;\n{rows}COMMIT;\nSELECT sum(a) FROM t;") == "4498500\n"
    )
    for text in ("'" + ";\n" * 200_000, "CREATE TRIGGER x BEGIN " + ";" * 200_000, "-" * 100_000, "/*" * 100_000):
        assert device.run_argv(["sqlite3", FILE], text.encode()).status in (0, 1)
