"""The Archive Manager, and archives in Files: looking, extracting, adding, deleting, compressing."""

from __future__ import annotations

import io
import tarfile
import zipfile

import pytest

from crab_sim.desktop import Desktop
from crab_sim.engines.archives import Kind, Packed, pack
from crab_sim.machine.slices import FILES
from crab_sim.ui.node import CHECKED
from tests.simulator.desktop._drive import (
    HOME,
    center,
    click,
    desktop,
    double_click,
    front_app,
    node,
    nodes,
    press,
    right_click,
    start,
    title,
    write,
)  # fmt: skip

DOWNLOADS = f"{HOME}/Downloads"
ROWS = (
    Packed("trip", None, 1.79e9), Packed("trip/plan.txt", b"By train.\n", 1.79e9),
    Packed("trip/maps/north.txt", b"N\n", 1.79e9), Packed("read me.md", b"# Trip\n", 1.79e9),
)  # fmt: skip


def put(machine: Desktop, path: str, data: bytes) -> None:
    machine.put(FILES, machine.files.write(path, data, machine.now, owner="user"))


def opened(kind: Kind = "zip") -> Desktop:
    """Opens an archive from Files."""
    machine = desktop()
    put(machine, f"{DOWNLOADS}/trip.{kind}", pack(kind, ROWS))
    start(machine, "Files")
    double_click(machine, "Downloads")
    double_click(machine, f"trip.{kind}")
    return machine


def shown(machine: Desktop) -> list[str]:
    found = nodes(machine, role="list_item")
    return [n.text for n in found if n.app == "archive_manager" and n.message and n.message[0] == "select"]


def inside(machine: Desktop, path: str) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(machine.files.read(path))) as archive:
        return archive.namelist()


@pytest.mark.parametrize("kind", ["zip", "tar.gz"])
def test_an_archive_opens_from_files_and_its_folders_are_entered(kind: Kind) -> None:
    machine = opened(kind)
    assert (front_app(machine), title(machine)) == ("archive_manager", f"trip.{kind}")
    assert shown(machine) == ["trip", "read me.md"]
    double_click(machine, "trip")
    assert shown(machine) == ["maps", "plan.txt"]
    assert nodes(machine, "Location: /trip")
    press(machine, "backspace")
    assert shown(machine) == ["trip", "read me.md"]


def test_everything_is_extracted_into_the_folder_that_is_chosen() -> None:
    machine = opened()
    press(machine, "ctrl+e")
    write(machine, "~/Documents/new place\n")
    assert nodes(machine, "Extraction completed successfully")
    assert machine.files.read(f"{HOME}/Documents/new place/trip/maps/north.txt") == b"N\n"
    assert machine.files.read(f"{HOME}/Documents/new place/read me.md") == b"# Trip\n"
    click(machine, "Show the Files", role="button")
    assert (front_app(machine), title(machine)) == ("files", "new place")


def test_only_the_selection_is_extracted() -> None:
    machine = opened()
    click(machine, "read me.md", role="list_item")
    click(machine, "Extract", role="button")
    click(machine, "Extract", role="button")
    assert machine.files.exists(f"{DOWNLOADS}/read me.md")
    assert not machine.files.exists(f"{DOWNLOADS}/trip")


@pytest.mark.parametrize(("answer", "content"), [("Replace", b"By train.\n"), ("Skip", b"old"), ("Cancel", b"old")])
def test_files_that_are_there_are_replaced_only_on_demand(answer: str, content: bytes) -> None:
    machine = opened()
    machine.put(FILES, machine.files.mkdir(f"{DOWNLOADS}/trip", machine.now, owner="user"))
    put(machine, f"{DOWNLOADS}/trip/plan.txt", b"old")
    press(machine, "ctrl+e", "enter")
    assert nodes(machine, "Replace “plan.txt”?")
    click(machine, answer, role="button")
    assert machine.files.read(f"{DOWNLOADS}/trip/plan.txt") == content
    assert machine.files.exists(f"{DOWNLOADS}/read me.md") == (answer != "Cancel")


def test_nothing_is_extracted_where_the_user_may_not_write() -> None:
    machine = opened()
    press(machine, "ctrl+e")
    write(machine, "/etc\n")
    assert nodes(machine, "Permission denied")
    assert not machine.files.exists("/etc/trip")


def test_files_are_added_and_deleted() -> None:
    machine = opened()
    put(machine, f"{DOWNLOADS}/extra.txt", b"more")
    double_click(machine, "trip")
    click(machine, description="Add Files")
    assert nodes(machine, DOWNLOADS, role="text_field") and not nodes(machine, "Add", role="button")[-1].message
    click(machine, description="extra.txt", role="checkbox")
    click(machine, "Add", role="button")
    assert shown(machine) == ["maps", "extra.txt", "plan.txt"]
    click(machine, "maps", role="list_item")
    press(machine, "delete")
    click(machine, "Delete", role="button")
    assert inside(machine, f"{DOWNLOADS}/trip.zip") == ["read me.md", "trip/", "trip/extra.txt", "trip/plan.txt"]


