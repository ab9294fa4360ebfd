"""A machine's state and views on the bench machine, and the phone and the desktop under random input."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from crab_sim.desktop import Desktop
from crab_sim.machine import touch
from crab_sim.machine.machine import ActionRefused, Machine
from crab_sim.machine.slices import BOOTED, CLIPBOARD
from crab_sim.phone import Phone
from crab_sim.ui import Node
from crab_sim.ui.node import FieldData, ShadeData
from tests.simulator.machine import _bench
from tests.simulator.machine._bench import LOG, LUCKY, Bench, node

# State -----------------------------------------------------------------------------------------------------------


def test_a_view_is_made_again_only_when_what_it_read_changed(bench: Bench) -> None:
    assert bench.scene.nodes
    count = _bench.VIEWS
    bench.put(CLIPBOARD, "not read")
    assert bench.scene.nodes
    bench.advance(0.5)
    assert bench.scene.nodes and count == _bench.VIEWS
    bench.advance(60)
    assert node(bench, f"0 events, {int(bench.now // 60)} min")
    assert count + 1 == _bench.VIEWS
    bench.put(LOG, (("a",),))
    assert node(bench, f"1 events, {int(bench.now // 60)} min")


def test_seeded_content_is_made_when_it_is_looked_at(bench: Bench) -> None:
    bench.boot(5)
    assert "lucky" not in bench.slices
    value = bench.get(LUCKY)
    assert value[1] == bench.get(BOOTED)
    bench.advance(100)
    assert bench.get(LUCKY) is value
    before = bench.fingerprint()
    bench.put(LUCKY, (value[0], value[1]))
    assert bench.fingerprint() == before, "content as the seed made it is no change"
    bench.put(LUCKY, (0.5, 0.5))
    assert bench.fingerprint() != before
    assert bench.seeded(LUCKY) == value
    handle = bench.snapshot()
    bench.boot(6)
    assert bench.get(LUCKY) != value
    bench.restore(handle)
    assert bench.get(LUCKY) == (0.5, 0.5) and bench.seeded(LUCKY) == value


def test_seeds_and_clocks(bench: Bench) -> None:
    clocks = []
    for seed in range(30):
        bench.boot(seed)
        clocks.append(bench.now)
    assert len(set(clocks)) > 25
    assert all(8 * 3600 <= now % 86_400 < 18 * 3600 for now in clocks), "machines boot by day"
    bench.boot(3)
    assert bench.now == clocks[3]


def test_windows_that_are_gone_are_named(bench: Bench) -> None:
    with pytest.raises(KeyError, match=r"no window 'v'; open are: \['w'\]"):
        bench.window("v")


# Phone and desktop under random input ----------------------------------------------------------------------------

TEXTS = ["a", "notes.txt", "\n", "x\ny\tz", "é Ω 漢 🦀\u202e", "", "long " * 60, "ls -l | wc\n", "\n" * 50, "1" * 300]
PHONE_KEYS = ["home", "back", "recents", "enter", "delete", "tab", "escape", "left", "space"]
DESKTOP_KEYS = ["enter", "escape", "tab", "backspace", "super", "f2", "f10", "delete", "down", "pageup", "q", "space"]
COMBOS = [
    ["ctrl", "a"], ["ctrl", "c"], ["ctrl", "v"], ["ctrl", "x"], ["ctrl", "n"], ["ctrl", "s"], ["ctrl", "z"],
    ["alt", "f4"], ["alt", "tab"], ["super", "up"], ["super", "h"], ["ctrl", "alt", "t"], ["shift", "tab"],
    ["ctrl", "shift", "n"], ["ctrl", "h"], ["ctrl", "w"], ["alt", "left"], ["ctrl", "l"], ["shift", "home"],
]  # fmt: skip
APPS = ["Files", "Text Editor", "Terminal", "Settings", "nothing"]


Verb = tuple[str, dict[str, Any]]


def random_verb(rng: random.Random, machine: Machine) -> Verb:
    x, y = rng.randrange(machine.width), rng.randrange(machine.height)
    live = [n for n in machine.scene.nodes if n.message or n.long_message]
    if live and rng.random() < 0.7:
        left, top, right, bottom = rng.choice(live).bounds
        x, y = (left + right) // 2, (top + bottom) // 2
    there = {"x1": x, "y1": y, "x2": rng.randrange(machine.width), "y2": rng.randrange(machine.height)}
    direction = rng.choice(["up", "down", "left", "right"])
    verbs: list[Verb]
    if machine.device == "android":
        verbs = (
            [
                *[("tap", {"x": x, "y": y})] * 4, ("long_tap", {"x": x, "y": y}), ("drag", there),
                ("swipe", {"x": x, "y": y, "direction": direction, "distance": rng.choice(["short", "long"])}),
                ("write_text", {"text": rng.choice(TEXTS)}), ("press", {"key": rng.choice(PHONE_KEYS)}),
                ("open_app", {"name": rng.choice(["Contacts", "Messages", "Tasks", "Settings", "Nonesuch"])}),
            ]
        )  # fmt: skip
        return rng.choice(verbs)
    verbs = (
        [
            *[("click", {"x": x, "y": y})] * 4, *[("double_click", {"x": x, "y": y})] * 2, ("drag", there),
            ("right_click", {"x": x, "y": y}), ("press", {"key": rng.choice(DESKTOP_KEYS)}),
            ("scroll", {"x": x, "y": y, "direction": direction, "amount": rng.randint(1, 50)}),
            ("write_text", {"text": rng.choice(TEXTS)}), ("hotkey", {"keys": rng.choice(COMBOS)}),
            ("search_app", {"name": rng.choice(APPS)}), ("press", {"key": "enter"}),
        ]
    )  # fmt: skip
    return rng.choice(verbs)


def act(machine: Any, verb: Verb) -> None:
    """Carries out a verb; one that is refused has changed nothing."""
    before = machine.snapshot()
    try:
        machine.execute(*verb)
    except ActionRefused:
        assert machine.snapshot() == before
    machine.advance(1)


def state(machine: Machine) -> tuple[Any, ...]:
    scene = machine.scene
    return machine.fingerprint(), list(scene.nodes), list(scene.ops)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", [Phone, Desktop])
def test_random_input_is_harmless_repeatable_and_can_be_undone(kind: Callable[[], Any], seed: int) -> None:
    rng = random.Random(f"kernel:{seed}")
    machine, twin = kind(), kind()
    machine.boot(seed)
    twin.boot(seed)
    for _ in range(5):
        for _ in range(40):
            verb = random_verb(rng, machine)
            act(machine, verb)
            act(twin, verb)
            before = dict(machine.slices)
            nodes = machine.scene.nodes
            assert machine.slices == before, "looking is no change"
            assert all(0 <= n.bounds[0] < n.bounds[2] <= machine.width for n in nodes)
        expected = state(machine)
        assert state(twin) == expected
        fresh = kind()
        fresh.boot(99)
        fresh.restore(machine.snapshot())
        assert state(fresh) == expected, "the scene follows from the state alone"
        handle, fork = machine.snapshot(), machine.fork()
        verbs = []
        for _ in range(15):
            verbs.append(random_verb(rng, machine))
            act(machine, verbs[-1])
        after = state(machine)
        assert state(fork) == expected
        machine.restore(handle)
        assert state(machine) == expected
        for each in (machine, fork, twin):
            for verb in verbs:
                act(each, verb)
            assert state(each) == after


# Touches that nobody looks at --------------------------------------------------------------------------------------


def reached(nodes: Iterable[Node]) -> list[Node]:
    """Returns nodes, topmost first, down to the one that hides those below it."""
    result = []
    for each in nodes:
        result.append(each)
        if each.role == "window" or each.message == ("nothing",) or isinstance(each.data, ShadeData):
            break
    return result


def differing(machine: Machine, points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns the points at which a machine, laid out near them, has other nodes than on its whole screen."""
    whole = machine.fork()
    whole.set_drawn(True)
    return [at for at in points if reached(machine.fork().nodes_at(*at)) != reached(whole.scene.hit(*at))]


