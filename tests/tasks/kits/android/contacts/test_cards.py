"""Evaluators of entries of the phone's address book that are there."""

from __future__ import annotations

from typing import Any

from crab_gym.backends.base import State
from crab_tasks.kits.android.contacts.state import COMPANY, POSTAL, contact_at, contact_starred, give_detail, namesake

DATABASE = "/data/data/com.android.providers.contacts/databases/contacts2.db"
ADDRESS = "23 River Walk, Alder"


def test_an_address_is_that_of_the_only_entry(phone: Any) -> None:
    state, right = State(android=phone.state), ("Ada Holm", ADDRESS)
    first = phone.setup.add_contact("Ada Holm", "+1 555 0142")
    assert not contact_at(state, *right)
    give_detail(phone.setup, first, POSTAL, "23  River Walk, Alder")
    assert contact_at(state, *right)
    phone.setup.add_contact("Ada Holm", "+1 555 0143")
    assert not contact_at(state, *right)


def test_a_company_is_no_address(phone: Any) -> None:
    state, right = State(android=phone.state), ("Ada Holm", ADDRESS)
    first = phone.setup.add_contact("Ada Holm", "+1 555 0142")
    give_detail(phone.setup, first, COMPANY, ADDRESS)
    assert not contact_at(state, *right)
    give_detail(phone.setup, first, POSTAL, "24 River Walk, Alder")
    assert not contact_at(state, *right)


def test_the_star_is_on_the_entry_of_the_name(phone: Any) -> None:
    state = State(android=phone.state)
    ids = {name: phone.setup.add_contact(name, "+1 555 0142") for name in ("Ada Holm", namesake("Ada Holm"))}

    def star(name: str) -> None:
        rows = phone.state.table(DATABASE, "raw_contacts")
        starred = [{**row, "starred": int(row["_id"] == ids[name])} for row in rows]
        phone.setup.set_table(DATABASE, "raw_contacts", starred)

    star(namesake("Ada Holm"))
    assert not contact_starred(state, "Ada Holm")
    star("Ada Holm")
    assert contact_starred(state, "Ada Holm")


def test_a_namesake_is_always_the_same_and_somebody_else() -> None:
    assert namesake("Ada Holm") == namesake("Ada Holm") != "Ada Holm"
    assert namesake("Ada Holm").startswith("Ada ")
