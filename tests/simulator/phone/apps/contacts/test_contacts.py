from __future__ import annotations

import pytest

from crab_sim.machine.rows import get
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.phone import Phone
from crab_sim.phone.apps.contacts import data as contacts
from crab_sim.phone.apps.contacts.data import CONTACTS, ContactRow, as_text, matching
from crab_sim.phone.apps.messages.data import MESSAGES
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, replace, scroll_to, tap, write

ADA = ContactRow(1, "Ada Holm", "+1 206-555-0101", "ada.holm@example.com")
BRUNO = ContactRow(2, "Bruno Silva", "+1 206-555-0102")


@pytest.fixture
def book() -> Phone:
    machine = phone()
    machine.put(CONTACTS, (BRUNO._replace(id=2), ADA))
    machine.execute("open_app", {"name": "Contacts"})
    return machine


def rows(machine: Phone) -> tuple[ContactRow, ...]:
    found: tuple[ContactRow, ...] = machine.get(CONTACTS)
    return found


def names(machine: Phone) -> list[str]:
    return [n.text for n in nodes(machine, role="list_item")]


def test_seeded_address_books_differ_and_are_sound() -> None:
    books = [rows(phone(seed)) for seed in range(30)]
    assert len(set(books)) == 30
    for book in books:
        assert 10 <= len(book) <= 16
        assert len({contacts.digits(row.phone) for row in book}) == len({row.name for row in book}) == len(book)
        assert all("-555-01" in row.phone for row in book)
        assert [row.id for row in book] == list(range(1, len(book) + 1))


def test_list_is_sorted_and_search_filters_while_typing(book: Phone) -> None:
    assert names(book) == ["Ada Holm", "Bruno Silva"]
    tap(book, description="Search contacts")
    for query, expected in (("b", ["Bruno Silva"]), ("runo", ["Bruno Silva"]), ("x", [])):
        write(book, query)
        assert names(book) == expected
    assert node(book, "No contacts found")
    tap(book, description="Clear search")
    write(book, "0101")
    assert names(book) == ["Ada Holm"]


def test_digits_of_an_address_are_not_those_of_numbers(book: Phone) -> None:
    rows = (ContactRow(1, "Ada", "+1 206-555-0135", ""), ContactRow(2, "Bo", "", "inga.13@lark.example"))
    assert [row.name for row in matching(rows, "inga.13@lark")] == ["Bo"]
    assert [row.name for row in matching(rows, "555-01")] == ["Ada"]


def test_enter_in_the_search_of_the_starred_changes_nothing(book: Phone) -> None:
    tap(book, "Favourites")
    tap(book, description="Search contacts")
    write(book, "ada\n")
    assert names(book) == []


def test_create(book: Phone) -> None:
    tap(book, description="Create contact")
    save = node(book, rid="toolbar_button")
    assert save.message is None
    write(book, "Zoe\nVan der Berg\n555-0199\nzoe@example.com")
    tap(book, "Save")
    assert rows(book)[-1] == ContactRow(3, "Zoe Van der Berg", "555-0199", "zoe@example.com")
    assert node(book, rid="large_title").text == "Zoe Van der Berg"
    press(book, "back")
    assert names(book) == ["Ada Holm", "Bruno Silva", "Zoe Van der Berg"]


def test_nothing_is_saved_of_an_empty_or_discarded_contact(book: Phone) -> None:
    tap(book, description="Create contact")
    tap(book, "Save")
    write(book, "  ")
    tap(book, "Save")
    write(book, "Half")
    press(book, "back")
    assert len(rows(book)) == 2
    assert names(book) == ["Ada Holm", "Bruno Silva"]


def test_edit_keeps_the_id_and_the_star(book: Phone) -> None:
    tap(book, "Ada Holm")
    tap(book, description="Add to favourites")
    tap(book, description="Edit contact")
    replace(book, "Last name", "Ferrer")
    replace(book, "Phone", "555-0150")
    tap(book, "Save")
    assert get(rows(book), 1) == ContactRow(1, "Ada Ferrer", "555-0150", "ada.holm@example.com", True)
    tap(book, description="Remove from favourites")
    assert not get(rows(book), 1).starred  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["Cher", "Ada Holm", "Mary Jane Van Dyke"])
def test_saving_unchanged_changes_no_name(book: Phone, name: str) -> None:
    book.put(CONTACTS, (ContactRow(5, name, "1"),))
    tap(book, name)
    tap(book, description="Edit contact")
    tap(book, "Save")
    assert rows(book) == (ContactRow(5, name, "1"),)


def test_delete_asks_first(book: Phone) -> None:
    tap(book, "Ada Holm")
    tap(book, description="More options")
    tap(book, "Delete")
    tap(book, "Cancel")
    assert ADA in rows(book)
    tap(book, description="More options")
    tap(book, "Delete")
    tap(book, "Delete", role="button")
    assert rows(book) == (BRUNO,)
    assert names(book) == ["Bruno Silva"]


def test_row_menu(book: Phone) -> None:
    long_tap(book, "Bruno Silva")
    tap(book, "Copy number")
    assert book.get(CLIPBOARD) == BRUNO.phone
    long_tap(book, "Bruno Silva")
    tap(book, "Edit")
    assert node(book, description="First name").text == "Bruno"
    press(book, "back")
    long_tap(book, "Bruno Silva")
    tap(book, "Delete")
    press(book, "back")
    assert not nodes(book, role="dialog")
    assert len(rows(book)) == 2


