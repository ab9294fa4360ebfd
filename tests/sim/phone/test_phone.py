from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pytest

from crab_gym.sim.machine.machine import ActionRefused
from crab_gym.sim.phone import Phone
from crab_gym.sim.phone.apps.contacts.data import CONTACTS
from crab_gym.sim.phone.apps.messages.data import MESSAGES
from crab_gym.sim.phone.apps.tasks.data import TODOS
from crab_gym.sim.phone.system.settings_store import SETTINGS
from tests.sim.phone._drive import node, nodes, phone, press, tap, write

SIZES = [(280, 480), (360, 800), (600, 1000)]
APPS = [app.name for app in Phone.apps.values()]
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
        "from crab_gym.sim.machine import canonical; from crab_gym.sim.phone import Phone; import hashlib; "
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
    assert sorted(set(found)) == sorted(APPS)
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
