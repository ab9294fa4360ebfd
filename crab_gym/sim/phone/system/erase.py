"""Force stop of an app and erasure of its stored data, as on its page in Settings."""

from __future__ import annotations

from typing import Final

from crab_gym.sim.machine.machine import Machine
from crab_gym.sim.machine.slices import AnySlice
from crab_gym.sim.phone.apps import INSTALLED
from crab_gym.sim.phone.apps.contacts.data import CONTACTS
from crab_gym.sim.phone.apps.maps.data import LOCATION
from crab_gym.sim.phone.apps.messages.data import MESSAGES
from crab_gym.sim.phone.apps.phone.data import CALL, CALLS
from crab_gym.sim.ui.page import PlainData

__all__ = ["SYSTEM_SLICES", "emptied", "erase", "force_stop"]

SYSTEM_SLICES: Final[tuple[AnySlice, ...]] = (CONTACTS, CALLS, CALL, MESSAGES, LOCATION)
"""Slices that belong to the system, whichever app shows them."""


def emptied(value: PlainData) -> PlainData:
    """Returns a slice's value without its rows; numbers and texts stay as they were.

    >>> emptied((1, 2)), emptied({"a": 1}), emptied(7)
    ((), {}, 7)
    """
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[emptied(part) for part in value])
    return () if isinstance(value, tuple) else {} if isinstance(value, dict) else value


def force_stop(machine: Machine, app: str) -> None:
    """Closes an app and ends what it does in the background; its data stay."""
    machine.close_window(app)
    for entry in INSTALLED:
        if entry.spec.id == app and entry.stop is not None:
            entry.stop(machine)


def erase(machine: Machine, app: str) -> None:
    """Stops an app and erases its own data; the system's data, such as the contacts, stay."""
    force_stop(machine, app)
    for entry in INSTALLED:
        if entry.spec.id == app:
            for slice in entry.seeders:
                if slice not in SYSTEM_SLICES:
                    machine.put(slice, emptied(machine.seeded(slice)))
