"""The System Monitor: processes that end, sorting and searching, histories that follow from seed and time."""

from __future__ import annotations

from crab_sim.desktop import Desktop
from crab_sim.machine.slices import WINDOWS
from tests.simulator.desktop._drive import click, desktop, front_app, node, nodes, press, start, write


def monitor() -> Desktop:
    machine = desktop("Files")
    start(machine, "System Monitor")
    return machine


def shown(machine: Desktop) -> list[str]:
    found = [n for n in nodes(machine, role="list_item") if n.app == "system_monitor"]
    return [n.text for n in found if n.message and n.message[0] == "select"]


def test_the_systems_and_the_windows_processes_are_listed() -> None:
    machine = monitor()
    assert shown(machine) == ["dbus-daemon", "gdm3", "gnome-shell", "gnome-system-mo", "nautilus", "systemd", "Xorg"]
    click(machine, "ID", role="button")
    assert shown(machine)[:2] == ["systemd", "dbus-daemon"]
    click(machine, "ID", role="button")
    assert shown(machine)[0] == "gnome-system-mo"


def test_a_process_ends_with_its_window_after_a_question() -> None:
    machine = monitor()
    click(machine, "nautilus", role="list_item")
    click(machine, "End Process", role="button")
    click(machine, "Cancel", role="button")
    assert "nautilus" in shown(machine)
    press(machine, "ctrl+e")
    click(machine, "End Process", role="button")
    assert "nautilus" not in shown(machine)
    assert [window.app for window in machine.get(WINDOWS)] == ["system_monitor"]


def test_the_systems_processes_stay() -> None:
    machine = monitor()
    click(machine, "systemd", role="list_item")
    press(machine, "ctrl+e", "enter")
    assert nodes(machine, "Cannot kill process with PID 1 with signal 15: Operation not permitted.")
    press(machine, "enter")
    assert "systemd" in shown(machine)


def test_the_monitor_ends_itself() -> None:
    machine = monitor()
    click(machine, "gnome-system-mo", role="list_item")
    press(machine, "delete", "enter")
    assert front_app(machine) == "files"


def test_the_search_takes_names_and_numbers() -> None:
    machine = monitor()
    press(machine, "ctrl+f")
    write(machine, "gnome")
    assert shown(machine) == ["gnome-shell", "gnome-system-mo"]
    press(machine, "ctrl+a")
    write(machine, "871")
    assert shown(machine) == ["Xorg"]
    press(machine, "escape")
    assert len(shown(machine)) == 7


def test_properties_are_shown() -> None:
    machine = monitor()
    press(machine, "down")
    press(machine, "alt+enter")
    assert nodes(machine, "dbus-daemon (PID 412)", role="dialog")


def test_histories_follow_from_seed_and_time() -> None:
    first, second = monitor(), monitor()
    for machine in (first, second):
        press(machine, "alt+2")
    assert first.scene.ops == second.scene.ops
    before = node(first, description="CPU1").text
    first.advance(1)
    second.advance(1)
    assert first.scene.ops == second.scene.ops
    assert node(first, description="CPU1").text != before
    other = desktop("System Monitor", seed=1)
    press(other, "alt+2")
    assert node(other, description="CPU1").text != before


def test_the_disk_is_that_of_the_shell() -> None:
    machine = monitor()
    press(machine, "alt+3")
    assert nodes(machine, "/dev/vda1") and nodes(machine, "68.7 GB")
    used = [n.text for n in nodes(machine, role="text") if n.text.endswith("(20%)")]
    assert used == ["13.7 GB (20%)"]


def test_the_menu_has_what_the_real_one_offers() -> None:
    machine = monitor()
    press(machine, "f10")
    assert node(machine, "All Processes", role="checkbox") and node(machine, "Keyboard Shortcuts", role="button")
    press(machine, "escape")
    click(machine, "User", role="button")
    first, *_ = [n.description for n in nodes(machine, role="list_item") if n.app == "system_monitor"]
    assert first.startswith("root")
    click(machine, "User", role="button")
    first, *_ = [n.description for n in nodes(machine, role="list_item") if n.app == "system_monitor"]
    assert first.startswith("user")
