"""Labels, duplicates, cards and photos of the Contacts app."""

from __future__ import annotations

import pytest

from crab_sim.devices.vcards import Card, read_cards, write_cards
from crab_sim.machine.slices import FILES
from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.contacts.data import CONTACTS, GROUPS, ContactRow, GroupRow, duplicates
from tests.simulator.phone._drive import node, nodes, phone, press, replace, scroll_to, tap, write

ADA = ContactRow(1, "Ada Holm", "+1 206-555-0101", "ada.holm@example.com")
BRUNO = ContactRow(2, "Bruno Silva", "+1 206-555-0102")


@pytest.fixture
def book() -> Phone:
    machine = phone(3)
    machine.put(CONTACTS, (ADA, BRUNO))
    machine.execute("open_app", {"name": "Contacts"})
    return machine


def query(machine: Phone, uri: str) -> str:
    return Device(machine).run(f"content query --uri content://com.android.contacts/{uri}").stdout.decode()


def menu(machine: Phone, entry: str) -> None:
    tap(machine, description="More options")
    tap(machine, entry, role="menu_item")


def make_label(machine: Phone, title: str) -> None:
    tap(machine, "Labels")
    tap(machine, "Create label")
    write(machine, title)
    tap(machine, "OK")


def test_a_label_is_made_given_renamed_and_deleted(book: Phone) -> None:
    make_label(book, "Choir")
    tap(book, description="Add contacts")
    tap(book, "Bruno Silva")
    tap(book, "Add")
    assert book.get(GROUPS) == (GroupRow(1, "Choir"),)
    assert book.get(CONTACTS) == (ADA, BRUNO._replace(groups=(1,)))
    assert "title=Choir" in query(book, "groups")
    assert "mimetype=vnd.android.cursor.item/group_membership, data1=1" in query(book, "data")
    tap(book, description="Rename label")
    replace(book, "Label name", "Band")
    tap(book, "OK")
    tap(book, "Bruno Silva")
    assert node(book, "Band").description == "Labels"
    press(book, "back")
    tap(book, description="Delete label")
    tap(book, "Delete", role="button")
    assert (book.get(CONTACTS), book.get(GROUPS)) == ((ADA, BRUNO), ())


def test_a_label_is_taken_off_and_its_title_is_not_given_twice(book: Phone) -> None:
    make_label(book, "Choir")
    tap(book, description="Add contacts")
    tap(book, "Ada Holm")
    tap(book, "Add")
    tap(book, description="Remove Ada Holm from label")
    assert book.get(CONTACTS) == (ADA, BRUNO)
    press(book, "back")
    make_label(book, "choir")
    assert book.get(GROUPS) == (GroupRow(1, "Choir"),)


def test_birthday_and_website_are_entered_with_all_fields(book: Phone) -> None:
    tap(book, "Ada Holm")
    tap(book, description="Edit contact")
    tap(book, "More fields")
    scroll_to(book, "Birthday")
    tap(book, rid="birthday_button")
    tap(book, description="Switch to years")
    tap(book, "2024")
    tap(book, "OK")
    tap(book, description="Website")
    write(book, "https://ada.example")
    tap(book, "Save")
    (ada, _) = book.get(CONTACTS)
    assert ada.website == "https://ada.example" and ada.birthday.startswith("2024-")
    assert f"contact_event, data1={ada.birthday}, data2=3" in query(book, "data")
    tap(book, "https://ada.example")
    assert book.front is not None and book.front.app == "browser"


def test_a_photo_is_chosen_and_removed(book: Phone) -> None:
    tap(book, "Ada Holm")
    tap(book, description="Edit contact")
    tap(book, "Add photo")
    name = next(n.description for n in nodes(book, role="image") if n.description.startswith("Photo, "))
    tap(book, description=name)
    tap(book, "Save")
    path = next(path for path, _ in book.get(FILES).walk(SDCARD) if path.endswith(name.removeprefix("Photo, ")))
    assert book.get(CONTACTS)[0].photo == book.get(FILES).read(path)
    assert "mimetype=vnd.android.cursor.item/photo" in query(book, "data")
    tap(book, description="Edit contact")
    tap(book, "Remove")
    tap(book, "Save")
    assert book.get(CONTACTS) == (ADA, BRUNO)


def test_two_entries_of_one_person_become_one(book: Phone) -> None:
    book.put(CONTACTS, (ADA, ContactRow(3, "Ada Holm", "", "", True, "Holm & Co", groups=(4,)), BRUNO))
    menu(book, "Merge duplicates")
    tap(book, description="Merge Ada Holm")
    assert book.get(CONTACTS) == (ADA._replace(starred=True, company="Holm & Co", groups=(4,)), BRUNO)
    assert node(book, "No duplicates")


@pytest.mark.parametrize(
    "other",
    [ContactRow(3, "Ada Holm", "+1 206-555-0199"), ContactRow(3, "Ada Ferrer", ADA.phone), ContactRow(3, "", "1")],
)
def test_entries_that_contradict_each_other_or_share_nothing_are_no_duplicates(other: ContactRow) -> None:
    assert duplicates((ADA, other)) == ()


def test_entries_go_into_a_file_and_come_from_one(book: Phone) -> None:
    ada = ADA._replace(address="1 Lake Road; Alder", notes="likes\ntea", website="https://a.example", phone_type=3)
    book.put(CONTACTS, (ada._replace(birthday="2001-02-03"), BRUNO))
    menu(book, "Export to .vcf file")
    replace(book, "File name", "people")
    tap(book, "Save")
    assert book.get(FILES).is_file(f"{SDCARD}/Download/people.vcf")
    book.put(CONTACTS, ())
    menu(book, "Import from .vcf file")
    tap(book, "people.vcf")
    assert book.get(CONTACTS) == (ada._replace(birthday="2001-02-03"), BRUNO)


def test_cards_of_other_programs_are_read() -> None:
    text = (
        "BEGIN:VCARD\r\nVERSION:4.0\r\nN:Holm;Ada;;;\r\nFN:Dr. Ada\r\n  Holm\r\n"
        "item1.TEL;VALUE=uri;TYPE=home:tel:555\r\n"
        "TEL:777\r\nBDAY:19900412\r\nADR:;;1 Lake Rd;Alder;;;\r\nX-ODD:1\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:Half"
    )
    assert read_cards(text) == (
        Card("Dr. Ada Holm", "555", address="1 Lake Rd, Alder", birthday="1990-04-12", phone_type=1),
    )
    assert read_cards(write_cards(read_cards(text))) == read_cards(text)
    assert read_cards("no card") == ()
