from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_sim.devices import gestures
from crab_sim.machine.machine import ActionRefused
from crab_sim.machine.slices import BOOTED, TIME, WINDOWS
from crab_sim.phone import Phone
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps import with_icon
from crab_sim.phone.apps.contacts.data import CONTACTS
from crab_sim.phone.apps.messages.data import MESSAGES
from crab_sim.phone.apps.tasks.data import TODOS
from crab_sim.phone.system import share
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.system.toasts import NO_TOAST, TOAST, Toast
from tests.simulator.phone._drive import (
    center,
    node,
    nodes,
    notify,
    phone,
    press,
    reader,
    scroll_to,
    setting,
    swipe,
    tap,
    write,
)

SIZES = [(280, 480), (360, 800), (600, 1000)]
APPS = [app.name for app in with_icon(Phone.apps)]
TEXTS = ["a", "Ada Holm", "555-0123", "\n", "x\ny", "é Ω Ж 漢 🦀", " ", "long " * 60, "\t", ""]
KEYS = ["home", "back", "recents", "enter", "delete", "backspace", "tab", "escape", "left", "a", "space", "f5", "end"]


def random_verb(rng: random.Random, machine: Phone) -> tuple[str, dict[str, Any]]:
    x, y = rng.randrange(machine.width), rng.randrange(machine.height)
    clickable = [n for n in machine.scene.nodes if n.message or n.long_message]
    if clickable and rng.random() < 0.7:
        left, top, right, bottom = rng.choice(clickable).bounds
        x, y = (left + right) // 2, (top + bottom) // 2
    name = rng.choices(
        ["tap", "long_tap", "swipe", "drag", "write_text", "press", "open_app", "open_app_drawer"],
        [10, 3, 2, 1, 3, 1.5, 1, 0.3],
    )[0]
    match name:
        case "swipe":
            direction = rng.choice(["up", "down", "left", "right"])
            return name, {"x": x, "y": y, "direction": direction, "distance": rng.choice(["short", "medium", "long"])}
        case "drag":
            return name, {"x1": x, "y1": y, "x2": rng.randrange(machine.width), "y2": rng.randrange(machine.height)}
        case "write_text":
            return name, {"text": rng.choice(TEXTS)}
        case "press":
            return name, {"key": rng.choice(KEYS)}
        case "open_app":
            return name, {"name": rng.choice(APPS)}
        case "open_app_drawer":
            return name, {}
    return name, {"x": x, "y": y}


def check_scene(machine: Phone) -> None:
    before = dict(machine.slices)
    scene = machine.scene
    assert machine.slices == before
    sheets = [n for n in scene.nodes if n.role == "list"]
    for n in scene.nodes:
        left, top, right, bottom = n.bounds
        assert 0 <= left < right <= machine.width and 0 <= top < bottom <= machine.height, n
        cut = any(top == s.bounds[1] or bottom == s.bounds[3] for s in sheets)
        if n.message is not None and not cut:
            least = 16 if n.role == "link" else 24  # a link is as high as its text
            assert right - left >= least and bottom - top >= least, n


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("seed", range(4))
def test_random_verbs_do_no_harm(width: int, height: int, seed: int) -> None:
    machine, twin = phone(seed, "", width, height), phone(seed, "", width, height)
    rng = random.Random(f"{width}:{seed}")
    for i in range(300):
        name, args = random_verb(rng, machine)
        if rng.random() < 0.3:
            check_scene(machine)
        machine.execute(name, args)
        twin.execute(name, args)
        if i % 60 == 0:
            before = machine.fingerprint()
            assert machine.scene.ops
            assert machine.fingerprint() == before == twin.fingerprint()
    assert machine.scene.ops == twin.scene.ops
    assert machine.scene.nodes == twin.scene.nodes


@pytest.mark.parametrize("seed", range(6))
def test_restore_is_exact_in_mid_flow(seed: int) -> None:
    machine = phone(seed, APPS[seed % len(APPS)])
    rng = random.Random(seed)
    for _ in range(60):
        machine.execute(*random_verb(rng, machine))
    handle, print_, ops = machine.snapshot(), machine.fingerprint(), list(machine.scene.ops)
    copy = machine.fork()
    state = rng.getstate()
    first = []
    for _ in range(40):
        machine.execute(*random_verb(rng, machine))
        first.append(machine.fingerprint())
    assert copy.fingerprint() == print_
    machine.restore(handle)
    assert (machine.fingerprint(), machine.scene.ops) == (print_, ops)
    rng.setstate(state)
    for expected in first:
        machine.execute(*random_verb(rng, machine))
        assert machine.fingerprint() == expected


