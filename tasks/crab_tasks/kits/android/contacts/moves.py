"""Contacts: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.pages import open_first_page, open_row, scroll_to, type_into
from crab_tasks.kits.moves import find, has, tap

__all__ = [
    "all_fields", "choose_label", "choose_year", "delete_entry", "edit_contact", "new_contact", "open_contact",
    "open_editor", "open_entry", "open_list_menu",
]  # fmt: skip


def new_contact(
    look: Look, name: str, phone: str = "", email: str = "", save: bool = True, label: str = ""
) -> Iterator[Action]:
    """Makes an entry in the phone's address book.

    Args:
        look: Shows the screens.
        name: First and last name.
        phone: Telephone number; "" for none.
        email: E-mail address; "" for none.
        save: Whether to save the entry, after which its page is shown; else its editor stays open.
        label: The number's label, such as "Work"; "" leaves the one that new numbers have.
    """
    yield from open_first_page(look, "Contacts", "floating_action_button")
    yield tap(look, rid="floating_action_button")
    first, _, last = name.partition(" ")
    for hint, text in (("First name", first), ("Last name", last), ("Phone", phone), ("Email", email)):
        if text:
            yield from type_into(look, hint, text)
    if label:
        yield from choose_label(look, label)
    if save:
        yield tap(look, text="Save")


def choose_label(look: Look, label: str) -> Iterator[Action]:
    """Chooses the label of the phone number in the open editor of a contact."""
    yield tap(look, rid="phone_type")
    yield tap(look, text=label, role="menu_item")


def open_contact(look: Look, name: str) -> Iterator[Action]:
    """Opens the page of an entry of the phone's address book."""
    yield from open_first_page(look, "Contacts", "floating_action_button")
    yield from scroll_to(look, name)
    yield tap(look, text=name, role="list_item")


def edit_contact(look: Look, name: str, texts: dict[str, str]) -> Iterator[Action]:
    """Fills empty fields of an entry of the phone's address book."""
    yield from open_contact(look, name)
    yield tap(look, description="Edit contact")
    for hint, text in texts.items():
        yield from type_into(look, hint, text)
    yield tap(look, text="Save")


def open_entry(look: Look, name: str) -> Iterator[Action]:
    """Opens the page of an entry, if there is one of the name."""
    yield from open_first_page(look, "Contacts", "floating_action_button")
    yield from open_row(look, name)


def open_editor(look: Look, name: str) -> Iterator[Action]:
    """Opens the editor of an entry, if there is one of the name."""
    yield from open_entry(look, name)
    if has(look, "android", description="Edit contact"):
        yield tap(look, description="Edit contact")


def all_fields(look: Look) -> Iterator[Action]:
    """Shows all fields of the editor."""
    if not has(look, "android", text="More fields", role="button"):
        yield from scroll_to(look, text="More fields", role="button")
    yield tap(look, text="More fields", role="button")


def choose_year(look: Look, year: int) -> Iterator[Action]:
    """Chooses a year in the date picker that is shown."""
    yield tap(look, description="Switch to years")
    for _ in range(30):
        years = [int(one.text) for one in look("android") if one.role == "button" and one.text.isdecimal()]
        if year in years:
            break
        x, y = find(look, "android", role="list").center
        direction = "up" if year < min(years) else "down"
        yield action("android", "swipe", x=x, y=y, direction=direction, distance="short")
    yield tap(look, str(year), role="button")


def open_list_menu(look: Look, entry: str) -> Iterator[Action]:
    """Chooses an entry of the menu above the list of contacts."""
    yield from open_first_page(look, "Contacts", "floating_action_button")
    yield tap(look, description="More options")
    yield tap(look, text=entry, role="menu_item")


def delete_entry(look: Look) -> Iterator[Action]:
    """Deletes the entry whose page is shown."""
    yield tap(look, description="More options")
    yield tap(look, text="Delete", role="menu_item")
    yield tap(look, text="Delete", role="button")
