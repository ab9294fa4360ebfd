"""The desktop's trash, as the specification of freedesktop.org has it.

* `TRASH` - its folder below the home folder. `trashed_facts` - the facts of what lies in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import unquote

from crab_sim.devices.facts import Fields

__all__ = ["TRASH", "trashed_facts"]

TRASH: Final = ".local/share/Trash"


def trashed_facts(folder: str, files: Iterable[Fields], notes: Mapping[str, str]) -> dict[str, Fields]:
    """Returns the facts of what lies in the trash, by its place there.

    Their fields are those of a file, with the path from which each of them came; it is empty where nobody knows.

    Args:
        folder: The folder with the files in the trash.
        files: The facts of all files in it.
        notes: The texts of the notes about where they came from, by the names of the files in the folder.
    """
    rows: dict[str, Fields] = {}
    for fields in files:
        place = str(fields["path"])[len(folder) + 1 :]
        name, slash, inner = place.partition("/")
        origin = _origin(notes.get(name, ""))
        rows[place] = {**fields, "path": f"{origin}{slash}{inner}" if origin else ""}
    return rows


def _origin(note: str) -> str:
    for line in note.splitlines():
        if line.startswith("Path=/"):
            return unquote(line[len("Path=") :])
    return ""
