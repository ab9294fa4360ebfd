"""The providers of contacts: people, raw contacts, and their data such as numbers and addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from crab_sim.machine.rows import next_id
from crab_sim.phone.android.providers.provider import Provider, Values, deleter, text_of
from crab_sim.phone.android.system_databases import (
    DATA_PER_CONTACT,
    MIMETYPES,
    ContactValue,
    contact_data,
    join_contacts,
    value_of,
)
from crab_sim.phone.app import Cell
from crab_sim.phone.apps.contacts import data as contacts_data
from crab_sim.phone.apps.contacts.data import CONTACTS, GROUPS, GroupRow
from crab_sim.phone.machine import Phone

__all__ = ["DATA", "EMAILS", "LABELS", "PEOPLE", "PHONES", "RAW_CONTACTS"]


def _raw_rows(phone: Phone) -> Iterable[Sequence[Cell]]:
    return [(row.id, row.id, row.name or None, row.name or None, int(row.starred), 0, None, None)
            for row in phone.get(CONTACTS)]  # fmt: skip


def _contact_rows(phone: Phone) -> Iterable[Sequence[Cell]]:
    return [
        (
            row.id,
            row.name or row.phone or row.email,
            f"{row.id}i{row.id:x}",
            int(row.starred),
            int(bool(row.phone)),
            row.id,
        )
        for row in phone.get(CONTACTS)
    ]


def _data_rows(phone: Phone) -> Iterable[Sequence[Cell]]:
    return [
        (datum.id, row.id, row.id, datum.mimetype, datum.data1, datum.data2, datum.data3,
         row.name or row.phone or row.email, int(row.starred))
        for row in phone.get(CONTACTS)
        for datum in contact_data(row)
    ]  # fmt: skip


def _numbers(attribute: str) -> Callable[[Phone], Iterable[Sequence[Cell]]]:
    kind = {"phone": 1, "email": 2}[attribute]

    def rows(phone: Phone) -> Iterable[Sequence[Cell]]:
        return [
            (row.id * DATA_PER_CONTACT + kind, row.id, row.id, row.name or getattr(row, attribute),
             getattr(row, attribute), row.phone_type if attribute == "phone" else 2,
             getattr(row, attribute), int(row.starred))
            for row in phone.get(CONTACTS)
            if getattr(row, attribute)
        ]  # fmt: skip

    return rows


def _insert_raw(phone: Phone, values: Values) -> int:
    rows, new = contacts_data.add(phone.get(CONTACTS), text_of(values, "display_name"))
    phone.put(CONTACTS, rows)
    return new


def _insert_datum(phone: Phone, values: Values) -> int:
    rows = phone.get(CONTACTS)
    number, mimetype = int(values.get("raw_contact_id") or 0), text_of(values, "mimetype")
    if number not in [row.id for row in rows]:
        raise ValueError(f"raw contact {number} does not exist")
    if mimetype not in MIMETYPES:
        raise ValueError(f"mimetype {mimetype!r}; expected one of {', '.join(MIMETYPES)}")
    given = text_of(values, "data1")
    if not given and mimetype == MIMETYPES[0]:
        given = " ".join(filter(None, (text_of(values, "data2"), text_of(values, "data3"))))
    _set_data(phone, [ContactValue(number, mimetype, given, values.get("data2"))], ())
    return next(datum.id for row in phone.get(CONTACTS) if row.id == number for datum in contact_data(row)
                if datum.mimetype == mimetype)  # fmt: skip


def _set_data(phone: Phone, added: Sequence[ContactValue], gone: Sequence[int]) -> None:
    """Adds data to contacts, and removes data with these ids."""
    rows = phone.get(CONTACTS)
    values = [*added]
    for row in rows:
        kept = [datum for datum in contact_data(row) if datum.id not in gone]
        values += [value_of(row.id, datum) for datum in kept]
    phone.put(CONTACTS, join_contacts([(row.id, row.starred) for row in rows], values))


def _update_datum(phone: Phone, row_id: int, values: Values) -> None:
    number = row_id // DATA_PER_CONTACT
    old = next(datum for row in phone.get(CONTACTS) if row.id == number for datum in contact_data(row)
               if datum.id == row_id)  # fmt: skip
    value, label = values.get("data1", old.data1), values.get("data2", old.data2)
    _set_data(phone, [ContactValue(number, old.mimetype, value, label)], [row_id])


def _update_raw(phone: Phone, row_id: int, values: Values) -> None:
    rows = phone.get(CONTACTS)
    if "starred" in values:
        star = bool(int(values["starred"] or 0))
        phone.put(CONTACTS, tuple([row._replace(starred=star) if row.id == row_id else row for row in rows]))


def _insert_group(phone: Phone, values: Values) -> int:
    rows = phone.get(GROUPS)
    new = next_id(rows)
    phone.put(GROUPS, (*rows, GroupRow(new, text_of(values, "title"))))
    return new


def _update_group(phone: Phone, row_id: int, values: Values) -> None:
    if "title" in values:
        title = text_of(values, "title")
        rows = phone.get(GROUPS)
        phone.put(GROUPS, tuple([row._replace(title=title) if row.id == row_id else row for row in rows]))


LABELS: Final = Provider(
    ("_id", "title", "notes", "deleted", "group_visible", "account_name", "account_type"),
    lambda phone: [(row.id, row.title, None, 0, 1, None, None) for row in phone.get(GROUPS)],
    "_id", _insert_group, _update_group, contacts_data.delete_labels,
)  # fmt: skip
RAW_CONTACTS: Final = Provider(
    ("_id", "contact_id", "display_name", "display_name_alt", "starred", "deleted", "account_name", "account_type"),
    _raw_rows, "_id", _insert_raw, _update_raw, deleter(CONTACTS),
)  # fmt: skip
DATA: Final = Provider(
    ("_id", "raw_contact_id", "contact_id", "mimetype", "data1", "data2", "data3", "display_name", "starred"),
    _data_rows, "_id", _insert_datum, _update_datum, lambda phone, ids: _set_data(phone, (), ids),
)  # fmt: skip
_LISTED: Final = ("_id", "contact_id", "raw_contact_id", "display_name", "data1", "data2")
PHONES: Final = Provider((*_LISTED, "number", "starred"), _numbers("phone"), "display_name COLLATE NOCASE, _id")
EMAILS: Final = Provider((*_LISTED, "address", "starred"), _numbers("email"), "display_name COLLATE NOCASE, _id")
PEOPLE: Final = Provider(
    ("_id", "display_name", "lookup", "starred", "has_phone_number", "name_raw_contact_id"),
    _contact_rows, "_id", None, _update_raw, deleter(CONTACTS),
)  # fmt: skip
