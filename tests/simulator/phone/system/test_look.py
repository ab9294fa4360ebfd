"""The looks that a setting chooses: the imitated apps' names, gestures, and recent apps side by side."""

from __future__ import annotations

import pytest

from crab_sim.machine.machine import ActionRefused
from crab_sim.machine.slices import WINDOWS
from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.phone.system.look import Look
from tests.simulator.phone._drive import node, nodes, phone, press, tap, write


def looking(look: Look, app: str = "") -> Phone:
    machine = phone(0, app)
    look.put(machine)
    return machine


def test_icons_have_the_names_of_the_imitated_apps() -> None:
    machine = looking(Look(labels="stock"))
    assert nodes(machine, "Chrome", role="icon") and not nodes(machine, "Browser")
    machine.execute("open_app_drawer", {})
    write(machine, "marko")
    tap(machine, "Markor", role="icon")
    assert machine.front is not None and machine.front.app == "markdown"
    for name in ("chrome", "Browser"):
        press(machine, "home")
        machine.execute("open_app", {"name": name})
        assert machine.front is not None and machine.front.app == "browser"
    with pytest.raises(ActionRefused):
        phone(0).execute("open_app", {"name": "Chrome"})


def test_a_setting_over_adb_changes_the_labels_at_once() -> None:
    device = Device(phone(0))
    assert 'text="Browser"' in device.hierarchy()
    device.run("settings put secure crab_gym_labels stock")
    assert 'text="Chrome"' in device.hierarchy() and 'text="Browser"' not in device.hierarchy()


def test_gestures_stand_for_the_buttons() -> None:
    machine = looking(Look(navigation="gestures"), "Settings")
    assert not nodes(machine, description="Home") and node(machine, rid="home_handle")
    tap(machine, "Display")
    machine.finger(2, 400, 200, 400, 0.2)
    assert machine.front is not None and machine.front.app == "settings" and nodes(machine, "Display")
    machine.finger(358, 400, 100, 400, 0.2)
    assert machine.front is None
    machine.execute("open_app", {"name": "Settings"})
    machine.finger(180, 795, 180, 300, 0.2)
    assert machine.front is None and nodes(machine, "Search apps")
    machine.finger(180, 795, 180, 300, 1.0)
    assert node(machine, "Settings", description="Recent app")
    buttons = phone(0, "Settings")
    buttons.finger(2, 400, 200, 400, 0.2)
    assert buttons.front is not None


def test_recent_apps_stand_side_by_side() -> None:
    machine = looking(Look(recents="carousel"), "Settings")
    for app in ("Clock", "Files"):
        machine.execute("open_app", {"name": app})
    press(machine, "recents")
    middle = {"x": 180, "y": 300}
    assert node(machine, "Files").bounds == (45, 52, 315, 598)
    machine.execute("swipe", {**middle, "direction": "left", "distance": "medium"})
    tap(machine, "Clock")
    assert machine.front is not None and machine.front.app == "clock"
    press(machine, "recents")
    machine.finger(180, 400, 180, 100, 0.2)
    assert [window.app for window in machine.get(WINDOWS)] == ["settings", "files"]
    tap(machine, "Clear all")
    assert machine.get(WINDOWS) == () and machine.front is None
