"""Content providers and settings: output for clients' parsers, and one state with the apps."""

from __future__ import annotations

import re

import pytest

from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.phone.apps.calendar.data import EVENTS, EventRow
from crab_sim.phone.apps.contacts.data import CONTACTS, ContactRow
from crab_sim.phone.apps.messages.data import MESSAGES, MessageRow
from crab_sim.phone.apps.phone.data import CALLS, CallRow
from crab_sim.phone.system.settings_store import SETTINGS

NOW = 1_697_389_456.0


@pytest.fixture
def device() -> Device:
    """A phone whose content is small and known."""
    phone = Phone()
    phone.set_drawn(False)
    phone.boot(0)
    phone.slices["time"] = NOW
    phone.put(CONTACTS, (
        ContactRow(1, "Ada Holm", "+15550101", "ada@example.org", True), ContactRow(3, "Bo", "", "bo@example.com"),
        ContactRow(4, "", "555-0104"),
    ))  # fmt: skip
    phone.put(MESSAGES, (
        MessageRow(1, "+15550101", "Hi, a=b, are you in?", NOW - 60, "inbox", False),
        MessageRow(2, "+15550101", "Yes", NOW - 30, "sent"), MessageRow(3, "5550199", "Spam", NOW - 90, "inbox"),
    ))  # fmt: skip
    phone.put(CALLS, (CallRow(1, "+15550101", "missed", NOW - 500), CallRow(2, "5550199", "outgoing", NOW, 61)))
    phone.put(EVENTS, (
        EventRow(1, "Stand-up", int(NOW), int(NOW) + 900, "Room 1", "daily", repeat_interval=86_400),
        EventRow(2, "Trip", 1_697_414_400, 1_697_500_800, all_day=True),
    ))  # fmt: skip
    return Device(phone)


def content(device: Device, line: str, status: int = 0) -> str:
    output = device.run(f"content {line}")
    assert output.status == status, output
    return output.terminal.decode()


MESSAGE = (
    "_id=1, thread_id=1, address=+15550101, person=NULL, date=1697389396000, date_sent=1697389396000, protocol=0, "
    "read=0, status=-1, type=1, reply_path_present=NULL, subject=NULL, body=Hi, a=b, are you in?, "
    "service_center=NULL, locked=0, sub_id=1, error_code=0, creator=com.google.android.apps.messaging, seen=0"
)
QUERIES = [
    ("sms/inbox", f"Row: 0 {MESSAGE}\nRow: 1 _id=3, thread_id=2, address=5550199, .*, body=Spam, .*\n"),
    ("sms/1", f"Row: 0 {MESSAGE}\n"),
    ("sms/sent --projection address:body", "Row: 0 address=+15550101, body=Yes\n"),
    ("sms/draft", "No result found.\n"),
    ("sms --projection _id", "Row: 0 _id=2\nRow: 1 _id=1\nRow: 2 _id=3\n"),
    ("sms --projection _id --sort 'date ASC'", "Row: 0 _id=3\nRow: 1 _id=1\nRow: 2 _id=2\n"),
    ("sms --projection _id --where \"body = 'Yes'\"", "Row: 0 _id=2\n"),
    ("sms/conversations --projection thread_id:msg_count:snippet",
     "Row: 0 thread_id=1, msg_count=2, snippet=Yes\nRow: 1 thread_id=2, msg_count=1, snippet=Spam\n"),
    ("mms-sms/conversations --projection recipient_ids:read",
     "Row: 0 recipient_ids=1, read=0\nRow: 1 recipient_ids=2, read=1\n"),
    ("contacts/phones/ --projection display_name:number",
     "Row: 0 display_name=555-0104, number=555-0104\nRow: 1 display_name=Ada Holm, number=+15550101\n"),
    ("com.android.contacts/contacts --projection _id:display_name:starred",
     "Row: 0 _id=1, display_name=Ada Holm, starred=1\nRow: 1 _id=3, display_name=Bo, starred=0\n"
     "Row: 2 _id=4, display_name=555-0104, starred=0\n"),
    ("com.android.contacts/raw_contacts --projection _id:deleted",
     "Row: 0 _id=1, deleted=0\nRow: 1 _id=3, deleted=0\nRow: 2 _id=4, deleted=0\n"),
    ("com.android.contacts/data --where raw_contact_id=1 --projection mimetype:data1",
     "Row: 0 mimetype=vnd.android.cursor.item/name, data1=Ada Holm\n"
     "Row: 1 mimetype=vnd.android.cursor.item/phone_v2, data1=+15550101\n"
     "Row: 2 mimetype=vnd.android.cursor.item/email_v2, data1=ada@example.org\n"),
    ("com.android.contacts/data/emails --projection display_name:data1",
     "Row: 0 display_name=Ada Holm, data1=ada@example.org\nRow: 1 display_name=Bo, data1=bo@example.com\n"),
    ("call_log/calls --projection number:type:duration:name",
     "Row: 0 number=5550199, type=2, duration=61, name=NULL\n"
     "Row: 1 number=+15550101, type=3, duration=0, name=Ada Holm\n"),
    ("com.android.calendar/calendars --projection _id:account_type", "Row: 0 _id=1, account_type=LOCAL\n"),
    ("com.android.calendar/events --projection title:dtstart:dtend:duration:rrule:allDay",
     "Row: 0 title=Stand-up, dtstart=1697389456000, dtend=NULL, duration=P900S, rrule=FREQ=DAILY, allDay=0\n"
     "Row: 1 title=Trip, dtstart=1697414400000, dtend=1697500800000, duration=NULL, rrule=NULL, allDay=1\n"),
    ("com.android.calendar/instances/when/1697389000000/1697480000000 --projection event_id:begin",
     "Row: 0 event_id=1, begin=1697389456000\nRow: 1 event_id=2, begin=1697414400000\n"
     "Row: 2 event_id=1, begin=1697475856000\n"),
    ("user_dictionary/words", "No result found.\n"),
    ("settings/system/time_12_24", "Row: 0 _id=.*, name=time_12_24, value=24\n"),
]  # fmt: skip


