"""Thunderbird's Personal Address Book.

State: slice ``"mail_contacts"``, a tuple of `Card`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.content import words
from crab_sim.devices.mailboxes import Person
from crab_sim.machine.rows import next_id
from crab_sim.machine.slices import Slice

__all__ = ["CARDS", "Card", "Cards", "add_card", "known_names", "matching_cards", "seed_cards", "sorted_cards"]


class Card(NamedTuple):
    """A contact.

    Attributes:
        name: The name that lists show.
        email: The e-mail address.
    """

    id: int
    first: str = ""
    last: str = ""
    name: str = ""
    email: str = ""
    phone: str = ""
    notes: str = ""

    @property
    def shown(self) -> str:
        """The name in lists: the display name, else the parts, else the address."""
        return self.name or f"{self.first} {self.last}".strip() or self.email

    @property
    def person(self) -> Person:
        """The contact as a recipient."""
        return Person(self.name or f"{self.first} {self.last}".strip(), self.email)


Cards = tuple[Card, ...]

CARDS: Final = Slice[Cards]("mail_contacts", volatile={"name": "what is shown is a fact"})


def seed_cards(rng: random.Random, now: float) -> Cards:
    """Returns contacts for most of the people who have an e-mail address."""
    rows: Cards = ()
    for person in words.people(now):
        if person.email and rng.random() < 0.8:
            first, _, last = person.name.partition(" ")
            rows = add_card(rows, Card(0, first, last, person.name, person.email, person.phone))
    return rows


def add_card(rows: Cards, card: Card) -> Cards:
    """Returns the contacts with another, which gets an id."""
    return (*rows, card._replace(id=next_id(rows)))


@lru_cache(maxsize=32)
def sorted_cards(rows: Cards, query: str = "") -> Cards:
    """Returns the contacts whose name or address contains a text, by name."""
    wanted = query.strip().casefold()
    found = [row for row in rows if wanted in f"{row.shown}\n{row.first} {row.last}\n{row.email}".casefold()]
    return tuple(sorted(found, key=lambda row: (row.shown.casefold(), row.id)))


@lru_cache(maxsize=32)
def known_names(rows: Cards) -> Mapping[str, str]:
    """Returns the names of the people in the address book by their addresses in small letters."""
    return {row.email.casefold(): row.shown for row in reversed(rows) if row.email}


def matching_cards(rows: Cards, text: str, most: int = 4) -> Cards:
    """Returns the contacts that complete a typed text: a word of the name, or the address, begins with it."""
    wanted = text.strip().casefold()
    if not wanted:
        return ()
    found = []
    for row in sorted_cards(rows):
        parts = [row.email, row.shown, *row.shown.split()]
        if row.email and any([part.casefold().startswith(wanted) for part in parts]):
            found.append(row)
    return tuple(found[:most])
