"""The Disk Usage Analyzer: places, the tree and its sizes, what a folder's menu does."""

from __future__ import annotations

from crab_sim.desktop import Desktop
from crab_sim.files import File
from crab_sim.machine.slices import CLIPBOARD, FILES
from tests.simulator.desktop._drive import (
    HOME,
    click,
    desktop,
    front_app,
    node,
    nodes,
    press,
    right_click,
    title,
    write,
)  # fmt: skip


def scanned() -> Desktop:
    machine = desktop("Disk Usage Analyzer")
    machine.put(FILES, machine.files.write(f"{HOME}/Documents/large.bin", bytes(2_500_000), machine.now))
    click(machine, "Home Folder", role="list_item")
    return machine


def shown(machine: Desktop) -> list[str]:
    found = [n for n in nodes(machine, role="list_item") if n.app == "disk_usage"]
    return [n.text for n in found if n.message and n.message[0] == "select"]


def test_the_largest_folders_come_first_with_all_that_is_in_them() -> None:
    machine = scanned()
    total = sum([len(entry.data) for _, entry in machine.files.walk(HOME) if isinstance(entry, File)])
    inside = sum([1 for _ in machine.files.walk(HOME)]) - 1
    assert title(machine) == "Home Folder"
    assert shown(machine)[:2] == ["user", "Documents"]
    assert node(machine, "user", role="list_item").description.startswith(
        f"{total / 1_000_000:.1f} MB, {inside} items, "
    )


def test_folders_open_and_close() -> None:
    machine = scanned()
    click(machine, description="Expand Documents")
    assert shown(machine)[2] == "large.bin"
    press(machine, "left")
    assert "large.bin" not in shown(machine)
    press(machine, "right", "down")
    click(machine, description="Collapse Documents")
    assert "large.bin" not in shown(machine)


def test_the_menu_copies_shows_and_throws_away() -> None:
    machine = scanned()
    click(machine, description="Expand Documents")
    right_click(machine, "large.bin")
    click(machine, "Copy Path to Clipboard")
    assert machine.get(CLIPBOARD) == f"{HOME}/Documents/large.bin"
    right_click(machine, "large.bin")
    click(machine, "Move to Trash")
    assert not machine.files.exists(f"{HOME}/Documents/large.bin")
    assert machine.files.exists(f"{HOME}/.local/share/Trash/files/large.bin")
    right_click(machine, "Documents")
    click(machine, "Open Folder")
    assert (front_app(machine), title(machine)) == ("files", "Documents")


def test_the_home_folder_itself_stays() -> None:
    machine = scanned()
    right_click(machine, "user")
    click(machine, "Move to Trash")
    assert machine.files.is_dir(HOME)


def test_another_folder_is_scanned_and_the_list_comes_back() -> None:
    machine = desktop("Disk Usage Analyzer")
    click(machine, "Scan Folder…")
    write(machine, "/usr\n")
    assert shown(machine)[0] == "usr"
    click(machine, description="Go back to location list")
    assert nodes(machine, "Devices & Locations")
    machine.put(FILES, machine.files.mkdir("/tmp/gone", machine.now))
    press(machine, "ctrl+o")
    write(machine, "/tmp/gone\n")
    machine.put(FILES, machine.files.remove("/tmp/gone"))
    assert nodes(machine, "The folder is not there any more.")


def test_a_command_scans_its_folder() -> None:
    machine = desktop("Terminal")
    write(machine, f"baobab {HOME}/Documents\n")
    assert (front_app(machine), title(machine)) == ("disk_usage", "Documents")
    click(machine, description="Go back to location list")
    assert title(machine) == "Devices & Locations"
