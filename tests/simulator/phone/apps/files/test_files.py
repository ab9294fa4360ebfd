from __future__ import annotations

import pytest

from crab_sim.engines import archives
from crab_sim.files import Files
from crab_sim.machine.slices import FILES
from crab_sim.phone import Phone
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.files import data
from tests.simulator.phone._drive import center, long_tap, node, nodes, phone, press, scroll_to, tap, write


def browse(path: str = "", seed: int = 3) -> Phone:
    machine = phone(seed, "Files")
    tap(machine, description="Show roots")
    tap(machine, "Internal storage")
    for name in path.split("/") if path else []:
        tap(machine, name)
    return machine


def names(machine: Phone) -> list[str]:
    return [n.text for n in nodes(machine, rid="item_root")]


def test_recent_files_come_first() -> None:
    machine = phone(3, "Files")
    assert node(machine, "Recent", rid="toolbar_title")
    dates = [row.date for row in data.recent(machine.files)]
    assert dates == sorted(dates, reverse=True) and len(names(machine)) > 4


def test_breadcrumbs_lead_back_up() -> None:
    machine = browse("DCIM/Camera")
    assert names(machine)[0].startswith("IMG_")
    tap(machine, "DCIM", rid="breadcrumb_text")
    assert "Camera" in names(machine)
    press(machine, "back")
    assert "DCIM" in names(machine)


@pytest.mark.parametrize("wanted", ["Travel", "a b.c"])
def test_new_folder(wanted: str) -> None:
    machine = browse("Documents")
    tap(machine, description="More options")
    tap(machine, "New folder")
    write(machine, wanted + "\n")
    assert machine.files.is_dir(f"{SDCARD}/Documents/{wanted}")
    assert wanted in names(machine)


@pytest.mark.parametrize("wanted", ["a/b", "..", "notes" * 60])
def test_impossible_names_are_refused(wanted: str) -> None:
    machine = browse("Documents")
    before = machine.files
    tap(machine, description="More options")
    tap(machine, "New folder")
    write(machine, wanted)
    tap(machine, "Create")
    assert machine.files == before
    assert any("can't be called" in n.text for n in nodes(machine, role="text"))


def test_rename_keeps_the_ending_and_refuses_taken_names() -> None:
    machine = browse("DCIM/Camera")
    first, second = names(machine)[:2]
    long_tap(machine, first)
    tap(machine, description="More options")
    tap(machine, "Rename")
    write(machine, "lake")
    tap(machine, "OK")
    assert machine.files.is_file(f"{SDCARD}/DCIM/Camera/lake.jpg")
    assert not machine.files.exists(f"{SDCARD}/DCIM/Camera/{first}")
    long_tap(machine, second)
    tap(machine, description="More options")
    tap(machine, "Rename")
    write(machine, "lake")
    tap(machine, "OK")
    assert node(machine, "An item named “lake.jpg” is already here.")
    assert machine.files.is_file(f"{SDCARD}/DCIM/Camera/{second}")


@pytest.mark.parametrize("word", ["Move", "Copy"])
def test_transfer_to_another_folder(word: str) -> None:
    machine = browse("DCIM/Camera")
    first, second = names(machine)[:2]
    long_tap(machine, first)
    tap(machine, second)
    assert node(machine, "2 selected")
    tap(machine, description="More options")
    tap(machine, f"{word} to…")
    tap(machine, "Internal storage", rid="breadcrumb_text")
    tap(machine, "Documents")
    tap(machine, f"{word} here")
    for name in (first, second):
        assert machine.files.is_file(f"{SDCARD}/Documents/{name}")
        assert machine.files.exists(f"{SDCARD}/DCIM/Camera/{name}") is (word == "Copy")
    assert node(machine, "Documents", rid="toolbar_title")


def test_a_copy_beside_the_original_gets_a_number() -> None:
    machine = browse("DCIM/Camera")
    first = names(machine)[0]
    long_tap(machine, first)
    tap(machine, description="More options")
    tap(machine, "Copy to…")
    tap(machine, "Copy here")
    assert machine.files.is_file(f"{SDCARD}/DCIM/Camera/{first[:-4]} (1).jpg")


