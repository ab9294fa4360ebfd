"""The provider of blocked numbers."""

from __future__ import annotations

from typing import Final

from crab_sim.machine.rows import next_id
from crab_sim.phone.android.providers.provider import Provider, Values, deleter, text_of
from crab_sim.phone.machine import Phone
from crab_sim.phone.system import blocked

__all__ = ["BLOCKED_NUMBERS"]


def _insert(phone: Phone, values: Values) -> int:
    new = next_id(phone.get(blocked.BLOCKED))
    blocked.block(phone, text_of(values, "original_number"), True)
    return new


BLOCKED_NUMBERS: Final = Provider(
    ("_id", "original_number", "e164_number"),
    lambda phone: [(row.id, row.number, None) for row in phone.get(blocked.BLOCKED)],
    "_id", _insert, None, deleter(blocked.BLOCKED),
)  # fmt: skip
