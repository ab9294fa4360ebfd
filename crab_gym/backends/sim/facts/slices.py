"""Facts of the slices that no other kind of fact is made from: each is the user's unless it is declared volatile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from crab_sim.devices.facts import Fields, Value
from crab_sim.machine.memory import Memory
from crab_sim.machine.slices import VOLATILE

__all__ = ["STATE", "owned", "state_rows"]

STATE: Final = "state"
"""The kind of these facts."""


def owned(name: str, field: str = "") -> bool:
    """Returns whether a user minds a change of a slice, or of one of its fields."""
    return (name, field) not in VOLATILE and (name, "") not in VOLATILE


def state_rows(memory: Memory, names: Sequence[str]) -> dict[str, Fields]:
    """Returns the facts of slices, but for what is volatile.

    Each row of a table is a fact, known by its number, its key, or, where it has neither, by its whole content, and by
    a number among those that are alike. A slice that is a tuple with named fields is a fact for itself, but for the
    tables among its fields. Any other slice is one fact.

    Args:
        memory: A machine's state.
        names: The slices' names.
    """
    rows: dict[str, Fields] = {}
    there = memory.names
    for name in names:
        if name not in there:
            continue
        value = memory.value(name)  # where its app isn't loaded yet, only now it is known whether it is volatile
        if not owned(name):
            continue
        for key, fields in _parts(name, value):
            rows[f"{name} {key}".rstrip()] = {"slice": name, "key": key, **fields}
    return rows


def _parts(name: str, value: object) -> Iterator[tuple[str, dict[str, Value]]]:
    if isinstance(value, Mapping):
        for key, row in value.items():
            yield _text(key), _fields(name, row)
    elif isinstance(value, tuple) and not _names(value):
        yield from _rows(name, value)
    elif isinstance(value, tuple):
        parts = {field: getattr(value, field) for field in _names(value) if owned(name, field)}
        tables = {field: part for field, part in parts.items() if isinstance(part, tuple) and not _names(part)}
        if single := {field: _plain(part) for field, part in parts.items() if field not in tables}:
            yield "", single
        for field, table in tables.items():
            for key, fields in _rows(name, table):
                yield f"{field} {key}", fields
    else:
        yield "", _fields(name, value)


def _rows(name: str, rows: tuple[object, ...]) -> Iterator[tuple[str, dict[str, Value]]]:
    alike: dict[str, int] = {}
    for row in rows:
        fields = _fields(name, row)
        key = str(getattr(row, "id", " ".join(map(str, fields.values()))))
        count = alike[key] = alike.get(key, 0) + 1
        yield key if count == 1 else f"{key} ({count})", fields


def _fields(name: str, value: object) -> dict[str, Value]:
    if not _names(value):
        return {"value": _plain(value)}
    return {field: _plain(getattr(value, field)) for field in _names(value) if owned(name, field)}


def _names(value: object) -> tuple[str, ...]:
    return tuple(getattr(value, "_fields", ()))


def _text(key: object) -> str:
    return " ".join(map(str, key)) if isinstance(key, tuple) else str(key)


def _plain(value: object) -> Value:
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, Mapping):
        return tuple([(_plain(key), _plain(part)) for key, part in value.items()])
    if isinstance(value, tuple | list):
        return tuple([_plain(part) for part in value])
    return repr(value)