def test_looking_at_every_app_is_no_change() -> None:
    machine = phone(5)
    before = machine.fingerprint()
    for app in APPS:
        machine.execute("open_app", {"name": app})
        assert machine.scene.nodes
    press(machine, "recents")
    tap(machine, "Clear all")
    assert machine.fingerprint() == before


def test_seeded_content_is_the_same_in_every_process() -> None:
    code = (
        "from crab_sim.machine import canonical; from crab_sim.phone import Phone; import hashlib; "
        "p = Phone(); p.boot(77);"
        "print(hashlib.sha256(canonical.encode([p.value(n) for n in sorted(p.seeders)])).hexdigest())"
    )
    prints = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": salt}, capture_output=True, text=True, check=True
        ).stdout
        for salt in ("1", "2")
    }
    assert len(prints) == 1


def test_home_drawer_and_recents() -> None:
    machine = phone()
    found: list[str] = []
    for _ in range(3):
        found += [n.text for n in nodes(machine, role="icon") if n.text]
        machine.execute("swipe", {"x": 180, "y": 400, "direction": "right", "distance": "long"})
    assert sorted(set(found)) == sorted(app.name for app in with_icon(Phone.apps))
    press(machine, "home")
    machine.execute("open_app_drawer", {})
    write(machine, "tas\n")
    assert machine.front is not None and machine.front.app == "tasks"
    press(machine, "home")
    tap(machine, "Messages")
    press(machine, "recents")
    assert [n.text for n in nodes(machine, description="Recent app")] == ["Messages", "Tasks"]
    tap(machine, "Tasks")
    assert machine.front is not None and machine.front.app == "tasks"
    press(machine, "back")
    assert machine.front is None


def test_an_app_comes_back_as_it_was_left() -> None:
    machine = phone(0, "Tasks")
    tap(machine, description="Add task")
    write(machine, "Half a th")
    press(machine, "home")
    machine.execute("open_app", {"name": "tasks"})
    assert node(machine, description="Title").text == "Half a th"


def test_unknown_app_is_refused_with_a_suggestion() -> None:
    machine = phone()
    before = machine.fingerprint()
    with pytest.raises(ActionRefused, match="Did you mean 'Messages'"):
        machine.execute("open_app", {"name": "Mesages"})
    assert machine.fingerprint() == before


@pytest.mark.parametrize("app", APPS)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_hostile_content_fits(app: str, width: int, height: int) -> None:
    machine = phone(1, "", width, height)
    wide = "W" * 300 + " " + "\u202eabc\x00\x1b[31m漢🦀" * 20
    machine.put(CONTACTS, tuple([row._replace(name=wide, phone=wide, email=wide) for row in machine.get(CONTACTS)]))
    machine.put(MESSAGES, tuple([row._replace(body=wide) for row in machine.get(MESSAGES)]))
    machine.put(TODOS, tuple([row._replace(title=wide, notes=wide) for row in machine.get(TODOS)]))
    machine.put(SETTINGS, {**machine.get(SETTINGS), ("secure", "bluetooth_name"): wide})
    machine.execute("open_app", {"name": app})
    check_scene(machine)
    machine.execute("tap", {"x": width // 2, "y": 170})
    check_scene(machine)


@pytest.mark.parametrize("value", ["", "-3", "abc", "999999", "1.5"])
def test_odd_setting_values_are_shown_all_the_same(value: str) -> None:
    machine = phone(0)
    machine.put(SETTINGS, {key: value for key in machine.get(SETTINGS)})
    for page in ("network", "devices", "sound", "display", "location", "battery", "time", "about"):
        machine.launch("settings", ("page", page))
        check_scene(machine)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 359), st.integers(0, 799), st.sampled_from(["up", "down", "left", "right"]),
    st.sampled_from(sorted(gestures.DISTANCES)), st.sampled_from(["", "Settings", "Contacts", "Messages"]),
)  # fmt: skip
def test_a_swipe_is_a_finger_on_the_same_path(x: int, y: int, direction: str, length: str, app: str) -> None:
    one, other = phone(1, app), phone(1, app)
    notify(one)
    notify(other)
    swipe(one, direction, length, x, y)
    start, end = gestures.swipe_path(x, y, direction, length, 360, 800)
    other.finger(*start, *end, 0.3)
    assert one.fingerprint() == other.fingerprint()


@pytest.mark.parametrize(("seconds", "gesture"), [(0.1, "tap"), (0.49, "tap"), (0.5, "long_tap"), (1.0, "long_tap")])
def test_a_finger_that_stays_taps(seconds: float, gesture: str) -> None:
    one, other = phone(0, "Contacts"), phone(0, "Contacts")
    at = center(nodes(one, role="list_item")[0])
    one.finger(at["x"], at["y"], at["x"] + 5, at["y"] - 5, seconds)
    other.execute(gesture, at)
    assert one.fingerprint() == other.fingerprint() != phone(0, "Contacts").fingerprint()


