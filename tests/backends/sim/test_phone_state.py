"""The simulated phone's state for evaluators and setups: all queries, all changes, and their errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from crab_gym.backends.base import Call, CommandResult, Event, Media
from crab_gym.backends.sim import SimBackend

SDCARD = "/storage/emulated/0"
TASKS = "/data/data/org.tasks/databases/database"
EVENTS = "/data/data/com.simplemobiletools.calendar.pro/databases/events.db"


@pytest.fixture
def phone() -> SimBackend:
    backend = SimBackend("android", (360, 800))
    backend.reset(1)
    return backend


def shown(phone: SimBackend) -> str:
    return " ".join(f"{element.text} {element.description}" for element in phone.elements())


def test_calls(phone: SimBackend) -> None:
    setup, state = phone.setup, phone.state
    now = setup.now()
    assert now == phone.machine.now
    new = setup.add_call("+1 555 0100", "outgoing", age=30, duration=12)
    assert state.calls()[-1] == Call(new, "+1 555 0100", "outgoing", now - 30, 12.0)
    missed = setup.add_call("+1 555 0101")
    assert state.calls()[-1] == Call(missed, "+1 555 0101", "missed", now - 60, 0.0)
    assert [call.id for call in state.calls()] == sorted({call.id for call in state.calls()})
    phone.execute("open_app", {"name": "phone"})
    assert "555 0101" in shown(phone)


def test_the_calendar(phone: SimBackend) -> None:
    setup, state = phone.setup, phone.state
    start = phone.machine.now // 86_400 * 86_400 + 43_200
    new = setup.add_event("Oboe lesson", start, start + 3600, "Room 5", "Bring reeds")
    assert state.calendar()[-1] == Event(new, "Oboe lesson", start, start + 3600, "Room 5", "Bring reeds")
    assert any(event.repeat for event in state.calendar()) and any(event.all_day for event in state.calendar())
    phone.execute("open_app", {"name": "calendar"})
    assert "Oboe lesson" in shown(phone)
    setup.remove_event(new)
    setup.remove_event(new)
    assert new not in [event.id for event in state.calendar()] and "Oboe lesson" not in shown(phone)


def test_media(phone: SimBackend) -> None:
    setup, state = phone.setup, phone.state
    now = int(phone.machine.now)
    for name in ("a.jpg", "b.MP4", "c.mp3", "d.txt", ".hidden.jpg"):
        setup.write_file(f"/sdcard/Test/{name}", b"1234")
    found = [media for media in state.media() if media.path.startswith(f"{SDCARD}/Test/")]
    assert found == [
        Media(f"{SDCARD}/Test/{name}", kind, float(now), 4)
        for name, kind in (("a.jpg", "image"), ("b.MP4", "video"), ("c.mp3", "audio"))
    ]
    assert state.media() == tuple(sorted(state.media()))
    setup.remove("/sdcard/Test")
    assert not [media for media in state.media() if "/Test/" in media.path]


def test_tables(phone: SimBackend) -> None:
    setup, state = phone.setup, phone.state
    assert [row["title"] for row in state.table(TASKS, "tasks")] == [todo.title for todo in state.todos()]
    assert state.table(TASKS, "nothing") == state.table("/data/nothing.db", "tasks") == ()
    titles = ["First", "Second", "Third"]
    given: list[dict[str, Any]] = [{"title": title, "notes": "soon"} for title in titles]
    given[0]["_id"], given[1]["_id"] = 1, 9
    setup.set_table(TASKS, "tasks", given[:2])
    assert [(todo.id, todo.title) for todo in state.todos()] == [(1, "First"), (9, "Second")]
    assert [row["_id"] for row in state.table(TASKS, "tasks")] == [1, 9]
    phone.execute("open_app", {"name": "tasks"})
    assert "First" in shown(phone) and "Second" in shown(phone)
    setup.set_table(TASKS, "tasks", [])
    assert state.todos() == () and "First" not in shown(phone)
    setup.set_table(TASKS, "tasks", given[2:])
    assert [todo.title for todo in state.todos()] == ["Third"]
    rows = [{**row, "title": "Changed"} for row in state.table(EVENTS, "events")]
    setup.set_table(EVENTS, "events", rows)
    assert {event.title for event in state.calendar()} == {"Changed"} and len(state.calendar()) == len(rows)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda setup: setup.add_call("1", "lost"), "of kind 'lost': expected one of incoming, outgoing, missed"),
        (lambda setup: setup.add_message("1", "a", "trash"), "in the box 'trash': expected one of inbox, sent"),
        (lambda setup: setup.add_event("a", 9.0, 8.0), "from 9.0 to 8.0: expected an end that isn't before the start"),
        (lambda setup: setup.set_table("/data/data/org.task/databases/database", "tasks", []),
         f"no app keeps a database '/data/data/org.task/databases/database'; there are: {TASKS}"),
        (lambda setup: setup.set_table(TASKS, "todos", []), "has no table 'todos': expected one of .*tasks"),
        (lambda setup: setup.set_table(TASKS, "tasks", [{"name": 1}]), "no column 'name': expected one of _id, title"),
        (lambda setup: setup.set_table(TASKS, "tasks", [{"_id": 1}, {"_id": 1}]), "the rows don't fit"),
        (lambda setup: setup.set_table(EVENTS, "events", [{"title": "a"}]), "the rows don't fit"),
        (lambda setup: setup.write_file("/sdcard/Download", "x"), "can't change its files: .*Is a directory"),
    ],
)  # fmt: skip
def test_mistakes_are_told_and_change_nothing(phone: SimBackend, change: Callable[[Any], Any], said: str) -> None:
    before = phone.fingerprint()
    with pytest.raises(ValueError, match=said):
        change(phone.setup)
    assert phone.fingerprint() == before


def test_files_and_databases_are_read_in_one_tree(phone: SimBackend) -> None:
    setup, state = phone.setup, phone.state
    contacts, todos = state.contacts(), state.todos()
    setup.write_file("/sdcard/Documents/a.txt", "hello")
    setup.write_file("/data/local/tmp/b.txt", "there")
    assert (state.contacts(), state.todos()) == (contacts, todos)
    assert state.read_text(f"{SDCARD}/Documents/a.txt") == "hello"
    assert state.read_text("/data/local/tmp/b.txt") == "there"
    assert state.read_text("/sdcard/../../../data/local/tmp/b.txt") == "there"
    for path in (TASKS, TASKS.replace("/data/data", "/data/user/0"), f"/sdcard/../../..{TASKS}"):
        assert state.exists(path) and not state.is_dir(path)
        assert (state.read_file(path) or b"").startswith(b"SQLite format 3\0")
    assert state.list_dir("/data/data/org.tasks/databases") == ("database",)
    assert "org.tasks" in state.list_dir("/data/data") and "Documents" in state.list_dir("/sdcard")
    saved = state.read_file(TASKS)
    setup.remove("/data/data/org.tasks")
    assert state.todos() == () and not state.exists(TASKS) and state.read_file(TASKS) is None
    assert saved is not None
    setup.write_file(TASKS, saved)
    assert state.todos() == todos and state.contacts() == contacts
    setup.make_dir("/data/local/tmp/x/y")
    assert state.is_dir("/data/local/tmp/x/y")


def test_commands_read_and_what_they_write_is_dropped(phone: SimBackend) -> None:
    run, before = phone.state.run, phone.fingerprint()
    assert run(["getprop", "ro.product.model"]) == CommandResult(0, "Crab Phone\n", "")
    assert run(["echo", "$(rm -r /); `x` > y"]).stdout == "$(rm -r /); `x` > y\n"
    assert run(["sqlite3", TASKS, "SELECT count(*) FROM tasks"]).stdout == f"{len(phone.state.todos())}\n"
    for line in (
        ["rm", "-r", "/sdcard/Documents", TASKS], ["settings", "put", "system", "screen_brightness", "9"],
        ["input", "keyevent", "KEYCODE_APP_SWITCH"], ["content", "delete", "--uri", "content://sms"],
        ["am", "start", "-n", "org.tasks/.MainActivity"], ["pm", "clear", "com.android.providers.contacts"],
    ):  # fmt: skip
        assert run(line).returncode == 0
    assert run(["nonesuch"]).returncode == 127
    assert phone.fingerprint() == before


def test_answers_are_made_again_only_after_a_change(phone: SimBackend) -> None:
    state = phone.state
    queries: list[Callable[[], Any]] = [
        state.calls, state.calendar, state.media, state.contacts, state.messages, state.todos,
        lambda: state.table(TASKS, "tasks"), lambda: state.read_file(TASKS),
    ]  # fmt: skip
    first = [query() for query in queries]
    phone.execute("open_app_drawer", {})
    assert all(query() is answer for query, answer in zip(queries, first, strict=True))
    phone.setup.add_todo("One more")
    assert queries[5]() is not first[5] and queries[6]() is not first[6] and queries[0]() is first[0]
    handle = phone.snapshot()
    phone.setup.clear_todos()
    assert state.table(TASKS, "tasks") == ()
    phone.restore(handle)
    assert state.table(TASKS, "tasks")[-1]["title"] == "One more"


def test_aeroplane_mode_takes_the_radios_along(phone: SimBackend) -> None:
    phone.setup.set_setting("global", "airplane_mode_on", "1")
    assert phone.state.setting("global", "wifi_on") == "0"
    phone.setup.set_setting("global", "airplane_mode_on", "0")
    assert phone.state.setting("global", "wifi_on") == "1"
