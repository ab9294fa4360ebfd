"""Facts of the simulated machines, made from their slices when they are compared.

Each kind of fact is made from some slices. A slice that no action has replaced is the same object as before, so most
kinds are compared without making a row, and seeded content that nobody has looked at isn't made. The kinds of each
device are in a module of their own, so that a machine is used without the other's code.

* `table`, `source` - a kind that is made from one slice; a slice as it is compared.
* `file_rows`, `setting_row` - rows that both devices have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from crab_gym.devices.facts import FactTable, Fields, Value, content_digest, file_fact, owned_path
from crab_gym.devices.phone_facts import SAVED_PLACES
from crab_gym.sim.files import File, Files, Link
from crab_gym.sim.machine.memory import Memory
from crab_gym.sim.machine.slices import Readable

__all__ = ["UNTOUCHED", "file_rows", "setting_row", "source", "table"]

_Value = TypeVar("_Value")

UNTOUCHED: Final = object()
"""Stands for a slice that is as the seed makes it."""


def source(memory: Memory, name: str) -> object:
    """Returns a slice's value as it is compared: the same object while nothing has replaced it."""
    value = memory.source(name)
    return UNTOUCHED if value is None else value


def table(memory: Memory, slice: Readable[_Value], make: Callable[[_Value], Mapping[str, Fields]]) -> FactTable:
    """Returns a kind of fact that is made from one slice.

    Args:
        memory: The machine's state.
        slice: The slice.
        make: Returns the rows for its value.
    """
    return FactTable((source(memory, slice.name),), lambda: make(memory.value(slice.name)))


def file_rows(files: Files, home: str) -> Mapping[str, Fields]:
    """Returns the user's files, by path."""
    rows: dict[str, Fields] = {}
    for path, entry in files.walk(home):
        if path == SAVED_PLACES or not owned_path(home, path):  # the saved places are a kind of their own
            continue
        if isinstance(entry, File):
            rows[path] = file_fact(path, "file", content_digest(entry.data))
        elif isinstance(entry, Link):
            rows[path] = file_fact(path, "link", entry.target)
        else:
            rows[path] = file_fact(path, "folder")
    return rows


def setting_row(namespace: str, key: str, value: Value) -> Fields:
    """Returns a setting."""
    return {"namespace": namespace, "key": key, "value": value}
