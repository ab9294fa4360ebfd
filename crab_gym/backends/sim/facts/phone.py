"""Facts of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping

from crab_gym.backends.base import MAX_TEXT
from crab_gym.backends.sim.facts import file_rows, setting_row, source, table
from crab_gym.devices.facts import Facts, FactTable, Fields
from crab_gym.devices.phone_facts import PHONE_TABLES, SAVED_PLACES, WATCHED_SETTINGS, TableFacts, saved_places
from crab_gym.sim.files import Files
from crab_gym.sim.machine.memory import Memory
from crab_gym.sim.machine.slices import FILES, SETTINGS
from crab_gym.sim.phone.android import storage

__all__ = ["phone_facts"]


def phone_facts(memory: Memory, home: str) -> Facts:
    """Returns the facts of a phone.

    Args:
        memory: The phone's state.
        home: The folder of the user's files.
    """
    facts = {kind.kind: _stored(memory, kind) for kind in PHONE_TABLES}
    facts["file"] = table(memory, FILES, lambda files: file_rows(files, home))
    facts["saved_place"] = table(memory, FILES, _saved_place_rows)
    facts["setting"] = table(memory, SETTINGS, _watched)
    return facts


def _stored(memory: Memory, kind: TableFacts) -> FactTable:
    names = [slice.name for slice in storage.ALL[kind.database].slices]

    def make() -> Mapping[str, Fields]:
        values = tuple([memory.value(name) for name in names])
        return kind.make([storage.rows_of(kind.database, values, table) for table in kind.tables])

    return FactTable(tuple([source(memory, name) for name in names]), make)


def _saved_place_rows(files: Files) -> Mapping[str, Fields]:
    # Read from their file, as on other phones, so that an agent that deletes it does the same harm on both.
    data = files.read(SAVED_PLACES) if files.is_file(SAVED_PLACES) else b""
    return saved_places(data.decode("utf-8", "replace")) if len(data) <= MAX_TEXT else {}


def _watched(settings: Mapping[tuple[str, str], str]) -> Mapping[str, Fields]:
    return {
        f"{space} {key}": setting_row(space, key, settings.get((space, key)))
        for space, keys in WATCHED_SETTINGS.items()
        for key in keys
    }
