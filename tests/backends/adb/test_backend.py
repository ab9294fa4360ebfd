from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.backends.adb import AdbBackend
from crab_gym.backends.adb import backend as backend_module
from crab_gym.backends.base import DeviceError, InvalidAction, SnapshotUnsupported
from crab_gym.backends.sim import SimBackend
from crab_gym.backends.specs import BackendSpec, make_backend, parse_backends
from crab_sim.adbd.hosting import PhoneServer
from tests.backends.adb._plain import plain, served

SIZE = (360, 800)


def backend_of(server: PhoneServer, size: tuple[int, int] = SIZE, **options: Any) -> AdbBackend:
    return AdbBackend("android", size, serial=server.serials[0], **options)


@pytest.fixture
def backend(server: PhoneServer) -> Iterator[AdbBackend]:
    made = backend_of(server)
    made.reset(3)
    yield made
    made.close()


def element(backend: AdbBackend | SimBackend, text: str) -> tuple[int, int]:
    return next(found.center for found in backend.elements() if text in (found.text, found.description))


# Options ------------------------------------------------------------------------------------------------------------


def test_specs() -> None:
    specs = parse_backends({"android": "adb:127.0.0.1:5555"}, ("ubuntu", "android"))
    assert specs["android"] == BackendSpec("adb", {"serial": "127.0.0.1:5555"})
    assert specs["ubuntu"].kind == "sim"
    assert isinstance(make_backend(specs["android"], "android", SIZE), AdbBackend)
    with pytest.raises(ValueError, match="can't play 'ubuntu'"):
        parse_backends({"ubuntu": "adb"}, ("ubuntu",))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seral": "x"}, "has no option seral"),
        ({"reset": "everything"}, "'home', 'clear' or 'snapshot:NAME'"),
        ({"reset": "snapshot:a;b"}, "'home', 'clear' or 'snapshot:NAME'"),
        ({"timeout": 0}, "seconds above 0"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        AdbBackend("android", SIZE, **options)


def test_nothing_is_touched_before_the_first_reset(server: PhoneServer) -> None:
    backend = backend_of(server)
    assert server.connected == 0
    with pytest.raises(DeviceError, match=r"reset\(\) connects"):
        backend.screenshot()
    backend.close()


# Like the simulator in-process --------------------------------------------------------------------------------------

ACTIONS: list[tuple[str, dict[str, Any]]] = [
    ("open_app_drawer", {}),
    ("write_text", {"text": "cont"}),
    ("press", {"key": "enter"}),
    ("swipe", {"x": 180, "y": 400, "direction": "down", "distance": "medium"}),
    ("tap", {"x": 120, "y": 300}),
    ("press", {"key": "back"}),
    ("open_app", {"name": "Messages"}),
    ("long_tap", {"x": 150, "y": 200}),
    ("press", {"key": "recents"}),
    ("press", {"key": "home"}),
    ("open_app", {"name": "Settings"}),
    ("tap", {"x": 180, "y": 130}),
    ("write_text", {"text": "Bright näss 100%s"}),
    ("drag", {"x1": 60, "y1": 300, "x2": 220, "y2": 300}),
]


def test_the_same_actions_lead_to_the_same_screens_and_states(backend: AdbBackend) -> None:
    sim = SimBackend("android", SIZE)
    sim.reset(3)
    for name, args in ACTIONS:
        for each in (sim, backend):
            each.execute(name, args)
            each.settle()
            each.advance(1.0)
        assert backend.elements() == sim.elements(), (name, args)
        assert np.array_equal(backend.screenshot(), sim.screenshot()), (name, args)
        assert backend.state.foreground().app == sim.state.foreground().app


QUERIES = ("contacts", "messages", "calls", "calendar", "media", "todos", "clipboard", "packages", "processes")


def test_a_file_may_have_been_changed_before(backend: AdbBackend) -> None:
    sim = SimBackend("android", SIZE)
    sim.reset(3)
    for each in (sim.setup, backend.setup):
        each.write_old_file("/sdcard/Download/new/old.txt", "hello", 7200.0)
        changed = each.run(["stat", "-c", "%Y", "/sdcard/Download/new/old.txt"])
        assert each.read_text("/sdcard/Download/new/old.txt") == "hello"
        assert int(changed.stdout) == int(each.now() - 7200)


def test_queries_answer_as_in_process(backend: AdbBackend) -> None:
    sim = SimBackend("android", SIZE)
    sim.reset(3)
    for each in (sim.setup, backend.setup):
        each.add_contact("Zoë, A=b", "555-0188", "zoe@example.org")
        each.add_message("555-0188", "one, body=two\nRow: 3 _id=9", age=30)
        each.add_message("555-0188", "sent", box="sent", age=20)
        each.add_message("555-0188, body=forged", "not forged", age=10)
        each.add_call("555-0188", "outgoing", age=100, duration=7)
        each.add_event("Tea, title=x", 1_792_000_000.0, 1_792_003_600.0, "Room 1", "notes")
        each.add_todo("Buy 'stamps'", "two of each")
        each.add_todo("Done", done=True)
        each.add_todo("Before all others", first=True)
        each.set_clipboard('a "quoted" $(text)\nüber')
        each.write_file("/sdcard/Download/ü b.txt", "hello")
        each.make_dir("/sdcard/Download/new")
        each.set_setting("global", "airplane_mode_on", "1")
        each.set_setting("secure", "ui_night_mode", "2")
        each.set_setting("system", "screen_brightness", "17")
    for query in QUERIES:
        assert getattr(backend.state, query)() == getattr(sim.state, query)(), query
    for each in (sim.setup, backend.setup):
        each.remove_contact(each.contacts()[0].id)
        each.remove_event(each.calendar()[0].id)
        each.remove("/sdcard/Download/new")
        each.remove("/sdcard/nowhere")
    for path in ("/sdcard/Download", "/sdcard/Download/ü b.txt", "/nowhere", "/data/data/org.tasks/databases"):
        for query in ("exists", "is_dir", "read_text", "list_dir"):
            assert getattr(backend.state, query)(path) == getattr(sim.state, query)(path), (query, path)
    for namespace, key in (("secure", "ui_night_mode"), ("global", "wifi_on"), ("system", "nothing")):
        assert backend.state.setting(namespace, key) == sim.state.setting(namespace, key)
    path = "/data/data/com.simplemobiletools.calendar.pro/databases/events.db"
    assert backend.state.table(path, "events") == sim.state.table(path, "events")
    assert backend.state.run(["echo", "a  b", "$HOME"]) == sim.state.run(["echo", "a  b", "$HOME"])
    assert backend.setup.now() == int(sim.setup.now())


def test_texts_that_look_like_complaints_are_none(backend: AdbBackend) -> None:
    for event in backend.state.calendar():
        backend.setup.remove_event(event.id)
    backend.setup.add_event("Exception: lunch", 1_792_000_000.0, 1_792_003_600.0, "Error")
    [event] = backend.state.calendar()
    assert (event.title, event.location) == ("Exception: lunch", "Error")
    for text in ("Error", "Exception occurred while executing 'get'"):
        backend.setup.set_setting("secure", "bluetooth_name", text)
        assert backend.state.setting("secure", "bluetooth_name") == text
        backend.setup.set_clipboard(text)
        assert backend.state.clipboard() == text
    for what in ("content://nothing", "content://sms/x"):
        with pytest.raises(DeviceError, match="content"):
            backend.state.query(what, "body")


def test_tables_are_replaced(backend: AdbBackend) -> None:
    path = "/data/data/com.arduia.expense/databases/accounting.db"
    rows = backend.state.table(path, "expense")[:2]
    assert len(rows) == 2
    backend.setup.set_table(path, "expense", rows)
    assert backend.state.table(path, "expense") == rows
    backend.setup.clear_todos()
    assert backend.state.todos() == ()
    with pytest.raises(DeviceError, match="no database"):
        backend.setup.set_table("/data/data/nothing.db", "t", [])


@pytest.mark.parametrize("name", ["android.quiet_night", "cross.dark_mode_from_todo"])
def test_an_episode_has_the_same_rewards(name: str) -> None:
    from crab_gym.policies import OraclePolicy
    from crab_gym.rollout import run_episode

    records = []
    for kind in ("sim", "adb:simulated"):
        env = gym.make(f"Crab-v0/{name}", backend={"android": kind}, screens=False)
        records.append(run_episode(env, OraclePolicy(env), seed=5))
        env.close()
    assert records[0].success and not records[1].error
    assert [step.reward for step in records[1].steps] == [step.reward for step in records[0].steps]
    assert [step.action for step in records[1].steps] == [step.action for step in records[0].steps]


def test_states_are_saved_and_brought_back(backend: AdbBackend) -> None:
    before, screen = backend.fingerprint(), backend.screenshot()
    handle = backend.snapshot()
    backend.execute("open_app", {"name": "Clock"})
    assert backend.fingerprint() != before
    for _ in range(2):
        backend.restore(handle)
        assert backend.fingerprint() == before
        assert np.array_equal(backend.screenshot(), screen)


def test_a_reset_boots_the_seed_in_the_configured_size(server: PhoneServer) -> None:
    backend = backend_of(server, (300, 600))
    backend.reset(8)
    sim = SimBackend("android", (300, 600))
    sim.reset(8)
    assert np.array_equal(backend.screenshot(), sim.screenshot())
    backend.close()


# As on a phone that isn't the simulated one -------------------------------------------------------------------------


def test_a_real_phone_is_scaled_and_touched_where_it_is_seen() -> None:
    with served([plain(2, (720, 1500))]) as server:
        backend = backend_of(server)
        backend.reset(0)
        assert not backend.simulated
        assert backend.real_time
        screen = backend.screenshot()
        assert screen.shape == (800, 360, 3)
        backend.execute("open_app", {"name": "Settings"})
        backend.settle()
        x, y = element(backend, "Display")
        backend.execute("tap", {"x": x, "y": y})
        backend.settle()
        element(backend, "Dark theme")
        with pytest.raises(SnapshotUnsupported):
            backend.snapshot()
        backend.advance(1.0)
        backend.close()


def test_settling_waits_for_two_equal_screens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend_module, "_SETTLE_SECONDS", math.inf)  # however slow the host is
    device = plain(2)
    with served([device]) as server, closing(backend_of(server)) as backend:
        backend.reset(0)
        device.flicker = 3
        backend.settle()
        assert device.flicker == 0


