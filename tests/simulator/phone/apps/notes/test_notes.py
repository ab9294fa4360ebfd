from __future__ import annotations

import pytest

from crab_sim.phone import Phone
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.notes import data as notes_data
from crab_sim.phone.apps.notes.data import DATABASE, Check, NoteRow
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, replace, tap, write
from tests.simulator.phone._tables import columns, round_trip

START = (
    NoteRow(1, "Shop", checklist=True, items=(Check("Milk"), Check("Tea", True)), edited=300.0),
    NoteRow(2, "Key", "With the neighbours", labels=("Home",), edited=200.0),
    NoteRow(3, "", "Level 3", pinned=True, edited=100.0),
)


@pytest.fixture
def notes() -> Phone:
    machine = phone()
    machine.put(notes_data.NOTES, START)
    machine.execute("open_app", {"name": "Notes"})
    return machine


def rows(machine: Phone) -> list[tuple[str, str]]:
    return [(row.title, row.text) for row in machine.get(notes_data.NOTES) if row.place == "notes"]


def cards(machine: Phone) -> list[str]:
    return [n.description for n in nodes(machine, rid="browse_note_interior_content")]


def test_seeds() -> None:
    values = [phone(seed).get(notes_data.NOTES) for seed in range(20)]
    assert len(set(values)) == 20
    assert all(any(row.place == "trash" for row in value) and any(row.checklist for row in value) for value in values)


def test_new_note_is_kept_on_back(notes: Phone) -> None:
    tap(notes, description="New text note")
    write(notes, "Buy a ladder\nand paint")
    assert node(notes, rid="edit_note_text").text == "Buy a ladder\nand paint"
    assert node(notes, rid="editable_title").description == "Title"
    assert node(notes, rid="editor_bottom_bar")
    press(notes, "back")
    assert rows(notes)[-1] == ("", "Buy a ladder\nand paint")
    assert cards(notes)[1] == "Buy a ladder\nand paint"  # below the pinned one


def test_an_empty_note_is_dropped(notes: Phone) -> None:
    tap(notes, description="New text note")
    tap(notes, description="Navigate up")
    assert notes.get(notes_data.NOTES) == START


def test_looking_is_not_editing(notes: Phone) -> None:
    tap(notes, "Key")
    press(notes, "back")
    assert notes.get(notes_data.NOTES) == START


def test_edit(notes: Phone) -> None:
    tap(notes, "Key")
    replace(notes, "Title", "Spare key")
    replace(notes, "Note", "Under the pot")
    tap(notes, description="Background")
    tap(notes, description="Mint")
    tap(notes, description="Pin")
    press(notes, "back")
    row = notes.get(notes_data.NOTES)[1]
    assert (row.title, row.text, row.color, row.pinned) == ("Spare key", "Under the pot", 4, True)
    assert row.edited == pytest.approx(notes.now, abs=1)


def test_checklist(notes: Phone) -> None:
    tap(notes, "Shop")
    tap(notes, description="Milk")
    tap(notes, rid="add_item")
    write(notes, "Rice\nSoap\n")
    tap(notes, description="Tea", rid="item_checkbox")
    press(notes, "back")
    expected = (Check("Milk", True), Check("Tea"), Check("Rice"), Check("Soap"))
    assert notes.get(notes_data.NOTES)[0].items == expected
    tap(notes, "Shop")
    tap(notes, description="Hide checkboxes")
    press(notes, "back")
    assert rows(notes)[0] == ("Shop", "Milk\nTea\nRice\nSoap")
    tap(notes, "Shop")
    tap(notes, description="Checkboxes")
    tap(notes, description="Delete list item")
    press(notes, "back")
    assert notes.get(notes_data.NOTES)[0].items == (Check("Milk"), Check("Tea"), Check("Rice"))


def test_search(notes: Phone) -> None:
    tap(notes, "Search your notes")
    write(notes, "MILK")
    assert [card.partition(".")[0] for card in cards(notes)] == ["Shop"]
    write(notes, "x")
    assert node(notes, "No matching notes")


def test_trash_and_back(notes: Phone) -> None:
    tap(notes, "Key")
    tap(notes, description="Action")
    tap(notes, "Delete")
    assert len(rows(notes)) == 2
    tap(notes, description="Open navigation drawer")
    tap(notes, "Trash", role="menu_item")
    tap(notes, "Key")
    tap(notes, "Restore")
    assert len(rows(notes)) == 3
    assert node(notes, "No notes in Trash")


def test_several_at_once(notes: Phone) -> None:
    long_tap(notes, "Shop")
    tap(notes, "Key")
    tap(notes, description="Archive")
    assert [row.place for row in notes.get(notes_data.NOTES)] == ["archive", "archive", "notes"]
    tap(notes, description="Open navigation drawer")
    tap(notes, "Archive", role="menu_item")
    long_tap(notes, "Shop")
    tap(notes, description="Delete")
    tap(notes, description="Open navigation drawer")
    tap(notes, "Trash", role="menu_item")
    tap(notes, "Empty Trash")
    press(notes, "back")
    tap(notes, "Empty Trash")
    tap(notes, "Empty")
    assert [row.id for row in notes.get(notes_data.NOTES)] == [2, 3]