@pytest.mark.parametrize(("query", "expected"), QUERIES, ids=[query for query, _ in QUERIES])
def test_rows_are_printed_as_clients_parse_them(device: Device, query: str, expected: str) -> None:
    pattern = re.escape(expected).replace(r"\.\*", ".*")
    assert re.fullmatch(pattern, content(device, f"query --uri content://{query}"))


def test_a_clients_parser_finds_commas_in_texts(device: Device) -> None:
    text = content(device, "query --uri content://sms/inbox")
    rows = [dict(re.findall(r"(\w+)=(.*?)(?=, \w+=|$)", row)) for row in text.strip().split("\nRow:")]
    assert rows[0]["date"] == "1697389396000" and rows[1]["body"] == "Spam"


def test_media_and_downloads_are_the_files(device: Device) -> None:
    device.run("echo x > /sdcard/Download/a.txt; echo x > /sdcard/Pictures/b.png; echo x > /sdcard/Music/c.mp3")
    device.run("mkdir -p /sdcard/Movies/.trash; touch /sdcard/Movies/d.mp4 /sdcard/Movies/.trash/e.mp4")
    for kind, name, found in (
        ("downloads", "a.txt", True), ("images/media", "b.png", True), ("audio/media", "c.mp3", True),
        ("video/media", "d.mp4", True), ("video/media", "e.mp4", False), ("images/media", "a.txt", False),
        ("file", "a.txt", True),
    ):  # fmt: skip
        rows = content(device, f"query --uri content://media/external/{kind} --projection _data")
        assert (f"/{name}\n" in rows) == found, (kind, name)
    uri = "content://media/external/images/media"
    number = re.search(r"_id=(\d+)", content(device, f"query --uri {uri} --where \"_display_name = 'b.png'\""))
    assert number is not None
    device.run("echo x > /sdcard/Pictures/a.png; rm /sdcard/Music/c.mp3")
    assert content(device, f"delete --uri {uri}/{number[1]}") == ""
    assert not device.phone.files.exists("/sdcard/Pictures/b.png")
    assert device.phone.files.exists("/sdcard/Pictures/a.png")
    assert content(device, "delete --uri content://media/external/downloads") == ""
    assert device.phone.files.list("/sdcard/Download") == ()


