"""The provider of the call log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from crab_sim.phone.android.providers.provider import Provider, Values, deleter, text_of, time_of
from crab_sim.phone.android.system_databases import CALL_TYPES, call_length
from crab_sim.phone.app import Cell
from crab_sim.phone.apps.contacts import data as contacts_data
from crab_sim.phone.apps.contacts.data import CONTACTS, digits
from crab_sim.phone.apps.phone import data as phone_data
from crab_sim.phone.apps.phone.data import CALLS
from crab_sim.phone.machine import Phone

__all__ = ["CALL_LOG"]


def _call_rows(phone: Phone) -> Iterable[Sequence[Cell]]:
    names = contacts_data.by_number(phone.get(CONTACTS))
    rows = []
    for row in phone.get(CALLS):
        contact = names.get(digits(row.number))
        name = contact.name if contact is not None else None
        date, missed = round(row.date * 1000), row.kind == "missed"
        rows.append((row.id, row.number, date, round(row.duration), CALL_TYPES[row.kind], int(missed), name, 1, 1))
    return rows


def _insert_call(phone: Phone, values: Values) -> int:
    kinds = {number: name for name, number in CALL_TYPES.items()}
    kind = kinds.get(int(values.get("type") or 0))
    if kind is None:
        raise ValueError(f"a call of type {values.get('type')!r}; expected 1 (incoming), 2 (outgoing) or 3 (missed)")
    date = time_of(values, "date", float(int(phone.now)))
    duration = call_length(values.get("duration"))
    rows, new = phone_data.log(phone.get(CALLS), text_of(values, "number"), kind, date, duration)
    phone.put(CALLS, rows)
    return new


CALL_LOG: Final = Provider(
    ("_id", "number", "date", "duration", "type", "new", "name", "is_read", "presentation"),
    _call_rows, "date DESC, _id DESC", _insert_call, None, deleter(CALLS),
)  # fmt: skip
