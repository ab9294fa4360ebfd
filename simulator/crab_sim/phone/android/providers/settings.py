"""The providers of Android's settings, one per namespace."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crab_sim.phone.android.providers.provider import Provider, Values, text_of
from crab_sim.phone.app import Cell
from crab_sim.phone.machine import Phone
from crab_sim.phone.system.settings_store import SETTINGS, put

__all__ = ["settings"]


def settings(namespace: str) -> Provider:
    """Returns the provider of a namespace of settings."""

    def named(phone: Phone) -> list[tuple[str, str]]:
        return sorted((key, value) for (space, key), value in phone.get(SETTINGS).items() if space == namespace)

    def name_of(phone: Phone, row_id: int) -> str:
        name, _ = named(phone)[row_id - 1]
        return name

    def rows(phone: Phone) -> Iterable[Sequence[Cell]]:
        return [(i + 1, key, value) for i, (key, value) in enumerate(named(phone))]

    def insert(phone: Phone, values: Values) -> int:
        phone.put(SETTINGS, put(phone.get(SETTINGS), namespace, text_of(values, "name"), text_of(values, "value")))
        return 0

    def update(phone: Phone, row_id: int, values: Values) -> None:
        insert(phone, {"name": name_of(phone, row_id), **values})

    def delete(phone: Phone, ids: Sequence[int]) -> None:
        gone = {(namespace, name_of(phone, row_id)) for row_id in ids}
        phone.put(SETTINGS, {key: value for key, value in phone.get(SETTINGS).items() if key not in gone})

    return Provider(("_id", "name", "value"), rows, "_id", insert, update, delete)
