from __future__ import annotations

import pytest

from crab_gym.sim.phone import Phone
from crab_gym.sim.phone.apps import contacts
from crab_gym.sim.phone.apps.contacts import ContactRow
from tests.sim.phone._drive import long_tap, node, nodes, phone, press, replace, scroll_to, tap, write

ADA = ContactRow(1, "Ada Holm", "+1 206-555-0101", "ada.holm@example.com")
BRUNO = ContactRow(2, "Bruno Silva", "+1 206-555-0102")


@pytest.fixture
def book() -> Phone:
    machine = phone()
    machine.put("contacts", (BRUNO._replace(id=2), ADA))
    machine.execute("open_app", {"name": "Contacts"})
    return machine


def rows(machine: Phone) -> tuple[ContactRow, ...]:
    found: tuple[ContactRow, ...] = machine.get("contacts")
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
    assert contacts.get(rows(book), 1) == ContactRow(1, "Ada Ferrer", "555-0150", "ada.holm@example.com", True)
    tap(book, description="Remove from favourites")
    assert not contacts.get(rows(book), 1).starred  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["Cher", "Ada Holm", "Mary Jane Van Dyke"])
def test_saving_unchanged_changes_no_name(book: Phone, name: str) -> None:
    book.put("contacts", (ContactRow(5, name, "1"),))
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
    assert book.get("clipboard") == BRUNO.phone
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
    book.put("contacts", ())
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
    write(book, "Hi\n")
    last = book.get("messages")[-1]
    assert (last.address, last.body, last.box) == (BRUNO.phone, "Hi", "sent")
    press(book, "back")
    assert node(book, "Messages")


def test_every_seeded_contact_can_be_reached_by_scrolling() -> None:
    machine = phone(4, "Contacts", 280, 480)
    last = max(rows(machine), key=lambda row: row.name.casefold())
    scroll_to(machine, last.name)
    tap(machine, last.name)
    assert node(machine, rid="large_title").text == last.name
