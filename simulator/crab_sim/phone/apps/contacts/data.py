"""Data of the Contacts app: the entries of the address book, searching them, and those of a lived-in phone.

State: slice ``"contacts"``, a tuple of `ContactRow` by id.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.content import words
from crab_sim.devices.phone_labels import MOBILE
from crab_sim.machine.rows import next_id
from crab_sim.machine.slices import Slice

__all__ = ["ContactRow", "Rows", "add", "as_text", "by_number", "digits", "matching", "seed"]


class ContactRow(NamedTuple):
    """One entry of the address book; `phone_type` is the number of the phone number's label."""

    id: int
    name: str
    phone: str = ""
    email: str = ""
    starred: bool = False
    company: str = ""
    address: str = ""
    notes: str = ""
    phone_type: int = MOBILE


Rows = tuple[ContactRow, ...]

CONTACTS: Final = Slice[Rows]("contacts")


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


@lru_cache(maxsize=4096)
@lru_cache(maxsize=1024)
def digits(number: str) -> str:
    """Returns the key by which phone numbers are compared: the digits, or the sender's name in lower case.

    >>> digits("+1 (206) 555-0143"), digits("Pharmacy")
    ('12065550143', 'pharmacy')
    """
    return "".join([char for char in number if char.isdecimal()]) or number.strip().casefold()


@lru_cache(maxsize=256)
def by_number(rows: Rows) -> dict[str, ContactRow]:
    """Returns the entries by their numbers' digits; the first one wins where two share a number."""
    return {digits(row.phone): row for row in reversed(rows) if row.phone}


@lru_cache(maxsize=256)
def _sorted(rows: Rows) -> Rows:
    return tuple(sorted(rows, key=lambda row: (row.name.casefold(), row.id)))


def _matches(row: ContactRow, query: str) -> bool:
    number = digits(query)
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
