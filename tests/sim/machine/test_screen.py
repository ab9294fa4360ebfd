"""Where nobody looks, a touch lays out no more than what is near it: it must find what a whole screen has there."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from crab_gym.sim.desktop import Desktop
from crab_gym.sim.machine.machine import Machine
from crab_gym.sim.phone import Phone
from crab_gym.sim.ui.scene import Node


def reachable(nodes: list[Node]) -> Iterator[Node]:
    """Yields nodes, topmost first, down to the one that hides what is below."""
    for node in nodes:
        yield node
        if node.role == "window" or node.message == ("nothing",) or node.data == ("shade",):
            return


def differing(machine: Machine, points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns the points at which a machine, laid out near them, has other nodes than on its whole screen."""
    whole = machine.fork()
    whole.look(True)
    return [at for at in points if list(reachable(machine.fork().under(*at))) != list(reachable(whole.scene.hit(*at)))]


@pytest.mark.parametrize("app", [*Phone.apps, *(f"desktop {name}" for name in Desktop.apps)])
def test_a_touch_finds_what_the_whole_screen_has_there(app: str) -> None:
    rng = random.Random(app)
    machine: Machine = Desktop() if app.startswith("desktop") else Phone(*rng.choice([(360, 800), (280, 480)]))
    machine.boot(3)
    machine.look(False)
    for name in (rng.choice(sorted(machine.apps)), app.removeprefix("desktop ")):
        machine.launch(name)
    for _ in range(12):
        points = [(rng.randrange(machine.width), rng.randrange(machine.height)) for _ in range(25)]
        assert differing(machine, points) == []
        machine.point(*rng.choice(points), rng.choice(["tap", "tap", "long"]))
        machine.advance(1.0)


def test_a_second_touch_elsewhere_is_not_answered_from_the_first() -> None:
    phone = Phone()
    phone.look(False)
    phone.launch("settings")
    first, second = (phone.under(180, y) for y in (140, 420))
    assert first and second and first[0] != second[0]
    assert phone.under(180, 140) == first
    assert phone.scene.hit(180, 420) == second


def test_a_touch_that_changes_nothing_has_nothing_laid_out_again() -> None:
    phone = Phone()
    phone.look(False)
    phone.launch("contacts")
    field = next(node for node in phone.scene.nodes if node.data is not None and node.data[0] == "field")
    left, top, right, bottom = field.bounds
    at = (left + right) // 2, (top + bottom) // 2
    untouched = phone.scene
    phone.point(*at)
    focused = phone.scene
    assert focused is not untouched
    phone.point(*at)
    assert phone.scene is focused