def test_last_contact_leaves_an_empty_page(book: Phone) -> None:
    book.put(CONTACTS, ())
    assert node(book, "No contacts yet")
    tap(book, description="Create contact")
    write(book, "Solo")
    tap(book, "Save")
    assert rows(book) == (ContactRow(1, "Solo"),)
    assert node(book, "Message", role="button").message is None


def test_message_opens_the_conversation(book: Phone) -> None:
    tap(book, "Bruno Silva")
    tap(book, "Message", role="button")
    assert node(book, rid="conversation_title").text == "Bruno Silva"
    write(book, "Hi")
    tap(book, description="Send SMS")
    last = book.get(MESSAGES)[-1]
    assert (last.address, last.body, last.box) == (BRUNO.phone, "Hi", "sent")
    press(book, "back")
    assert node(book, "Messages")


def test_every_seeded_contact_can_be_reached_by_scrolling() -> None:
    machine = phone(4, "Contacts", 280, 480)
    last = max(rows(machine), key=lambda row: row.name.casefold())
    scroll_to(machine, last.name)
    tap(machine, last.name)
    assert node(machine, rid="large_title").text == last.name


def test_more_fields_are_kept_and_shown(book: Phone) -> None:
    tap(book, "Ada Holm")
    tap(book, description="Edit contact")
    assert not nodes(book, description="Company")
    tap(book, "More fields")
    write(book, "Holm & Co\n1 Lake Road\nlikes tea")
    tap(book, "Save")
    ada = get(rows(book), 1)
    assert ada == ADA._replace(company="Holm & Co", address="1 Lake Road", notes="likes tea")
    assert [n.text for n in nodes(book, rid="header")][2:] == ["1 Lake Road", "Holm & Co", "likes tea"]
    tap(book, description="Edit contact")
    assert node(book, description="Notes").text == "likes tea"


def test_large_photo_says_whose_it_is(book: Phone) -> None:
    tap(book, "Ada Holm")
    assert node(book, rid="photo_touch_intercept_overlay").description == "Ada Holm"
    assert [n.text for n in nodes(book, rid="header")] == [ADA.phone, ADA.email]


def test_call_and_email_lead_to_their_apps(book: Phone) -> None:
    tap(book, "Ada Holm")
    tap(book, "Call", role="button")
    assert node(book, rid="contactgrid_contact_name").text == "Ada Holm"
    book.execute("open_app", {"name": "Contacts"})
    tap(book, "Email", role="button")
    assert node(book, rid="peoplekit_chip").description == ADA.email
    book.put(CONTACTS, (BRUNO,))
    book.launch("contacts", ("show", 2))
    assert node(book, "Email", role="button").message is None


def test_favourites_are_listed_apart(book: Phone) -> None:
    tap(book, "Favourites")
    assert node(book, "No favourites yet")
    tap(book, "All", role="button")
    tap(book, "Bruno Silva")
    tap(book, description="Add to favourites")
    press(book, "back")
    tap(book, "Favourites")
    assert names(book) == ["Bruno Silva"]


def test_several_are_deleted_at_once(book: Phone) -> None:
    book.put(CONTACTS, (*rows(book), ContactRow(3, "Chiara Rossi")))
    long_tap(book, "Ada Holm")
    tap(book, "Select")
    tap(book, "Bruno Silva")
    tap(book, "Chiara Rossi")
    tap(book, "Bruno Silva")
    assert node(book, "2 selected")
    press(book, "back")
    assert not nodes(book, "2 selected")
    long_tap(book, "Ada Holm")
    tap(book, "Select")
    tap(book, "Chiara Rossi")
    tap(book, description="Delete")
    tap(book, "Delete", role="button")
    assert rows(book) == (BRUNO,)


def test_selection_ends_with_its_last_contact(book: Phone) -> None:
    long_tap(book, "Ada Holm")
    tap(book, "Select")
    tap(book, "Ada Holm")
    assert node(book, description="Search contacts")


def test_shared_text_has_a_line_for_each_thing() -> None:
    assert as_text(ADA._replace(company="Holm & Co")) == "Ada Holm\n+1 206-555-0101\nada.holm@example.com\nHolm & Co"


def test_the_label_of_a_number_is_chosen_beside_it(book: Phone) -> None:
    tap(book, description="Create contact")
    write(book, "Zoe\nBerg\n555-0199")
    label, number = node(book, rid="phone_type"), node(book, rid="phone_field")
    assert (label.text, label.description) == ("Mobile", "Mobile Phone")
    assert label.bounds[0] >= number.bounds[2] and label.bounds[1] == number.bounds[1]
    tap(book, "Mobile")
    assert [n.text for n in nodes(book, role="menu_item")] == ["Mobile", "Work", "Home", "Main", "Other"]
    tap(book, "Work", role="menu_item")
    assert node(book, rid="phone_type").description == "Work Phone"
    tap(book, "More fields")
    tap(book, "Save")
    assert rows(book)[-1] == ContactRow(3, "Zoe Berg", "555-0199", phone_type=3)
    assert node(book, "555-0199").description == "Work"
    tap(book, description="Edit contact")
    tap(book, "Work")
    tap(book, "Home", role="menu_item")
    press(book, "back")
    assert node(book, "555-0199").description == "Work"
