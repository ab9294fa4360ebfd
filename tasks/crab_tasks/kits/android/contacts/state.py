"""Contacts: evaluators and setups."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from crab_gym.backends.base import Contact, Devices, PhoneSetup
from crab_gym.backends.elements import Element
from crab_sim.devices.vcards import read_cards, write_cards
from crab_tasks.kits.compare import digest, digits, squeezed
from crab_tasks.kits.state import State
from crab_tasks.kits.values import email_address, other_person

__all__ = [
    "COMPANY", "POSTAL", "cards_exported", "contact_at", "contact_born", "contact_has", "contact_once",
    "contact_pictured", "contact_starred", "contact_website", "draft_shows", "draft_unsaved", "fresh_contact",
    "give_detail", "label_has", "namesake", "no_contact", "no_contact_has", "no_label", "only_contact",
    "plant_contact", "unused_number",
]  # fmt: skip


def _named(state: State, name: str) -> list[Contact]:
    return [contact for contact in state.android.contacts() if squeezed(contact.name) == name]


def contact_has(state: State, name: str, phone: str = "", email: str = "", label: str = "") -> bool:
    """A contact of this name has these details; an empty one isn't checked.

    Args:
        state: The devices' states.
        name: First and last name.
        phone: Telephone number.
        email: E-mail address.
        label: The number's label, such as "Work".
    """
    return any(
        (not phone or digits(contact.phone) == digits(phone))
        and (not email or contact.email.casefold() == email.casefold())
        and (not label or contact.label == label)
        for contact in _named(state, name)
    )


def contact_once(state: State, name: str, phone: str, email: str) -> bool:
    """Exactly one contact has this name, and it has this number and this e-mail address."""
    return len(_named(state, name)) == 1 and contact_has(state, name, phone, email)


def only_contact(state: State, name: str, phone: str) -> bool:
    """An entry of the address book has this name and number, and no other entry has either."""
    found = [
        contact
        for contact in state.android.contacts()
        if squeezed(contact.name) == name or digits(contact.phone) == digits(phone)
    ]
    return len(found) == 1 and contact_has(state, name, phone)


def _editor(state: State) -> Sequence[Element]:
    """Returns what the app Contacts shows; nothing if another one is on the screen."""
    return state.android.elements() if state.android.foreground().app == "contacts" else ()


def _fields(shown: Sequence[Element]) -> Mapping[str, str]:
    """Returns the texts of the fields by their names."""
    return {element.description: element.text.strip() for element in shown if element.editable}


def draft_shows(state: State, first: str, last: str, phone: str = "", label: str = "") -> bool:
    """The editor of contacts is on the screen with these texts; an empty number or label isn't checked.

    Args:
        state: The devices' states.
        first: First name.
        last: Last name.
        phone: Telephone number.
        label: The number's label, such as "Work".
    """
    shown = _editor(state)
    fields = _fields(shown)
    return (
        squeezed(fields.get("First name", "")) == first
        and squeezed(fields.get("Last name", "")) == last
        and (not phone or digits(fields.get("Phone", "")) == digits(phone))
        and (not label or any(element.description == f"{label} Phone" for element in shown))
    )


def draft_unsaved(state: State, first: str, last: str, phone: str, label: str) -> bool:
    """The editor of contacts is on the screen with these texts and no other ones, and no entry has this name or number.

    Fields that are scrolled out of the screen aren't read.

    Args:
        state: The devices' states.
        first: First name.
        last: Last name.
        phone: Telephone number.
        label: The number's label, such as "Work".
    """
    asked = ("First name", "Last name", "Phone")
    others = [(name, text) for name, text in _fields(_editor(state)).items() if name and name not in asked]
    return (
        draft_shows(state, first, last, phone, label)
        and all(text in ("", name) for name, text in others)  # a phone may give the hint as the text
        and not any(
            squeezed(contact.name) == f"{first} {last}" or digits(contact.phone) == digits(phone)
            for contact in state.android.contacts()
        )
    )


def no_contact(devices: Devices, name: str) -> None:
    """Removes the phone's contacts of a name."""
    phone = devices.android
    for contact in phone.contacts():
        if contact.name == name:
            phone.remove_contact(contact.id)


def fresh_contact(devices: Devices, name: str, phone: str, email: str = "") -> None:
    """Makes a contact the only one of its name.

    Args:
        devices: The devices to prepare.
        name: First and last name.
        phone: Telephone number.
        email: E-mail address; "" for none.
    """
    no_contact(devices, name)
    devices.android.add_contact(name, phone, email)


def no_contact_has(devices: Devices, number: str) -> None:
    """Removes the contacts that have a number, so that Messages lists it instead of their names."""
    for contact in devices.android.contacts():
        if digits(contact.phone) == digits(number):
            devices.android.remove_contact(contact.id)


def unused_number(rng: random.Random) -> str:
    """Returns a number that no parameter has: Messages would show the name beside another part's texts."""
    return f"+1 303-555-01{rng.randrange(100):02}"


def namesake(name: str) -> str:
    """Returns the name of somebody with the same first name, for one person always the same one."""
    return other_person(random.Random(name), name)


