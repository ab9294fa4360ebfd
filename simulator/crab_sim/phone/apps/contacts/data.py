"""Data of the Contacts app: the entries of the address book and their labels; searching, merging, cards of others.

State: slice ``"contacts"``, a tuple of `ContactRow` by id; slice ``"contact_groups"``, a tuple of `GroupRow` by id.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.content import words
from crab_sim.devices.phone_labels import MOBILE
from crab_sim.devices.vcards import Card
from crab_sim.machine.machine import Machine
from crab_sim.machine.rows import next_id
from crab_sim.machine.slices import Slice
from crab_sim.phone.numbers import digits

__all__ = [
    "CONTACTS", "GROUPS", "ContactRow", "GroupRow", "Rows", "add", "as_text", "by_number", "card_of",
    "delete_labels", "digits", "duplicates", "from_card", "matching", "merged", "seed", "with_label",
]  # fmt: skip


class ContactRow(NamedTuple):
    """One entry of the address book.

    `phone_type` is the number of the phone number's label, `birthday` a date such as ``"1990-04-12"``, `groups` has the
    ids of the entry's labels, and `photo` is the data of a picture.
    """

    id: int
    name: str
    phone: str = ""
    email: str = ""
    starred: bool = False
    company: str = ""
    address: str = ""
    notes: str = ""
    phone_type: int = MOBILE
    website: str = ""
    birthday: str = ""
    groups: tuple[int, ...] = ()
    photo: bytes = b""


class GroupRow(NamedTuple):
    """A label, under which entries are listed; Android calls it a group."""

    id: int
    title: str


Rows = tuple[ContactRow, ...]

CONTACTS: Final = Slice[Rows]("contacts")
GROUPS: Final = Slice[tuple[GroupRow, ...]]("contact_groups")


def seed(rng: random.Random, now: float) -> Rows:
    """Returns an address book of 10 to 16 people, two or so of them starred."""
    known = words.people(now)[:-2]
    stars = {rng.randrange(len(known)), rng.randrange(len(known))}
    return tuple([ContactRow(i + 1, *person, i in stars) for i, person in enumerate(known)])


def add(rows: Rows, name: str, phone: str = "", email: str = "") -> tuple[Rows, int]:
    """Adds an entry.

    Args:
        rows: The address book.
        name: The new entry's name.
        phone: Its phone number.
        email: Its e-mail address.

    Returns:
        The new address book, and the entry's id.

    >>> rows, new = add((), "Ada Holm", "555-0100")
    >>> rows[0].name, rows[0].phone, new
    ('Ada Holm', '555-0100', 1)
    """
    new = next_id(rows)
    return (*rows, ContactRow(new, name, phone, email)), new


@lru_cache(maxsize=256)
def by_number(rows: Rows) -> dict[str, ContactRow]:
    """Returns the entries by their numbers' digits; the first one wins where two share a number."""
    return {digits(row.phone): row for row in reversed(rows) if row.phone}


@lru_cache(maxsize=256)
def _sorted(rows: Rows) -> Rows:
    return tuple(sorted(rows, key=lambda row: (row.name.casefold(), row.id)))


def _matches(row: ContactRow, query: str) -> bool:
    number = "" if any(map(str.isalpha, query)) else digits(query)  # "inga.13" is a part of an address
    return (
        query in row.name.casefold()
        or query in row.email.casefold()
        or (number.isdecimal() and number in digits(row.phone))
    )


def matching(rows: Rows, query: str) -> Rows:
    """Returns the entries whose name, number or e-mail address matches a query, sorted by name."""
    query = query.strip().casefold()
    return tuple([row for row in _sorted(rows) if not query or _matches(row, query)])


def as_text(row: ContactRow) -> str:
    r"""Returns the text by which an entry is shared: one line per known detail.

    >>> as_text(ContactRow(1, "Ada Holm", "555-0100"))
    'Ada Holm\n555-0100'
    """
    return "\n".join([text for text in (row.name, row.phone, row.email, row.company, row.address) if text])


# Merging ------------------------------------------------------------------------------------------------------------

_SINGLE: Final = ("name", "phone", "email", "company", "address", "notes", "website", "birthday", "photo")


def _key(row: ContactRow, field: str) -> object:
    value: str | bytes = getattr(row, field)
    return digits(value) if field == "phone" and isinstance(value, str) else value


def _agree(first: ContactRow, second: ContactRow) -> bool:
    """Returns whether two entries can be one: something of theirs is the same, and nothing contradicts."""
    known = [
        (field, _key(first, field) == _key(second, field))
        for field in _SINGLE
        if getattr(first, field) and getattr(second, field)
    ]
    return all([same for _, same in known]) and any([field in ("name", "phone", "email") for field, _ in known])


@lru_cache(maxsize=64)
def duplicates(rows: Rows) -> tuple[Rows, ...]:
    """Returns the entries that seem to be of one person each, as pairs; an entry is in one of them.

    >>> ada = ContactRow(1, "Ada Holm", "555-0100")
    >>> duplicates((ada, ContactRow(2, "Ada Holm", email="ada@example.com"), ContactRow(3, "Ada Holm", "555-0177")))
    ((ContactRow(id=1, ...), ContactRow(id=2, ...)),)
    """
    pairs: list[Rows] = []
    taken: set[int] = set()
    for i, row in enumerate(rows):
        other = next((one for one in rows[i + 1 :] if one.id not in taken and _agree(row, one)), None)
        if row.id not in taken and other is not None:
            taken |= {row.id, other.id}
            pairs.append((row, other))
    return tuple(pairs)


def merged(rows: Rows, first: int, second: int) -> Rows:
    """Returns the address book with two entries as one, which keeps the first one's id and has what either knew."""
    by_id = {row.id: row for row in rows}
    if first not in by_id or second not in by_id:
        return rows
    kept, other = by_id[first], by_id[second]
    more = {field: getattr(other, field) for field in _SINGLE if not getattr(kept, field)}
    if not kept.phone:
        more["phone_type"] = other.phone_type
    groups = (*kept.groups, *[group for group in other.groups if group not in kept.groups])
    both = kept._replace(**more, starred=kept.starred or other.starred, groups=groups)
    return tuple([both if row is kept else row for row in rows if row is not other])


def with_label(rows: Rows, ids: Collection[int], group: int, on: bool) -> Rows:
    """Returns the address book with a label given to entries, or taken off them.

    Args:
        rows: The address book.
        ids: The entries' ids.
        group: The label's id.
        on: Whether it is given.
    """

    def changed(row: ContactRow) -> ContactRow:
        if row.id not in ids or on == (group in row.groups):
            return row
        left = tuple([one for one in row.groups if one != group])
        return row._replace(groups=(*left, group) if on else left)

    return tuple([changed(row) for row in rows])


def delete_labels(machine: Machine, groups: Sequence[int]) -> None:
    """Deletes labels; the entries are kept."""
    rows: Rows = machine.get(CONTACTS)
    for group in groups:
        rows = with_label(rows, [row.id for row in rows], group, False)
    machine.put(CONTACTS, rows)
    machine.put(GROUPS, tuple([row for row in machine.get(GROUPS) if row.id not in groups]))


# Cards --------------------------------------------------------------------------------------------------------------


def card_of(row: ContactRow) -> Card:
    """Returns an entry as a card that can be given to others."""
    return Card(*[getattr(row, field) for field in Card._fields])


def from_card(rows: Rows, card: Card) -> Rows:
    """Returns the address book with a new entry for a card."""
    return (*rows, ContactRow(next_id(rows), "")._replace(**card._asdict()))