@pytest.mark.parametrize("app", [*Phone.apps, *(f"desktop {name}" for name in Desktop.apps)])
def test_a_touch_finds_what_the_whole_screen_has_there(app: str) -> None:
    rng = random.Random(app)
    machine: Machine = Desktop() if app.startswith("desktop") else Phone(*rng.choice([(360, 800), (280, 480)]))
    machine.boot(3)
    machine.set_drawn(False)
    for name in (rng.choice(sorted(machine.apps)), app.removeprefix("desktop ")):
        machine.launch(name)
    for _ in range(12):
        points = [(rng.randrange(machine.width), rng.randrange(machine.height)) for _ in range(25)]
        assert differing(machine, points) == []
        touch.tap(machine, *rng.choice(points), rng.choice(["tap", "tap", "long"]))
        machine.advance(1.0)


def test_a_second_touch_elsewhere_is_not_answered_from_the_first() -> None:
    phone = Phone()
    phone.set_drawn(False)
    phone.launch("settings")
    first, second = (phone.nodes_at(180, y) for y in (140, 420))
    assert first and second and first[0] != second[0]
    assert phone.nodes_at(180, 140) == first
    assert phone.scene.hit(180, 420) == second


def test_a_touch_that_changes_nothing_has_nothing_laid_out_again() -> None:
    phone = Phone()
    phone.set_drawn(False)
    phone.launch("contacts")
    field = next(node for node in phone.scene.nodes if isinstance(node.data, FieldData))
    left, top, right, bottom = field.bounds
    at = (left + right) // 2, (top + bottom) // 2
    untouched = phone.scene
    touch.tap(phone, *at)
    focused = phone.scene
    assert focused is not untouched
    touch.tap(phone, *at)
    assert phone.scene is focused