def test_a_reset_goes_home_and_leaves_data_alone_unless_told_otherwise() -> None:
    with served([plain(2)]) as server:
        for reset, kept in (("home", True), ("clear", False)):
            backend = backend_of(server, reset=reset)
            backend.reset(0)
            backend.setup.add_todo("Mine")
            backend.execute("open_app", {"name": "Tasks"})
            backend.reset(0)
            assert backend.state.foreground().app == "launcher"
            assert bool(backend.state.todos()) is kept
            backend.close()


def test_a_phone_without_the_keyboard_app_types_ascii_only() -> None:
    device = plain(2)
    device.unicode = False
    with served([device]) as server:
        backend = backend_of(server)
        backend.reset(0)
        with pytest.raises(InvalidAction, match="ADBKeyBoard"):
            backend.execute("write_text", {"text": "ü"})
        backend.execute("open_app_drawer", {})
        backend.execute("write_text", {"text": "clock"})
        backend.execute("press", {"key": "enter"})
        assert backend.state.foreground().app == "clock"
        backend.close()


PAGE = "/data/data/com.google.androidenv.miniwob/databases/page.db"


def test_an_app_without_an_icon_opens_by_name_and_is_forgotten_by_a_reset(backend: AdbBackend) -> None:
    page = [{"_id": 1, "content": '{"says": "Do it.", "items": [], "values": {}}'}]
    backend.setup.set_table(PAGE, "page", page)
    backend.execute("open_app", {"name": "MiniWoB"})
    assert backend.state.foreground().app == "miniwob"
    backend.reset(1)
    assert list(backend.state.table(PAGE, "page")) == []


def test_an_unknown_app_is_an_invalid_action(backend: AdbBackend) -> None:
    before = backend.fingerprint()
    with pytest.raises(InvalidAction, match="Did you mean 'Calendar'"):
        backend.execute("open_app", {"name": "Calender"})
    for name in ("android", "com.android.systemui", "com.android.launcher3"):  # installed, but nothing to open
        with pytest.raises(InvalidAction, match="no app named"):
            backend.execute("open_app", {"name": name})
    assert backend.fingerprint() == before
