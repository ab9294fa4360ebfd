from __future__ import annotations

from crab_sim.machine.slices import WINDOWS
from tests.simulator.phone._drive import center, node, nodes, phone, press, swipe


def test_recent_apps_are_closed_sideways() -> None:
    machine = phone(0, "Contacts")
    machine.execute("open_app", {"name": "Messages"})
    press(machine, "recents")
    at = center(node(machine, "Messages", "Recent app"))
    swipe(machine, "right", "medium", **at)
    assert [n.text for n in nodes(machine, description="Recent app")] == ["Contacts"]
    at = center(node(machine, "Contacts", "Recent app"))
    swipe(machine, "left", "medium", **at)
    assert machine.get(WINDOWS) == () and nodes(machine, rid="search_container_hotseat")


def test_many_recent_apps_scroll() -> None:
    machine = phone(0)
    for app in list(machine.apps)[:6]:
        machine.launch(app)
    press(machine, "recents")
    last = machine.apps[next(iter(machine.apps))].name
    assert not nodes(machine, last, "Recent app")
    for _ in range(4):
        swipe(machine, "down")
    assert nodes(machine, last, "Recent app")
    assert nodes(machine, "Clear all")


def test_a_recent_app_that_shows_seconds_goes_on() -> None:
    machine = phone(1, "clock")
    machine.launch("clock", ("timer", 90))
    press(machine, "recents")
    ops = list(machine.scene.ops)
    machine.advance(1.0)
    assert list(machine.scene.ops) != ops