def test_a_contact_is_made_as_clients_make_one(device: Device) -> None:
    uri = "content://com.android.contacts"
    content(device, f"insert --uri {uri}/raw_contacts --bind account_type:n: --bind account_name:n:")
    new = content(device, f"query --uri {uri}/raw_contacts --projection _id --sort '_id DESC'").split("\n")[0]
    raw = new.removeprefix("Row: 0 _id=")
    for kind, value in (("name", "Eva Stone"), ("phone_v2", "555-0142"), ("email_v2", "eva@example.net")):
        bind = f"--bind raw_contact_id:i:{raw} --bind mimetype:s:vnd.android.cursor.item/{kind}"
        assert content(device, f"insert --uri {uri}/data {bind} --bind data1:s:'{value}'") == ""
    assert device.phone.get(CONTACTS)[-1] == ContactRow(int(raw), "Eva Stone", "555-0142", "eva@example.net")
    phone = "mimetype='vnd.android.cursor.item/phone_v2'"
    content(device, f'update --uri {uri}/data --bind data1:s:555-0143 --where "raw_contact_id={raw} AND {phone}"')
    assert device.phone.get(CONTACTS)[-1].phone == "555-0143"
    content(device, f'delete --uri {uri}/data --where "{phone} AND raw_contact_id={raw}"')
    assert device.phone.get(CONTACTS)[-1].phone == "" and device.phone.get(CONTACTS)[0].phone == "+15550101"
    content(device, f"delete --uri {uri}/raw_contacts/{raw}")
    assert [row.id for row in device.phone.get(CONTACTS)] == [1, 3, 4]
    parts = "--bind mimetype:s:vnd.android.cursor.item/name --bind data2:s:Cy --bind data3:s:Dahl"
    content(device, f"insert --uri {uri}/data --bind raw_contact_id:i:4 {parts}")
    assert device.phone.get(CONTACTS)[-1].name == "Cy Dahl"


def test_the_label_of_a_number_is_data2(device: Device) -> None:
    data, phones = "content://com.android.contacts/data", "content://contacts/phones --projection data2:number"
    number = "mimetype='vnd.android.cursor.item/phone_v2' AND raw_contact_id=1"
    assert "data2=2, number=+15550101" in content(device, f"query --uri {phones}")
    content(device, f'update --uri {data} --bind data2:i:3 --where "{number}"')
    assert "data2=3, number=+15550101" in content(device, f"query --uri {phones}")
    assert device.phone.get(CONTACTS)[0].phone_type == 3 and device.phone.get(CONTACTS)[0].phone == "+15550101"
    content(device, f'update --uri {data} --bind data2:s:nonsense --where "{number}"')
    assert device.phone.get(CONTACTS)[0].phone_type == 2
    database = "/data/data/com.android.providers.contacts/databases/contacts2.db"
    device.run(f"sqlite3 {database} \"UPDATE data SET data2 = '1' WHERE mimetype_id = 2 AND raw_contact_id = 1\"")
    assert device.phone.get(CONTACTS)[0].phone_type == 1


def test_messages_calls_and_events_are_inserted_changed_and_deleted(device: Device) -> None:
    phone = device.phone
    content(device, "insert --uri content://sms/sent --bind address:s:555-0110 --bind body:s:'a: b, c=d'")
    assert phone.get(MESSAGES)[-1] == MessageRow(4, "555-0110", "a: b, c=d", NOW, "sent")
    content(device, "insert --uri content://sms --bind address:s:1 --bind body:s:x --bind type:i:1 --bind date:l:5000")
    assert phone.get(MESSAGES)[-1] == MessageRow(5, "1", "x", 5.0, "inbox", False)
    content(device, "update --uri content://sms --where _id=1 --bind read:i:1")
    assert phone.get(MESSAGES)[0].read
    content(device, "delete --uri content://sms/inbox")
    assert [row.id for row in phone.get(MESSAGES)] == [2, 4]
    content(device, "insert --uri content://call_log/calls --bind number:s:555 --bind type:i:3 --bind date:l:7000")
    assert phone.get(CALLS)[-1] == CallRow(3, "555", "missed", 7.0)
    assert content(device, "delete --uri content://call_log/calls") == "" and phone.get(CALLS) == ()
    event = "--bind calendar_id:i:1 --bind title:s:Lunch --bind dtstart:l:3600000 --bind dtend:l:7200000"
    content(device, f"insert --uri content://com.android.calendar/events {event} --bind eventTimezone:s:UTC")
    assert phone.get(EVENTS)[-1] == EventRow(3, "Lunch", 3600, 7200)
    content(device, "update --uri content://com.android.calendar/events/3 --bind title:s:Dinner")
    assert phone.get(EVENTS)[-1].title == "Dinner"
    content(device, "delete --uri content://com.android.calendar/events/3")
    assert [row.id for row in phone.get(EVENTS)] == [1, 2]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("query", r"\[ERROR\] Content provider URI not specified\..*"),
        ("query --uri", r"\[ERROR\] --uri requires an argument.*"),
        ("query --uri content://sms --nope x", r"\[ERROR\] Unsupported argument: --nope.*"),
        ("insert --uri content://sms --bind a:z:1", r"\[ERROR\] Binding not well formed: a:z:1.*"),
        ("insert --uri content://sms --bind a:i:x", r'\[ERROR\] For input string: "x".*'),
        ("dance --uri content://sms", r"\[ERROR\] Unsupported operation: dance.*"),
        ("query --uri content://nope/x", r".*Could not find provider: nope\n"),
        ("query --uri file:///x", r".*Could not find provider: .*"),
        ("query --uri content://sms --where 'bad sql'", r".*SQLiteException: near .*"),
        ("query --uri content://sms --projection nope", r".*SQLiteException: no such column: nope\n"),
        ("insert --uri content://com.android.contacts/data --bind raw_contact_id:i:99", r".*raw contact 99 .*"),
        ("insert --uri content://sms --bind type:i:77", r".*expected 1 \(inbox\), 2 \(sent\) or 5 \(failed\)\n"),
        ("insert --uri content://call_log/calls", r".*expected 1 \(incoming\), 2 \(outgoing\) or 3 \(missed\)\n"),
        ("insert --uri content://com.android.calendar/events", r".*DTSTART cannot be empty.*"),
        ("insert --uri content://user_dictionary/words", r".*takes no rows\n"),
        ("delete --uri content://sms/conversations", r".*can't be deleted\n"),
        ("update --uri content://call_log/calls --bind number:s:1", r".*can't be changed\n"),
    ],
)
def test_mistakes_are_told(device: Device, line: str, said: str) -> None:
    before = device.phone.fingerprint()
    assert re.fullmatch(said, content(device, line, 1), re.DOTALL)
    assert device.phone.fingerprint() == before