def test_another_folder_is_shown_by_its_path_its_row_or_its_place() -> None:
    machine = opened()
    click(machine, description="Add Files")
    click(machine, DOWNLOADS, role="text_field")
    press(machine, "ctrl+a")
    write(machine, "~/Documents\n")
    assert nodes(machine, f"{HOME}/Documents", role="text_field") and nodes(machine, description="lists")
    double_click(machine, "lists", role="cell")
    click(machine, description="todo.txt", role="checkbox")
    click(machine, description="Go up one level")
    assert nodes(machine, description="lists") and not any(n.flags & CHECKED for n in nodes(machine, role="checkbox"))
    click(machine, "Computer", role="list_item")
    assert nodes(machine, "/", role="text_field")
    press(machine, "escape")
    assert not nodes(machine, "Computer")


def test_what_is_left_out_is_told_by_the_options() -> None:
    machine = opened()
    machine.put(FILES, machine.files.mkdir(f"{DOWNLOADS}/pile/old", machine.now, parents=True))
    put(machine, f"{DOWNLOADS}/pile/a.txt", b"1")
    put(machine, f"{DOWNLOADS}/pile/b.bak", b"2")
    put(machine, f"{DOWNLOADS}/pile/old/c.txt", b"3")
    for exclude, folders in (("*.bak", ""), ("", "old")):
        click(machine, description="Add Files")
        click(machine, "Options", role="button")
        for field, text in zip(nodes(machine, role="text_field")[-2:], (exclude, folders), strict=True):
            machine.execute("click", center(field))
            write(machine, text)
        click(machine, description="pile", role="checkbox")
        click(machine, "Add", role="button")
        added = [name for name in inside(machine, f"{DOWNLOADS}/trip.zip") if name.startswith("pile/")]
        assert ("pile/b.bak" in added, "pile/old/c.txt" in added) == (not exclude, True)  # the first stays
        assert "pile/a.txt" in added


def test_only_newer_files_are_added() -> None:
    machine = opened()
    for days, content in ((-1, b"# Trip\n"), (1, b"changed")):
        machine.put(FILES, machine.files.write(f"{DOWNLOADS}/read me.md", b"changed", 1.79e9 + 86_400.0 * days))
        click(machine, description="Add Files")
        click(machine, "Options", role="button")
        click(machine, "Add only if newer", role="checkbox")
        click(machine, description="read me.md", role="checkbox")
        click(machine, "Add", role="button")
        with zipfile.ZipFile(io.BytesIO(machine.files.read(f"{DOWNLOADS}/trip.zip"))) as archive:
            assert archive.read("read me.md") == content


def test_a_file_of_the_archive_is_opened() -> None:
    machine = opened()
    double_click(machine, "read me.md")
    assert front_app(machine) == "text_editor"
    assert nodes(machine, "# Trip\n", role="text_field") or nodes(machine, "# Trip", role="text_field")


def test_a_new_archive_is_made() -> None:
    machine = desktop("Archive Manager")
    press(machine, "ctrl+n")
    write(machine, "~/Documents/fresh\n")
    assert title(machine) == "fresh.zip"
    click(machine, description="Add Files")
    click(machine, description="lists", role="checkbox")
    click(machine, "Add", role="button")
    assert "lists/todo.txt" in inside(machine, f"{HOME}/Documents/fresh.zip")


def test_what_is_no_archive_says_so() -> None:
    machine = desktop()
    put(machine, f"{DOWNLOADS}/bad.zip", b"PK\x03\x04 no")
    start(machine, "Files")
    double_click(machine, "Downloads")
    double_click(machine, "bad.zip")
    assert nodes(machine, "Could not open “bad.zip”")
    assert nodes(machine, "It is damaged or no archive.")
    press(machine, "ctrl+e", "delete", "ctrl+a", "enter")


@pytest.mark.parametrize("kind", ["zip", "tar.gz"])
def test_files_compresses_the_selection_and_extracts_it(kind: Kind) -> None:
    machine = desktop("Files")
    double_click(machine, "Documents")
    right_click(machine, "lists")
    click(machine, "Compress…")
    click(machine, f".{kind}", role="list_item")
    write(machine, "all lists")
    click(machine, "Create", role="button")
    data = machine.files.read(f"{HOME}/Documents/all lists.{kind}")
    if kind == "zip":
        assert "lists/packing.txt" in inside(machine, f"{HOME}/Documents/all lists.zip")
    else:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
            assert "lists/packing.txt" in archive.getnames()
    right_click(machine, f"all lists.{kind}")
    click(machine, "Extract Here")
    old, new = f"{HOME}/Documents/lists", f"{HOME}/Documents/lists (1)"
    assert machine.files.list(new) == machine.files.list(old)
    assert machine.files.read(f"{new}/todo.txt") == machine.files.read(f"{old}/todo.txt")


def test_an_archive_of_several_things_gets_a_folder_of_its_own() -> None:
    machine = desktop()
    put(machine, f"{DOWNLOADS}/trip.tgz", pack("tar.gz", ROWS))
    start(machine, "Files")
    double_click(machine, "Downloads")
    right_click(machine, "trip.tgz")
    click(machine, "Extract Here")
    assert machine.files.list(f"{DOWNLOADS}/trip") == ("read me.md", "trip")


def test_a_taken_name_is_not_compressed_over() -> None:
    machine = desktop("Files")
    put(machine, f"{HOME}/Music.zip", b"mine")
    right_click(machine, "Music")
    click(machine, "Compress…")
    assert nodes(machine, "A file with that name already exists.")
    press(machine, "enter")
    assert machine.files.read(f"{HOME}/Music.zip") == b"mine"
    assert node(machine, "Compress", role="dialog")