def test_a_folder_made_for_a_transfer_is_entered() -> None:
    machine = browse("DCIM/Camera")
    first = names(machine)[0]
    long_tap(machine, first)
    tap(machine, description="More options")
    tap(machine, "Move to…")
    tap(machine, description="New folder")
    write(machine, "Trip\n")
    tap(machine, "Move here")
    assert machine.files.is_file(f"{SDCARD}/DCIM/Camera/Trip/{first}")


def test_a_folder_does_not_go_into_itself() -> None:
    machine = browse()
    before = machine.files
    folder = f"{SDCARD}/DCIM"
    with pytest.raises(OSError, match="Invalid argument"):
        data.transfer(before, [folder], f"{folder}/Camera", True, 0.0)


def test_delete_asks_first() -> None:
    machine = browse("DCIM/Camera")
    first = names(machine)[0]
    long_tap(machine, first)
    tap(machine, description="Delete")
    tap(machine, "Cancel")
    assert machine.files.exists(f"{SDCARD}/DCIM/Camera/{first}")
    long_tap(machine, first)
    tap(machine, description="Delete")
    tap(machine, "Delete", role="button")
    assert not machine.files.exists(f"{SDCARD}/DCIM/Camera/{first}")


def test_select_all_and_leave_the_selection() -> None:
    machine = browse("DCIM/Camera")
    tap(machine, description="More options")
    tap(machine, "Select all")
    count = len(machine.files.list(f"{SDCARD}/DCIM/Camera"))
    assert node(machine, f"{count} selected")
    press(machine, "back")
    assert node(machine, "Camera", rid="toolbar_title")


def test_sort_and_grid() -> None:
    machine = browse("DCIM/Camera")
    tap(machine, description="More options")
    tap(machine, "Sort by…")
    tap(machine, "Size", role="radio")
    tap(machine, "Close")
    rows = data.in_order(data.contents(machine.files, f"{SDCARD}/DCIM/Camera"), machine.get(data.PREFS))
    sizes = [len(row.data or b"") for row in rows]
    assert sizes == sorted(sizes, reverse=True) and names(machine)[0] == rows[0].name
    tap(machine, description="More options")
    tap(machine, "Grid view")
    top = nodes(machine, rid="item_root")[1].bounds[1]
    assert top == nodes(machine, rid="item_root")[0].bounds[1]


def test_search_finds_below_the_folder() -> None:
    machine = browse("DCIM")
    tap(machine, description="Search")
    write(machine, "img_")
    found = names(machine)
    assert found and all("IMG_" in name for name in found)
    write(machine, "nothing like this")
    assert node(machine, "No matches")


def test_info_and_opening() -> None:
    machine = browse("DCIM/Camera")
    first = names(machine)[0]
    long_tap(machine, first)
    tap(machine, description="More options")
    tap(machine, "Get info")
    assert node(machine, "JPG image") and nodes(machine, description="Taken")
    press(machine, "back")
    tap(machine, first)
    front = machine.front
    assert front is not None and front.app == "gallery" and front.page.arg.endswith(first)


def test_empty_and_vanished_folders() -> None:
    machine = browse("Alarms")
    assert node(machine, "No items")
    machine.put(FILES, machine.files.remove(f"{SDCARD}/Alarms"))
    assert node(machine, "This folder no longer exists")


def test_a_long_folder_is_scrolled_without_making_all_rows() -> None:
    machine = phone(1)
    files: Files = machine.files
    for i in range(300):
        files = files.write(f"{SDCARD}/Download/file{i:03}.txt", b"", 0.0)
    machine.put(FILES, files)
    machine.launch("files", ("open", f"{SDCARD}/Download"))
    seen = set(names(machine))
    at = center(node(machine, rid="dir_list"))
    for _ in range(120):
        machine.execute("swipe", {**at, "direction": "down", "distance": "long"})
        seen |= set(names(machine))
    assert {f"file{i:03}.txt" for i in range(300)} <= seen


