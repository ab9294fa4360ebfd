from __future__ import annotations

from crab_sim.machine.slices import CLIPBOARD
from crab_sim.phone import Phone
from tests.simulator.phone._drive import center, long_tap, node, nodes, phone, press, reader, tap, write


def test_a_long_tap_selects_a_word() -> None:
    machine = phone(0, "Settings")
    tap(machine, description="Search settings")
    write(machine, "Wi-Fi network")
    at = center(node(machine, description="Search settings"))
    machine.execute("long_tap", {"x": 120, "y": at["y"]})
    tap(machine, "Copy")
    assert machine.get(CLIPBOARD) == "network"
    machine.execute("long_tap", {"x": 120, "y": at["y"]})
    tap(machine, "Cut")
    assert node(machine, description="Search settings").text == "Wi-Fi "
    machine.execute("long_tap", {"x": 60, "y": at["y"]})
    tap(machine, "Select all")
    tap(machine, "Paste")
    assert node(machine, description="Search settings").text == "network"
    machine.execute("long_tap", {"x": 60, "y": at["y"]})
    write(machine, "typed over")
    assert node(machine, description="Search settings").text == "typed over" and not nodes(machine, role="toolbar")


def test_the_toolbar_closes_where_something_else_is_touched() -> None:
    machine = phone(0, "Settings")
    for point in ({"x": 180, "y": 700}, {"x": 180, "y": 420}):
        tap(machine, description="Search settings")
        long_tap(machine, description="Search settings")
        assert nodes(machine, role="toolbar")
        machine.execute("tap", point)
        assert not nodes(machine, role="toolbar")
        machine.execute("press", {"key": "home"})
        machine.execute("open_app", {"name": "Settings"})
        press(machine, "back")
        machine.execute("open_app", {"name": "Settings"})


def _line(machine: Phone) -> int:
    return next(n.bounds[1] for n in machine.scene.nodes if n.text.startswith("one two")) + 8


def test_a_text_that_is_no_field_can_be_copied() -> None:
    machine = reader()
    machine.execute("long_tap", {"x": 45, "y": _line(machine)})
    assert [n.text for n in nodes(machine, role="button") if n.text] == ["Copy", "Select all"]
    tap(machine, "Copy")
    assert machine.get(CLIPBOARD) == "two" and not nodes(machine, role="toolbar")
    machine.execute("long_tap", {"x": 45, "y": _line(machine)})
    tap(machine, "Select all")
    assert machine.scene.ops
    tap(machine, "Copy")
    assert machine.get(CLIPBOARD) == "one two three four five six seven eight nine"


def test_toolbar_is_near_the_word_that_a_touch_below_the_text_selects() -> None:
    machine = phone(0, "Notes")
    tap(machine, description="New text note")
    write(machine, "one two three")
    field = node(machine, description="Note")
    assert field.bounds[3] > 500
    machine.execute("long_tap", {"x": 100, "y": field.bounds[3] - 20})
    toolbar = node(machine, rid="floating_toolbar_menu_item")
    assert abs(toolbar.bounds[1] - field.bounds[1]) < 100
