"""Old files go by themselves: from the trash and from the folders for temporary files, where Settings say so.

Once a minute, what has lain in the trash for longer than the period of Settings › File History & Trash is deleted, and
so are the user's temporary files that nobody has changed for as long.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from crab_sim.desktop.settings_store import PRIVACY, Settings
from crab_sim.desktop.widgets import TRASH, TRASH_INFO
from crab_sim.files import Directory, Files
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import FILES, SETTINGS

__all__ = ["tick"]

_TEMPORARY: Final = ("/tmp", "/var/tmp")
_HOUR: Final = 3600.0


def tick(machine: Machine) -> None:
    """Deletes what is old; called once a minute."""
    settings = machine.get(SETTINGS)
    kinds = [key for key in ("remove-old-trash-files", "remove-old-temp-files") if settings[PRIVACY, key] == "true"]
    if not kinds:
        return
    before = files = machine.get(FILES)
    limit = machine.now - _age(settings)
    for key in kinds:
        for path in list(_old_trash(files, limit) if "trash" in key else _old_temporary(files, limit)):
            files = files.remove(path, recursive=True, mtime=machine.now)
    if files is not before:
        machine.put(FILES, files)


def _age(settings: Settings) -> float:
    """Returns the seconds for which files are kept; no days mean an hour."""
    return 24 * _HOUR * int(settings[PRIVACY, "old-files-age"]) or _HOUR


def _old_trash(files: Files, limit: float) -> Iterator[str]:
    """Yields what was moved to the trash before a time, each after its note."""
    for name in files.list(TRASH) if files.is_dir(TRASH) else ():
        info = f"{TRASH_INFO}/{name}.trashinfo"
        if files.is_file(info) and _deleted(files.read(info)) <= limit:
            yield from (info, f"{TRASH}/{name}")


def _deleted(info: bytes) -> float:
    """Returns when a thing was deleted, as its note in the trash says; never where it doesn't."""
    date = info.decode("utf-8", "replace").partition("DeletionDate=")[2].strip()
    try:
        return datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return float("inf")


def _old_temporary(files: Files, limit: float) -> Iterator[str]:
    """Yields the user's temporary files that were changed last before a time."""
    for folder in _TEMPORARY:
        for path, entry in files.walk(folder) if files.is_dir(folder) else ():
            if not isinstance(entry, Directory) and entry.owner == "user" and entry.mtime <= limit:
                yield path
