from __future__ import annotations

from crab_sim.phone.apps import with_icon
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, swipe, tap, write


def test_finger_up_opens_the_drawer_and_down_closes_it() -> None:
    machine = phone(0)
    swipe(machine, "down")
    assert nodes(machine, rid="apps_list_view")
    swipe(machine, "up")
    assert nodes(machine, rid="search_container_hotseat")
    tap(machine, rid="search_container_hotseat")
    write(machine, "no such app")
    assert node(machine, "No apps found")
    for _ in "no such app":
        press(machine, "backspace")
    assert len(nodes(machine, role="icon")) >= len(with_icon(machine.apps))


def test_the_drawer_lists_apps_by_name() -> None:
    machine = phone(0)
    machine.execute("open_app_drawer", {})
    names: list[str] = []
    for _ in range(6):
        names += [n.text for n in nodes(machine, role="icon") if n.text and n.text not in names]
        swipe(machine, "down", "medium")
    assert names == sorted(app.name for app in with_icon(machine.apps))


def test_home_pages_turn_and_end() -> None:
    machine = phone(0, width=280, height=480)
    assert nodes(machine, description="Page 1 of 5") or nodes(machine, role="icon")
    first = [n.text for n in nodes(machine, role="icon")]
    swipe(machine, "right", x=200, y=200)
    second = [n.text for n in nodes(machine, role="icon")]
    assert first != second
    swipe(machine, "left", x=80, y=200)
    assert [n.text for n in nodes(machine, role="icon")] == first
    swipe(machine, "left", x=80, y=200)
    assert [n.text for n in nodes(machine, role="icon")] == first


def test_long_tap_on_an_icon_leads_to_the_app_info() -> None:
    machine = phone(0)
    long_tap(machine, "Contacts")
    press(machine, "back")
    assert not nodes(machine, "App info")
    long_tap(machine, "Contacts")
    machine.execute("tap", {"x": 20, "y": 100})
    assert not nodes(machine, "App info")
    long_tap(machine, "Contacts")
    tap(machine, "App info")
    assert node(machine, "Package").description == "com.android.contacts"