def test_a_finger_moves_a_slider() -> None:
    machine = phone(0)
    machine.launch("settings", ("page", "display"))
    at = center(node(machine, description="Brightness level", role="slider"))
    machine.finger(at["x"], at["y"], 359, at["y"], 0.3)
    assert setting(machine, "system", "screen_brightness") == "255"


def test_drag_selects_in_a_field_and_scrolls_elsewhere() -> None:
    machine = phone(0, "Settings")
    tap(machine, description="Search settings")
    write(machine, "Blue")
    field = node(machine, description="Search settings")
    machine.execute("drag", {"x1": 40, "y1": center(field)["y"], "x2": 300, "y2": center(field)["y"]})
    write(machine, "x")
    assert node(machine, description="Search settings").text == "x"
    press(machine, "home")
    machine.execute("drag", {"x1": 180, "y1": 500, "x2": 180, "y2": 100})
    assert nodes(machine, rid="apps_list_view")


def test_pagers_turn_sideways() -> None:
    machine = reader()
    at = center(node(machine, "pager"))
    swipe(machine, "right", "medium", **at)
    swipe(machine, "right", "medium", **at)
    swipe(machine, "left", "short", **at)
    assert node(machine, "Page 1")
    swipe(machine, "right", "medium", x=200, y=500)
    assert node(machine, "Page 11")
    swipe(machine, "down", "medium", x=200, y=500)
    assert machine.window("contacts").page.scroll == {"list": 240}


@pytest.mark.parametrize("seed", range(3))
def test_random_fingers_do_no_harm(seed: int) -> None:
    machine, twin = Phone(permission_dialogs=True), Phone(permission_dialogs=True)
    rng = random.Random(seed)
    for one in (machine, twin):
        one.boot(seed)
        notify(one)
    for _ in range(150):
        points = [rng.randrange(size) for size in (360, 800, 360, 800)]
        if rng.random() < 0.3:
            points[1] = 5
        for one in (machine, twin):
            one.finger(points[0], points[1], points[2], points[3], 0.3)
            one.advance(1.0)
        if rng.random() < 0.1:
            kind: share.Kind = rng.choice(("text", "image", "audio", "video", "file"))
            for one in (machine, twin):
                share.open_sheet(one, kind, "/storage/emulated/0/a.bin")
        assert machine.scene.nodes == twin.scene.nodes
    assert machine.fingerprint() == twin.fingerprint()


class _Bells(Phone):
    """A phone with an app that rings at given times and one that never gets done."""

    rung: list[float]
    asked = 0


def _bells(times: tuple[float, ...]) -> _Bells:
    def due(machine: Any) -> float | None:
        machine.asked += 1
        return min((when for when in machine.value("bells") if when not in machine.rung), default=None)

    def tick(machine: Any) -> None:
        machine.rung.append(machine.now)

    app = Phone.installed[0]._replace(due=due, tick=tick, timed=(TOAST,))
    stuck = PhoneApp(Phone.installed[1].spec, due=lambda machine: machine.get(BOOTED) + 5, tick=lambda machine: None)
    _Bells.installed = (app, stuck)
    _Bells.seeders = {**Phone.seeders, "bells": lambda rng, now: tuple(now + time for time in times)}
    machine = _Bells()
    machine.rung = []
    return machine


def test_what_is_due_happens_at_its_time() -> None:
    machine = _bells((3.0, 1.5, 60.0))
    start = machine.now
    machine.advance(1.0)
    assert machine.rung == []
    machine.advance(10.0)
    assert machine.rung == [start + 1.5, start + 3.0] and machine.now == start + 11
    asked = machine.asked
    for _ in range(20):
        machine.advance(1.0)
    assert machine.asked == asked
    machine.put(TOAST, Toast("x", start + 40))
    machine.advance(100.0)
    assert machine.rung[-1] == start + 60 and machine.get(TOAST) == NO_TOAST


def test_the_clock_may_be_set() -> None:
    machine = _bells((100.0,))
    start = machine.now
    machine.put(TIME, start + 99)
    machine.advance(1.0)
    assert machine.rung == [start + 100]


def test_enter_confirms_a_dialog() -> None:
    machine = phone(app="Settings")
    machine.launch("recorder")
    machine.launch("settings", ("page", "apps"))
    scroll_to(machine, "Recorder")
    tap(machine, "Recorder")
    tap(machine, "Force stop")
    press(machine, "enter")
    assert not nodes(machine, role="dialog")
    assert "recorder" not in [window.app for window in machine.get(WINDOWS)]
