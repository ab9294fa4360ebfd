"""Files and databases as clients see them over ADB: the apps show pushed changes, and the other way round."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_sim.phone import Phone
from crab_sim.phone.android import Device, storage
from crab_sim.phone.apps.calendar import data as calendar_data
from crab_sim.phone.apps.contacts import data as contacts_data
from crab_sim.phone.apps.contacts.data import CONTACTS
from crab_sim.phone.apps.messages.data import MESSAGES
from crab_sim.phone.apps.music import data as music_data
from crab_sim.phone.apps.phone.data import CALLS
from crab_sim.phone.apps.tasks.data import TODOS

CALENDAR = "/data/data/com.simplemobiletools.calendar.pro/databases"
EVENTS = f"{CALENDAR}/events.db"
TASKS = "/data/data/org.tasks/databases/database"
SMS = "/data/data/com.android.providers.telephony/databases/mmssms.db"
MUSIC = "/data/data/code.name.monkey.retromusic/databases"


@pytest.fixture
def device() -> Device:
    phone = Phone()
    phone.set_drawn(False)
    phone.boot(2)
    return Device(phone)


def pull(device: Device, path: str) -> bytes:
    return device.files.read(path)


def push(device: Device, path: str, data: bytes) -> None:
    device.write_files(device.files.write(path, data, 1_800_000_000.0))


def edited(data: bytes, change: Callable[[sqlite3.Connection], object]) -> bytes:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.deserialize(data)
        change(connection)
        return connection.serialize()


def shown(device: Device) -> set[str]:
    return {node.text for node in device.phone.scene.nodes}


# The files ---------------------------------------------------------------------------------------------------------


def test_databases_lie_where_the_apps_keep_them(device: Device) -> None:
    assert device.run(f"ls {CALENDAR}").stdout == b"events.db\n"
    assert b"org.tasks\n" in device.run("ls -1 /data/data").stdout
    for alias in (TASKS.replace("/data/data", "/data/user/0"), TASKS):
        assert device.run(f'if [ -f "{alias}" ]; then echo "Exists"; fi').stdout == b"Exists\n"
    assert device.run("ls /data/media/0").stdout == device.run("ls /sdcard").stdout
    for app in ("com.android.contacts", "com.google.android.contacts", "com.android.settings"):
        assert device.files.is_dir(f"/data/data/{app}")


def test_looking_changes_nothing(device: Device) -> None:
    before = device.phone.fingerprint()
    for line in (f"cat {EVENTS}", "ls -lR /data", "find / -type f", f"cp {EVENTS} {EVENTS}", f"touch {EVENTS}"):
        assert device.run(line).status in (0, 1)
    device.write_files(device.files)
    assert device.phone.fingerprint() == before


def test_files_beside_the_databases_are_left_alone(device: Device) -> None:
    calls = device.phone.get(CALLS)
    device.run(f"echo x > {EVENTS}-wal; echo y > /sdcard/note.txt")
    assert device.run(f"cat {EVENTS}-wal /sdcard/note.txt").stdout == b"x\ny\n"
    assert not device.phone.files.exists(EVENTS) and device.phone.files.exists(f"{EVENTS}-wal")
    assert device.phone.get(CALLS) is calls and "pushed" not in device.phone.slices


def test_only_what_was_changed_is_made_again(device: Device) -> None:
    before = device.files
    assert device.files is before
    rows, _ = calendar_data.add(device.phone.get(calendar_data.EVENTS), "New", 0, 60)
    device.phone.put(calendar_data.EVENTS, rows)
    after = device.files
    assert after.read(EVENTS) != before.read(EVENTS) and after.read(TASKS) is before.read(TASKS)
    fork = device.phone.fork()
    assert isinstance(fork, Phone) and storage.mounted(fork) is after


# Pushing -----------------------------------------------------------------------------------------------------------


def test_the_flow_of_a_client_that_edits_databases(device: Device) -> None:
    """Pulls the folder file by file, removes all in it, pushes one file back, stops the app."""
    names = device.run(f"ls -1 {CALENDAR}").stdout.decode().split()
    pulled = {name: pull(device, f"{CALENDAR}/{name}") for name in names}
    assert device.run(f"rm -r {CALENDAR}/*").status == 0
    assert device.phone.get(calendar_data.EVENTS) == ()
    assert device.run(f"ls {CALENDAR}").stdout == b""

    def change(connection: sqlite3.Connection) -> None:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(events)")]
        connection.execute("DELETE FROM events")
        row = dict.fromkeys(columns, 0) | {
            "id": 7, "start_ts": int(device.phone.now), "end_ts": int(device.phone.now) + 900, "title": "Pushed event",
            "location": "", "description": "", "repetition_exceptions": "[]", "attendees": "[]", "import_id": "",
            "time_zone": "UTC", "source": "", "event_type": 1,
        }  # fmt: skip
        marks = ", ".join("?" * len(columns))
        connection.execute(f"INSERT INTO events VALUES ({marks})", [row[name] for name in columns])

    data = edited(pulled["events.db"], change)
    push(device, EVENTS, data)
    assert device.run("am force-stop com.simplemobiletools.calendar.pro").status == 0
    assert device.run(f"chmod 777 {EVENTS}; restorecon -RD {CALENDAR}").status == 0
    assert pull(device, EVENTS) == data
    assert [(row.id, row.title) for row in device.phone.get(calendar_data.EVENTS)] == [(7, "Pushed event")]
    device.run("monkey -p com.simplemobiletools.calendar.pro 1")
    assert any("Pushed event" in text for text in shown(device) | {n.description for n in device.phone.scene.nodes})
    device.phone.put(calendar_data.EVENTS, calendar_data.remove(device.phone.get(calendar_data.EVENTS), 7))
    assert pull(device, EVENTS) != data
    assert storage.rows(device.phone, EVENTS, "events") == ()


def test_an_app_is_saved_and_brought_back(device: Device) -> None:
    todos = device.phone.get(TODOS)
    assert device.run("mkdir -p /data/data/saved && cp -a /data/data/org.tasks/. /data/data/saved/").status == 0
    assert device.run("rm -r /data/data/org.tasks/*").status == 0
    assert device.phone.get(TODOS) == ()
    assert device.run("cp -a /data/data/saved/. /data/data/org.tasks/").status == 0
    assert device.phone.get(TODOS) == todos


def test_a_removed_file_is_gone_until_the_app_writes(device: Device) -> None:
    device.run(f"rm {SMS}")
    assert device.phone.get(MESSAGES) == () and not device.files.exists(SMS)
    assert device.run(f"cat {SMS}").status == 1
    device.run("content insert --uri content://sms/inbox --bind address:s:555-0100 --bind body:s:Hello")
    assert device.files.exists(SMS)
    assert [row["body"] for row in storage.rows(device.phone, SMS, "sms")] == ["Hello"]


def test_a_pushed_file_comes_back_byte_for_byte_with_what_the_app_does_not_keep(device: Device) -> None:
    data = edited(pull(device, TASKS), lambda connection: connection.execute("CREATE TABLE mine (x)"))
    push(device, TASKS, data)
    todos = device.phone.get(TODOS)
    assert pull(device, TASKS) == data
    assert device.run(f"stat -c %Y {TASKS}").stdout == b"1800000000\n"
    device.phone.put(TODOS, todos[1:])
    assert pull(device, TASKS) != data
    device.phone.put(TODOS, tuple(list(todos)))
    assert pull(device, TASKS) == data


def test_what_is_no_database_leaves_an_empty_one(device: Device) -> None:
    push(device, TASKS, b"this is no database")
    assert device.phone.get(TODOS) == ()
    assert pull(device, TASKS).startswith(b"SQLite format 3")
    push(device, SMS, b"")
    assert device.phone.get(MESSAGES) == () and pull(device, SMS) == b""


def test_identical_bytes_are_no_change(device: Device) -> None:
    before = device.phone.fingerprint()
    data = pull(device, TASKS)
    push(device, TASKS, data + b"")
    assert device.phone.fingerprint() == before
    todos = device.phone.get(TODOS)
    device.run(f"rm {TASKS}")
    push(device, TASKS, data)
    assert device.phone.get(TODOS) == todos and "pushed" not in device.phone.slices


def test_two_databases_of_one_app(device: Device) -> None:
    first = pull(device, f"{MUSIC}/playlist.db")
    lists = device.phone.get(music_data.PLAYLISTS)
    device.run(f"rm -r {MUSIC}/*")
    push(device, f"{MUSIC}/playlist.db", first)
    assert device.phone.get(music_data.PLAYLISTS) == lists
    assert device.run(f"ls {MUSIC}").stdout == b"playlist.db\n"


@pytest.mark.parametrize(
    "line",
    [
        "rm -rf /data",
        "rm -rf /data/data/org.tasks && echo x > /data/data/org.tasks",
        "rm -rf /data/data/org.tasks && ln -s /data/data/com.arduia.expense /data/data/org.tasks",
        f"rm {TASKS} && mkdir -p {TASKS}/inside && touch {TASKS}/inside/file",
        f"rm {TASKS} && ln -s /sdcard/nothing {TASKS}",
        f"mv /data/data /data/moved; ls {TASKS}",
        f"rm -rf {CALENDAR}; ln -s {CALENDAR} {CALENDAR}",
        "rm -rf /",
    ],
)
def test_odd_things_in_a_databases_place(device: Device, line: str) -> None:
    device.run(line)
    device.run("ls -lR /data; touch /sdcard/x")
    if "org.tasks" in line or "mv" in line or line == "rm -rf /data":
        assert device.phone.get(TODOS) == ()
    device.run(f"sqlite3 {TASKS} .tables; rm -rf {TASKS}")
    device.run("monkey -p org.tasks 1")
    assert device.phone.scene.nodes
    device.phone.put(TODOS, ())
    assert device.run("echo $((1 + 1))").stdout == b"2\n"


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(("rm -rf", "mkdir -p", "touch", "cp -a /sdcard", "mv /sdcard/Download", "ln -s /data")),
            st.sampled_from((TASKS, CALENDAR, EVENTS, "/data/data", "/data", "/sdcard", "/data/user/0", "/", SMS)),
        ),
        max_size=5,
    )
)  # fmt: skip
def test_no_lines_break_the_files(lines: list[tuple[str, str]]) -> None:
    device = Device(Phone())
    for command, path in lines:
        device.run(f"{command} {path}")
        files = device.files
        device.write_files(files.write("/probe", b"x", 0.0))
        assert device.files.read("/probe") == b"x"


# Tables ------------------------------------------------------------------------------------------------------------


def test_rows_come_without_a_file(device: Device) -> None:
    rows = storage.rows(device.phone, EVENTS, "events")
    assert [row["title"] for row in rows] == [row.title for row in device.phone.get(calendar_data.EVENTS)]
    assert storage.rows(device.phone, EVENTS, "events") is rows
    assert storage.rows(device.phone, EVENTS, "nothing") == storage.rows(device.phone, "/nowhere", "events") == ()
    assert storage.tables(TASKS)["tasks"][:2] == ("_id", "title") and storage.tables("/nowhere") == {}


def test_contacts_and_their_file_follow_each_other(device: Device) -> None:
    path = "/data/data/com.android.providers.contacts/databases/contacts2.db"
    rows, new = contacts_data.add(device.phone.get(CONTACTS), "Ada Holm", "555-0111")
    device.phone.put(CONTACTS, rows)
    assert any(row["data1"] == "Ada Holm" for row in storage.rows(device.phone, path, "data"))
    device.run(f"sqlite3 {path} \"UPDATE data SET data1 = 'Ada Berg' WHERE data1 = 'Ada Holm'\"")
    assert {row.id: row.name for row in device.phone.get(CONTACTS)}[new] == "Ada Berg"
    device.run(f"sqlite3 {path} 'UPDATE raw_contacts SET deleted = 1 WHERE _id = {new}'")
    assert device.phone.get(CONTACTS) == rows[:-1]
