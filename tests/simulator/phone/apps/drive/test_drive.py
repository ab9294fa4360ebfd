from __future__ import annotations

import pytest

from crab_sim.devices import media
from crab_sim.machine.slices import FILES
from crab_sim.phone import Phone
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.drive.data import DATABASE, DRIVE, DriveRow, listed, subtree
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, tap, write
from tests.simulator.phone._tables import round_trip

START = (
    DriveRow(1, "Taxes", True, created=1.0, modified=1.0),
    DriveRow(2, "Old", True, 1, created=1.0, modified=1.0),
    DriveRow(3, "plan.txt", False, 0, b"buy seeds", modified=5.0),
    DriveRow(4, "bill.pdf", False, 1, b"%PDF-1.4 bill", modified=4.0),
    DriveRow(5, "song list", False, 0, b"waltz", "Ada Holm", modified=3.0),
)


@pytest.fixture
def app() -> Phone:
    machine = phone()
    machine.put(DRIVE, START)
    machine.execute("open_app", {"name": "Drive"})
    return machine


def shown(machine: Phone) -> list[str]:
    return [n.text for n in nodes(machine, rid="entry_label")]


def row(machine: Phone, row_id: int) -> DriveRow:
    found: DriveRow = next(r for r in machine.get(DRIVE) if r.id == row_id)
    return found


def action(machine: Phone, name: str, what: str) -> None:
    tap(machine, description=f"More actions for {name}")
    tap(machine, what, role="menu_item")


def test_seeds() -> None:
    values = [phone(seed).get(DRIVE) for seed in range(20)]
    assert len(set(values)) == 20
    for value in values:
        assert all(r.parent == 0 or any(f.id == r.parent and f.folder for f in value) for r in value)
        assert listed(value, "home") and listed(value, "files")


def test_descriptions(app: Phone) -> None:
    assert [n.description for n in nodes(app, rid="entry_label")] == ["Taxes Folder", "plan.txt Text"]
    tap(app, "Shared")
    assert [n.description for n in nodes(app, rid="entry_label")] == ["song list Google Docs"]


def test_folders(app: Phone) -> None:
    tap(app, "Taxes")
    assert shown(app) == ["Old", "bill.pdf"]
    tap(app, "New")
    tap(app, "Folder")
    write(app, "2026")
    tap(app, "Create")
    assert row(app, 6)[:4] == (6, "2026", True, 1)
    assert node(app, "Created 2026")
    app.advance(10)
    assert not nodes(app, "Created 2026")
    tap(app, "2026")
    assert node(app, "This folder is empty")


def test_rename_star_and_details(app: Phone) -> None:
    action(app, "plan.txt", "Rename")
    write(app, "seeds.txt\n")
    assert row(app, 3).name == "seeds.txt"
    action(app, "seeds.txt", "Add to Starred")
    tap(app, "Starred", role="tab")
    assert shown(app) == ["seeds.txt"]
    action(app, "seeds.txt", "Details")
    assert node(app, "9 bytes", description="Size")
    press(app, "back")
    action(app, "seeds.txt", "Remove from Starred")
    assert node(app, "No starred files")


def test_move(app: Phone) -> None:
    long_tap(app, "plan.txt")
    tap(app, "Taxes")
    tap(app, description="Move")
    tap(app, "Taxes", role="list_item")  # it can't be moved into itself
    tap(app, "Move here")
    assert app.get(DRIVE) == START
    action(app, "plan.txt", "Move")
    tap(app, "Taxes", role="list_item")
    tap(app, "Old")
    tap(app, "Move here")
    assert row(app, 3).parent == 2
    assert node(app, "Moved to Old")


def test_bin(app: Phone) -> None:
    action(app, "Taxes", "Remove")
    assert shown(app) == ["plan.txt"]
    tap(app, description="Bin")
    assert shown(app) == ["Taxes"]
    action(app, "Taxes", "Restore")
    assert node(app, "Nothing in the bin")
    press(app, "back")
    action(app, "Taxes", "Remove")
    tap(app, description="Bin")
    tap(app, "Empty")
    tap(app, "Empty")
    assert [r.id for r in app.get(DRIVE)] == [3, 5]


def test_upload(app: Phone) -> None:
    path = f"{SDCARD}/Documents/ticket.jpg"
    app.put(FILES, app.files.write(path, media.bundled_photo("cat"), app.now))
    tap(app, "New")
    tap(app, "Upload")
    tap(app, "Documents")
    tap(app, "ticket.jpg")
    assert row(app, 6).data == media.bundled_photo("cat")
    assert "ticket.jpg" in shown(app)
    tap(app, "ticket.jpg")
    assert node(app, description="ticket.jpg", role="image")


def test_share_into_drive(app: Phone) -> None:
    path = f"{SDCARD}/Documents/letter.txt"
    app.put(FILES, app.files.write(path, b"Dear", app.now))
    app.launch("drive", ("upload", path))
    write(app, "mail.txt")
    tap(app, "Save")
    assert row(app, 6)[:5] == (6, "mail.txt", False, 0, b"Dear")
    assert "mail.txt" in shown(app)


def test_download(app: Phone) -> None:
    for _ in range(2):
        action(app, "plan.txt", "Download")
    assert app.files.read(f"{SDCARD}/Download/plan.txt") == b"buy seeds"
    assert app.files.read(f"{SDCARD}/Download/plan (1).txt") == b"buy seeds"
    tap(app, "Shared")
    app.put(DRIVE, tuple(r._replace(name="../../x") if r.id == 5 else r for r in START))
    action(app, "../../x", "Download")
    assert app.files.read(f"{SDCARD}/Download/.._.._x") == b"waltz"


def test_share_a_text_into_drive(app: Phone) -> None:
    app.launch("drive", ("text", "Seeds\nbeans"))
    tap(app, "Save")
    assert row(app, 6)[:5] == (6, "Seeds.txt", False, 0, b"Seeds\nbeans")


def test_open_and_search(app: Phone) -> None:
    tap(app, "plan.txt")
    assert node(app, "buy seeds")
    press(app, "back")
    tap(app, "Search in Drive")
    write(app, "BILL")
    assert shown(app) == ["bill.pdf"]
    assert node(app, "bill.pdf", rid="entry_label")
    tap(app, "bill.pdf")
    assert node(app, "Download", role="button")


def test_sort(app: Phone) -> None:
    app.put(DRIVE, (*START, DriveRow(6, "a.txt", data=b"x", modified=9.0)))
    assert shown(app) == ["Taxes", "a.txt", "plan.txt"]
    tap(app, "Sorted by Name")
    tap(app, "Size")
    assert shown(app) == ["Taxes", "plan.txt", "a.txt"]
    tap(app, "Sorted by Size")
    tap(app, "Reverse order")
    assert shown(app) == ["Taxes", "a.txt", "plan.txt"]


def test_folders_in_a_circle() -> None:
    circle = (DriveRow(1, "a", True, 2), DriveRow(2, "b", True, 1), DriveRow(3, "c", False, 1))
    assert subtree(circle, (1,)) == {1, 2, 3}
    assert listed(circle, "files", 1) == (circle[1], circle[2])


def test_database() -> None:
    assert round_trip(DATABASE, START) == (START,)
    for seed in range(5):
        value = phone(seed).get(DRIVE)
        assert round_trip(DATABASE, value) == (value,)