def test_labels(notes: Phone) -> None:
    tap(notes, "Shop")
    tap(notes, description="Action")
    tap(notes, "Labels")
    tap(notes, description="Enter label name")
    write(notes, "Food")
    tap(notes, "Create “Food”")
    tap(notes, "Home", role="checkbox")
    press(notes, "back")
    press(notes, "back")
    assert notes.get(notes_data.NOTES)[0].labels == ("Food", "Home")
    tap(notes, description="Open navigation drawer")
    tap(notes, "Food", role="menu_item")
    assert len(cards(notes)) == 1


def test_copy(notes: Phone) -> None:
    tap(notes, "Key")
    tap(notes, description="Action")
    tap(notes, "Make a copy")
    press(notes, "back")
    assert rows(notes).count(("Key", "With the neighbours")) == 2


def test_an_intent_begins_a_note(notes: Phone) -> None:
    notes.launch("notes", ("add", "Idea", "A lamp"))
    press(notes, "back")
    assert rows(notes)[-1] == ("Idea", "A lamp")


def test_database() -> None:
    for seed in range(10):
        value = phone(seed).get(notes_data.NOTES)
        (again,) = round_trip(DATABASE, value)
        assert [row._replace(created=0.0, edited=0.0) for row in again] == [
            row._replace(created=0.0, edited=0.0) for row in value
        ]
        assert [row.edited for row in again] == pytest.approx([row.edited for row in value])
    assert columns(DATABASE, "list_item") == ["_id", "note_id", "text", "is_checked", "position"]


def test_undo_and_redo(notes: Phone) -> None:
    tap(notes, "Key")
    assert not nodes(notes, description="Undo")
    tap(notes, description="Note")
    write(notes, " since May")
    tap(notes, description="Checkboxes")
    tap(notes, description="Undo")
    tap(notes, description="Undo")
    assert node(notes, rid="edit_note_text").text == "With the neighbours"
    assert not nodes(notes, description="Undo")
    tap(notes, description="Redo")
    press(notes, "back")
    assert rows(notes)[1] == ("Key", "With the neighbours since May")


def test_a_locked_note_is_shown_to_whoever_knows_its_pin(notes: Phone) -> None:
    tap(notes, "Key")
    tap(notes, description="Action")
    tap(notes, "Lock note")
    write(notes, "4711")
    tap(notes, "OK")
    press(notes, "back")
    row = notes.get(notes_data.NOTES)[1]
    assert (row.text, row.lock) == ("With the neighbours", notes_data.pin_hash("4711"))
    assert "Key. Locked" in cards(notes) and not any("neighbours" in n.text for n in notes.scene.nodes)
    assert notes_data.search(notes.get(notes_data.NOTES), "neighbours") == ()
    for pin, shown in (("4712", False), ("4711", True)):
        tap(notes, "Key")
        write(notes, pin)
        tap(notes, "OK")
        assert bool(nodes(notes, "With the neighbours")) is shown
        if not shown:
            assert node(notes, "Wrong PIN")
            tap(notes, "OK")
    tap(notes, description="Action")
    tap(notes, "Unlock note")
    press(notes, "back")
    assert notes.get(notes_data.NOTES)[1].lock == ""


def test_ticks_are_taken_off_and_ticked_items_deleted(notes: Phone) -> None:
    for item, left in (
        ("Delete checked items", (Check("Milk"),)),
        ("Uncheck all items", (Check("Milk"), Check("Tea"))),
    ):
        notes.put(notes_data.NOTES, START)
        tap(notes, "Shop")
        tap(notes, description="Action")
        tap(notes, item)
        press(notes, "back")
        assert notes.get(notes_data.NOTES)[0].items == left


def test_a_note_becomes_a_file_and_a_file_a_note(notes: Phone) -> None:
    tap(notes, "Shop")
    tap(notes, description="Action")
    tap(notes, "Export as file")
    tap(notes, "Save here")
    assert notes.files.read(f"{SDCARD}/Download/Shop.txt") == b"[ ] Milk\n[x] Tea"
    tap(notes, "OK")
    press(notes, "back")
    tap(notes, description="Open navigation drawer")
    tap(notes, "Open file")
    tap(notes, "Shop.txt")
    assert rows(notes)[-1] == ("Shop", "[ ] Milk\n[x] Tea")


@pytest.mark.parametrize(("title", "name"), [("a/b", "a_b.txt"), ("..", "...txt"), ("x" * 300, "x" * 80 + ".txt")])
def test_a_files_name_stays_in_its_folder(notes: Phone, title: str, name: str) -> None:
    notes.put(notes_data.NOTES, (NoteRow(1, title, "text"),))
    before = set(notes.files.list(f"{SDCARD}/Download"))
    tap(notes, "text")
    tap(notes, description="Action")
    tap(notes, "Export as file")
    tap(notes, "Save here")
    assert set(notes.files.list(f"{SDCARD}/Download")) - before == {name}