def plant_contact(devices: Devices, rng: random.Random, name: str, phone: str = "", email: str = "") -> None:
    """Gives somebody's entry a number and an e-mail address.

    Args:
        devices: The devices to prepare.
        rng: Draws what isn't given.
        name: First and last name.
        phone: Telephone number; "" for the one that the entry has, or a drawn one.
        email: E-mail address; "" likewise.
    """
    known = next((each for each in devices.android.contacts() if each.name == name), None)
    some_phone, some_email = unused_number(rng), email_address().sample(rng)
    phone = phone or (known.phone if known is not None else "") or some_phone
    email = email or (known.email if known is not None else "") or some_email
    fresh_contact(devices, name, phone, email)


_DATABASE = "/data/data/com.android.providers.contacts/databases/contacts2.db"
POSTAL = "vnd.android.cursor.item/postal-address_v2"
COMPANY = "vnd.android.cursor.item/organization"
EVENT = "vnd.android.cursor.item/contact_event"
MEMBERSHIP = "vnd.android.cursor.item/group_membership"
PHOTO = "vnd.android.cursor.item/photo"
WEBSITE = "vnd.android.cursor.item/website"
"""Kinds of details: a postal address, where somebody works, a birthday and the like, a label, a photo, a website."""


def _ids(state: State, name: str) -> list[int]:
    return [contact.id for contact in _named(state, name)]


def contact_at(state: State, name: str, address: str) -> bool:
    """Exactly one contact has this name, and this is its only postal address."""
    return [squeezed(text) for text in _details(state, name, POSTAL)] == [squeezed(address)]


def _details(state: State, name: str, kind: str, column: str = "data1", data2: str = "") -> list[Any]:
    """Returns the details of a kind that the only contact of a name has; none where it isn't the only one.

    Args:
        state: The devices' states.
        name: First and last name.
        kind: The kind of detail.
        column: The column of Android's table that holds it.
        data2: The number of a kind within this one; "" for any.
    """
    ids = _ids(state, name)
    phone = state.android
    kinds = {row["_id"] for row in phone.table(_DATABASE, "mimetypes") if row["mimetype"] == kind}
    rows = [row for row in phone.table(_DATABASE, "data") if [row["raw_contact_id"]] == ids]
    return [
        row[column] or "" for row in rows if row["mimetype_id"] in kinds and (not data2 or str(row["data2"]) == data2)
    ]


def contact_born(state: State, name: str, date: str) -> bool:
    """Exactly one contact has this name, and this date is its only birthday."""
    return _details(state, name, EVENT, data2="3") == [date]


def contact_pictured(state: State, name: str, content: str) -> bool:
    """Exactly one contact has this name, and its photo is the picture with this digest."""
    return [digest(bytes(data)) for data in _details(state, name, PHOTO, "data15") if data] == [content]


def contact_website(state: State, name: str, url: str) -> bool:
    """Exactly one contact has this name, and this is its only website."""
    return [squeezed(text) for text in _details(state, name, WEBSITE)] == [url]


def label_has(state: State, title: str, name: str) -> bool:
    """One label has this title; the only contact of a name has it and no other one, and no other contact has it."""
    groups = [row for row in state.android.table(_DATABASE, "groups") if not row["deleted"]]
    ids = [str(row["_id"]) for row in groups if squeezed(str(row["title"])) == title]
    kinds = {row["_id"] for row in state.android.table(_DATABASE, "mimetypes") if row["mimetype"] == MEMBERSHIP}
    data = [row for row in state.android.table(_DATABASE, "data") if row["mimetype_id"] in kinds]
    members = [row["raw_contact_id"] for row in data if str(row["data1"]) in ids]
    return len(ids) == 1 and _details(state, name, MEMBERSHIP) == ids and members == _ids(state, name)


def no_label(devices: Devices, title: str) -> None:
    """Removes the labels of a title."""
    phone = devices.android
    rows = [row for row in phone.table(_DATABASE, "groups") if squeezed(str(row["title"])) != title]
    phone.set_table(_DATABASE, "groups", rows)


def cards_exported(state: State, path: str) -> bool:
    """The file holds a card of each contact of the phone, with its name, number and address, and nothing else."""
    text = state.android.read_text(path)
    if text is None:
        return False
    cards = read_cards(text)
    told = sorted([(card.name, digits(card.phone), card.email) for card in cards])
    known = sorted([(each.name, digits(each.phone), each.email) for each in state.android.contacts()])
    return told == known and write_cards(cards).split() == text.split()


def contact_starred(state: State, name: str) -> bool:
    """Exactly one contact has this name, and it is a favourite."""
    ids = _ids(state, name)
    stars = {row["_id"] for row in state.android.table(_DATABASE, "raw_contacts") if row["starred"]}
    return len(ids) == 1 and ids[0] in stars


def give_detail(phone: PhoneSetup, contact_id: int, kind: str, text: str) -> None:
    """Gives an entry of the phone's address book a detail.

    Args:
        phone: The phone to prepare.
        contact_id: The entry's id.
        kind: The kind of detail, such as `POSTAL` or `COMPANY`.
        text: The detail.
    """
    number = next(row["_id"] for row in phone.table(_DATABASE, "mimetypes") if row["mimetype"] == kind)
    rows = list(phone.table(_DATABASE, "data"))
    last = max((row["_id"] for row in rows), default=0)
    rows.append(
        {"_id": last + 1, "mimetype_id": number, "raw_contact_id": contact_id, "is_primary": 0, "data1": text,
         "data2": "1", "data3": None}
    )  # fmt: skip
    phone.set_table(_DATABASE, "data", rows)