@pytest.mark.parametrize("size", [(280, 600), (600, 800)])
def test_all_rows_lie_on_the_screen(size: tuple[int, int]) -> None:
    machine = phone(3, "Files", *size)
    for found in nodes(machine):
        assert 0 <= found.bounds[0] < found.bounds[2] <= size[0]
    assert names(machine)


def select(machine: Phone, name: str, entry: str) -> None:
    """Chooses an entry of the menu for a file or folder."""
    long_tap(machine, name)
    tap(machine, description="More options")
    tap(machine, entry, role="menu_item")


def test_a_folder_is_packed_and_unpacked() -> None:
    machine = browse()
    scroll_to(machine, "Documents")
    select(machine, "Documents", "Compress")
    tap(machine, "OK")
    archive = machine.files.read(f"{SDCARD}/Documents.zip")
    paths = {member.path for member in archives.members(archive, "zip")}
    assert {"Documents", "Documents/Markor"} <= paths
    scroll_to(machine, "Documents.zip")
    tap(machine, "Documents.zip")
    tap(machine, "Extract")
    assert node(machine, "Documents (1)", rid="toolbar_title")
    for path in paths:
        copy = f"{SDCARD}/Documents (1)/{path}"
        assert machine.files.is_dir(copy) == machine.files.is_dir(f"{SDCARD}/{path}")
        assert machine.files.is_dir(copy) or machine.files.read(copy) == machine.files.read(f"{SDCARD}/{path}")


def test_several_files_are_packed_under_a_name_that_is_free() -> None:
    machine = browse("DCIM/Camera")
    first, second = names(machine)[:2]
    long_tap(machine, first)
    tap(machine, second)
    tap(machine, description="More options")
    tap(machine, "Compress")
    write(machine, "trip")
    tap(machine, "OK")
    archive = machine.files.read(f"{SDCARD}/DCIM/Camera/trip.zip")
    assert [member.path for member in archives.members(archive, "zip")] == sorted([first, second])
    select(machine, first, "Compress")
    write(machine, "trip")
    tap(machine, "OK")
    assert node(machine, "An item named “trip.zip” is already here.")
    assert machine.files.read(f"{SDCARD}/DCIM/Camera/trip.zip") == archive


def test_a_damaged_archive_says_so() -> None:
    machine = phone(3)
    machine.put(FILES, machine.files.write(f"{SDCARD}/Documents/bad.zip", b"PK no", machine.now))
    before = machine.files
    machine.launch("files", ("open", f"{SDCARD}/Documents"))
    tap(machine, "bad.zip")
    assert any("can't be opened" in n.text for n in nodes(machine, role="text"))
    tap(machine, "OK")
    select(machine, "bad.zip", "Extract")
    assert machine.files == before


@pytest.mark.parametrize(
    ("name", "content", "apps"),
    [
        ("pump.log", b"all well\n", ["Markdown"]),
        ("page.html", b"<p>hi</p>", ["Browser", "Markdown"]),
        ("song.mp3", b"\xff", ["Music"]),
        ("odd.bin", b"\xff\xfe", []),
    ],
)
def test_open_with_lists_the_apps_that_open_a_file(name: str, content: bytes, apps: list[str]) -> None:
    machine = phone(3)
    machine.put(FILES, machine.files.write(f"{SDCARD}/Documents/{name}", content, machine.now))
    machine.launch("files", ("open", f"{SDCARD}/Documents"))
    select(machine, name, "Open with")
    assert [n.text for n in nodes(machine, rid="text1")] == apps
    if apps:
        tap(machine, apps[-1], rid="text1")
        assert machine.front is not None and machine.apps[machine.front.app].name == apps[-1]


def test_a_folder_is_marked_and_reached_by_its_mark() -> None:
    machine = browse()
    select(machine, "DCIM", "Add to favourites")
    assert machine.get(data.FAVOURITES) == (f"{SDCARD}/DCIM",)
    tap(machine, description="Show roots")
    tap(machine, "DCIM", role="menu_item")
    assert "Camera" in names(machine)
    tap(machine, description="Show roots")
    tap(machine, "Internal storage")
    select(machine, "DCIM", "Remove from favourites")
    assert machine.get(data.FAVOURITES) == ()
