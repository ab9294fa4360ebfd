"""Force stop of an app and erasure of its stored data, as on its page in Settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from crab_sim.devices.apps import app_of
from crab_sim.devices.phone_facts import SAVED_PLACES
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import FILES, AnySlice
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps import INSTALLED
from crab_sim.phone.apps.contacts.data import CONTACTS, GROUPS
from crab_sim.phone.apps.maps.data import LOCATION, TRACKS
from crab_sim.phone.apps.messages.data import MESSAGES
from crab_sim.phone.apps.phone.data import CALL, CALLS
from crab_sim.phone.apps.phone.voicemail import VOICEMAILS
from crab_sim.phone.media.library import RECORDS
from crab_sim.phone.system.blocked import BLOCKED
from crab_sim.ui.page import PlainData

__all__ = ["SYSTEM_SLICES", "emptied", "erase", "erase_folders", "force_stop"]

SYSTEM_SLICES: Final[tuple[AnySlice, ...]] = (CONTACTS, GROUPS, CALLS, CALL, VOICEMAILS, BLOCKED, MESSAGES, LOCATION)
"""Slices that belong to the system, whichever app shows them."""
_FOLDERS: Final = (RECORDS, SAVED_PLACES.rpartition("/")[0], TRACKS)
"""Apps' own folders on the shared storage, which they make as they start; clients list them before that."""


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
    row = app_of("android", app)
    erase_folders(machine, (row.package, *row.aliases))


def erase_folders(machine: Machine, packages: Iterable[str]) -> None:
    """Removes what is in the folders of packages on the shared storage."""
    files = before = machine.get(FILES)
    for package in packages:
        folder = f"{SDCARD}/Android/data/{package}"
        if files.exists(folder):
            files = files.remove(folder, recursive=True)
        for path in _FOLDERS:
            if path.startswith(f"{folder}/"):
                files = files.mkdir(path, machine.now, parents=True)
    if files is not before:
        machine.put(FILES, files)