def test_times_out_of_this_world(device: Device) -> None:
    content(device, "insert --uri content://sms/inbox --bind address:s:1 --bind body:s:x --bind date:l:9" + 30 * "9")
    content(device, "insert --uri content://com.android.calendar/events --bind dtstart:l:" + 30 * "9")
    query = "query --uri content://com.android.calendar/instances/when/0/9999999999999999 --projection event_id"
    assert len(content(device, query).splitlines()) < 10_000
    for app in ("messages", "calendar"):
        device.phone.launch(app)
        assert device.phone.scene.nodes


# Settings ----------------------------------------------------------------------------------------------------------


def test_settings_are_got_put_listed_and_deleted(device: Device) -> None:
    def run(line: str) -> str:
        return device.run(f"settings {line}").terminal.decode()

    assert run("get system nothing") == "null\n" and run("get global wifi_on") == "1\n"
    assert run("put system screen_brightness 33") == "" and run("get system screen_brightness") == "33\n"
    assert device.phone.get(SETTINGS)["system", "screen_brightness"] == "33"
    assert run("--user 0 put secure my_key 'two words'") == "" and run("get --user 0 SECURE my_key") == "two words\n"
    listed = run("list secure").splitlines()
    assert "my_key=two words" in listed and listed == sorted(listed)
    assert any(line.startswith("zen_duration=") for line in listed)
    assert run("delete secure my_key") == "Deleted 1 rows\n" and run("delete secure my_key") == "Deleted 0 rows\n"
    assert run("get nowhere x") == "Invalid namespace 'nowhere'\n"
    assert run("get system").startswith("Bad arguments\n") and run("sing").startswith("Invalid command: sing\n")
    assert run("").startswith("Settings provider (settings) commands:\n")
    uri = "content://settings/secure"
    content(device, f"insert --uri {uri} --bind name:s:k --bind value:s:1")
    content(device, f"update --uri {uri} --bind value:s:2 --where \"name='k'\"")
    assert content(device, f"query --uri {uri}/k --projection value") == "Row: 0 value=2\n"
    content(device, f"delete --uri {uri} --where \"name='k'\"")
    assert run("get secure k") == "null\n"
    assert int(run("get system screen_brightness")) == 33


def test_the_apps_follow(device: Device) -> None:
    device.run("settings put secure ui_night_mode 2")
    assert device.phone.theme.dark
    device.run("monkey -p com.google.android.apps.messaging 1")

    def shown() -> str:
        return " ".join(f"{node.text} {node.description}" for node in device.phone.scene.nodes)

    assert "Spam" in shown()
    device.run("content delete --uri content://sms")
    assert "Spam" not in shown()
