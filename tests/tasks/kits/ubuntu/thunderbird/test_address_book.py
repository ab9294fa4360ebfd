"""Evaluators of Thunderbird's address book."""

from __future__ import annotations

from crab_gym.backends.base import Contact, State
from crab_tasks.kits.ubuntu.thunderbird.state import card_added, email_changed
from tests.tasks._desk import Desk


class Book(Desk):
    """A desktop with contacts."""

    rows: tuple[Contact, ...] = ()

    def cards(self) -> tuple[Contact, ...]:
        return self.rows


def test_the_one_contact_with_a_number() -> None:
    book = Book()
    state = State(ubuntu=book)
    right = Contact(1, "Kira Lindt", "+15550129", "")
    for rows, accepted in (
        ((right,), True), ((right, Contact(2, "Kira Lindt", "", "kira@example.org")), True), ((), False),
        ((right, right), False), ((right, Contact(2, "Lev Berg", "+1 555 0129", "")), False),
        ((Contact(1, "Kira Berg", "+1 555 0129", ""),), False), ((Contact(1, "Kira Lindt", "+1 555 0192", ""),), False),
    ):  # fmt: skip
        book.rows = rows
        assert card_added(state, "Kira Lindt", "+1 555 0129") is accepted, rows


def test_the_one_contact_with_an_address() -> None:
    book = Book()
    state = State(ubuntu=book)
    right = Contact(1, "Kira Lindt", "", "Kira@example.org")
    other = right._replace(id=2, email="kira@example.net")
    for rows, accepted in (
        ((right,), True), ((right, other._replace(name="Lev Berg")), True), ((right, other._replace(email="")), True),
        ((), False), ((other,), False), ((right, other), False), ((right, right._replace(id=2)), False),
        ((right._replace(name="Kira Berg"),), False), ((right._replace(email="kira@example.org, a@b.example"),), False),
    ):  # fmt: skip
        book.rows = rows
        assert email_changed(state, "Kira Lindt", "kira@example.org") is accepted, rows
