from __future__ import annotations

from crab_gym.envs.verbs import APP_NAMES
from crab_sim.machine.slices import CLIPBOARD
from tests.simulator.phone._drive import node, nodes, phone, press, tap, write


def test_clipper_shows_the_clipboard() -> None:
    machine = phone()
    machine.launch("clipper")
    assert node(machine, "The clipboard is empty")
    machine.put(CLIPBOARD, "a\nb")
    assert node(machine, rid="clipboard").text == "a\nb"
    press(machine, "back")
    assert machine.front is None


def test_clipper_has_no_icon() -> None:
    machine = phone()
    machine.execute("open_app_drawer", {})
    write(machine, "clip")
    assert node(machine, "No apps found")
    machine.execute("open_app", {"name": "Clipper"})
    assert machine.front is not None and machine.front.app == "clipper"
    assert "Clipper" not in APP_NAMES["android"]
    machine.execute("open_app", {"name": "Settings"})
    tap(machine, "Apps")
    assert nodes(machine, rid="title") and not nodes(machine, "Clipper")
