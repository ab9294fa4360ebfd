"""Where nobody looks, a touch lays out no more than what is near it: it must find what a whole screen has there."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from crab_gym.sim.desktop import Desktop
from crab_gym.sim.machine import touch
from crab_gym.sim.machine.machine import Machine
from crab_gym.sim.phone import Phone
from crab_gym.sim.ui.node import FieldData, Node, ShadeData


def reached(nodes: Iterable[Node]) -> list[Node]:
    """Returns nodes, topmost first, down to the one that hides those below it."""
    result = []
    for node in nodes:
        result.append(node)
        if node.role == "window" or node.message == ("nothing",) or isinstance(node.data, ShadeData):
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
