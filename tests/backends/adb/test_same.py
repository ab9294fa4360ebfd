"""After any actions, a phone over ADB equals the same phone in-process."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from crab_gym.backends.adb import AdbBackend
from crab_gym.backends.adb.elements import app_of_package
from crab_gym.backends.base import Backend, InvalidAction
from crab_gym.backends.sim import SimBackend
from crab_gym.envs.verbs import ANDROID_KEYS
from crab_sim.devices.apps import APPS
from crab_sim.devices.facts import changes
from crab_sim.devices.phone_facts import SAVED_PLACES

W, H = 360, 800
STEPS = 30
NAMES = [app.name for app in APPS if app.device == "android" and app.id != "launcher" and not app.hidden]
QUERIES = ("contacts", "messages", "calls", "calendar", "media", "todos", "clipboard", "packages")
TEXTS = (
    "hello world", "555-0101", "'; reboot #", "$(id)", "%s", "%s%s a%sb", "100%", "a\nb\tc", "\n\n\n", "\\n \\ \\t",
    "-n", "😀 emoji é", "\u0301combining", "日本", "\"q\" `x`", "&|<>*?~", "x" * 900, " lead", "trail ", "--help",
)  # fmt: skip
DIRECTIONS, DISTANCES = ("up", "down", "left", "right"), ("short", "medium", "long")


@pytest.fixture(scope="module")
def phone() -> Iterator[AdbBackend]:
    made = AdbBackend("android", (W, H), serial="simulated")
    yield made
    made.close()


def draw_action(rng: random.Random, backend: Backend) -> tuple[str, dict[str, Any]]:
    """Draws an action, mostly on a clickable element."""
    x, y, x2, y2 = rng.randrange(W), rng.randrange(H), rng.randrange(W), rng.randrange(H)
    things = [e.center for e in backend.elements() if e.clickable or e.editable or e.long_clickable]
    if things and rng.random() < 0.8:
        x, y = rng.choice(things)
        x, y = min(max(x, 0), W - 1), min(max(y, 0), H - 1)
    at = {"x": x, "y": y}
    name = rng.choices(
        ("tap", "long_tap", "swipe", "drag", "write_text", "press", "open_app", "open_app_drawer", "wait"),
        (45, 8, 10, 5, 12, 8, 7, 2, 3),
    )[0]
    choices: dict[str, dict[str, Any]] = {
        "swipe": {**at, "direction": rng.choice(DIRECTIONS), "distance": rng.choice(DISTANCES)},
        "drag": {"x1": x, "y1": y, "x2": x2, "y2": y2},
        "write_text": {"text": rng.choice(TEXTS)},
        "press": {"key": rng.choice(ANDROID_KEYS)},
        "open_app": {"name": rng.choice((*NAMES, "Nothing; reboot", "android", "org.tasks"))},
        "open_app_drawer": {},
        "wait": {"seconds": rng.choice((1.0, 5.5, 60.0, 3600.0))},
    }
    return name, choices.get(name, at)


def act(backend: Backend, name: str, args: dict[str, Any]) -> str:
    try:
        if name != "wait":
            backend.execute(name, args)
    except InvalidAction as refusal:
        return str(refusal)
    backend.settle()
    backend.advance(args.get("seconds", 1.0))
    return ""


def same(left: SimBackend, right: AdbBackend) -> None:
    for query in QUERIES:
        assert getattr(left.state, query)() == getattr(right.state, query)(), query
    # An app that was opened by another package of its is called by that one over ADB.
    running = [sorted(map(app_of_package, reader.processes())) for reader in (left.state, right.state)]
    assert running[0] == running[1]
    here, there = left.state.facts(), right.state.facts()
    assert here.keys() - {"playing", "state", "visited"} == there.keys()  # what no phone tells over ADB
    for kind in there:
        assert here[kind].rows == there[kind].rows, kind
    assert left.state.effects() == right.state.effects()
    assert left.state.foreground().app == right.state.foreground().app
    assert np.array_equal(left.screenshot(), right.screenshot())


@pytest.mark.parametrize("seed", range(15))
def test_any_actions_lead_both_phones_to_the_same_states(phone: AdbBackend, seed: int) -> None:
    rng, sim = random.Random(seed), SimBackend("android", (W, H))
    done: list[tuple[str, dict[str, Any]]] = []
    for backend in (sim, phone):
        backend.reset(seed)
    same(sim, phone)
    for _ in range(STEPS):
        name, args = draw_action(rng, sim)
        done.append((name, args))
        assert act(sim, name, args) == act(phone, name, args), done
        assert sim.elements() == phone.elements(), done
        assert sim.fingerprint() == phone.fingerprint(), done
    same(sim, phone)


def test_the_volume_keys_turn_the_volume(phone: AdbBackend) -> None:
    sim = SimBackend("android", (W, H))
    for backend in (sim, phone):
        backend.reset(1)
        backend.setup.set_setting("system", "volume_music", "14")
        for key, volume in (("volumeup", "15"), ("volumeup", "15"), ("volumedown", "14")):
            act(backend, "press", {"key": key})
            assert backend.state.setting("system", "volume_music") == volume
        backend.setup.set_setting("system", "volume_music", "loud")
        act(backend, "press", {"key": "volumeup"})
        assert backend.state.setting("system", "volume_music") == "1"
    assert sim.fingerprint() == phone.fingerprint()


def test_a_tab_leaves_a_line_and_is_typed_into_several(phone: AdbBackend) -> None:
    sim, texts = SimBackend("android", (W, H)), []
    for backend in (sim, phone):
        backend.reset(1)
        act(backend, "open_app", {"name": "Tasks"})
        x, y = next(e.center for e in backend.elements() if e.resource_id.endswith(":id/fab"))
        act(backend, "tap", {"x": x, "y": y})
        act(backend, "write_text", {"text": "Title\tone\n\ttwo\tthree"})
        texts.append([e.text for e in backend.elements() if e.editable])
    assert texts == [["Title", "one\n\ttwo\tthree"]] * 2
    for backend in (sim, phone):
        act(backend, "open_app_drawer", {})
        act(backend, "write_text", {"text": "clo\tck"})
    assert sim.fingerprint() == phone.fingerprint()


def test_to_delete_the_file_of_saved_places_is_to_remove_them(phone: AdbBackend) -> None:
    sim = SimBackend("android", (W, H))
    for backend in (sim, phone):
        backend.reset(2)
        backend.setup.remove(SAVED_PLACES)
        empty = backend.state.facts()
        assert empty["saved_place"].rows == {}
        place = '<wpt lat="47.1" lon="9.5"><name>Castle</name><type>Favourites</type></wpt>'
        backend.setup.write_file(SAVED_PLACES, f"<gpx>{place}</gpx>".encode())
        saved = backend.state.facts()
        added, removed = changes(empty, saved), ("remove", "saved_place", "Favourites/Castle 47.1,9.5")
        assert [(one.operation, one.kind, one.after["name"]) for one in added] == [("add", "saved_place", "Castle")]
        backend.setup.remove(SAVED_PLACES)
        gone = [(one.operation, one.kind, one.key) for one in changes(saved, backend.state.facts())]
        assert gone == [removed]
    same(sim, phone)


def test_evaluators_see_the_same_elements(phone: AdbBackend) -> None:
    seen = []
    for backend in (SimBackend("android", (W, H)), phone):
        backend.reset(3)
        act(backend, "open_app", {"name": "Contacts"})
        x, y = next(e.center for e in backend.elements() if e.resource_id.endswith("floating_action_button"))
        act(backend, "tap", {"x": x, "y": y})
        act(backend, "write_text", {"text": "Ada"})
        seen.append(backend.state.elements())
        assert any(e.role == "text_field" and (e.description, e.text) == ("First name", "Ada") for e in seen[-1])
    sim, adb = seen
    assert [e for e in sim if e.app != "system" and (e.text or e.description)] == [
        e for e in adb if e.text or e.description
    ]


def test_raw_elements_are_the_same() -> None:
    sim = SimBackend("android", (W, H), elements="raw")
    adb = AdbBackend("android", (W, H), serial="simulated", elements="raw")
    seen = []
    for backend in (sim, adb):
        backend.reset(3)
        act(backend, "open_app", {"name": "Settings"})
        seen.append(backend.elements())
    adb.close()
    assert seen[0] == seen[1] == sim.fork().elements()
    row = next(e for e in seen[0] if e.clickable and e.bounds[2] == W and not e.editable)
    assert (row.role, row.text) == ("other", "")
    assert {"Apps", "Display"} <= {e.text for e in seen[0] if not e.clickable}
    with pytest.raises(ValueError, match="'flat' or 'raw'"):
        SimBackend("android", (W, H), elements="deep")
