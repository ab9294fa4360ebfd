"""The account that the phone's Drive and the desktop's drive.example share: its files, for sub-tasks of either.

Where a task has a phone, the account's files are read and put there; where it has only a desktop, on the site.
"""

from __future__ import annotations

import base64
import random
import re
from collections.abc import Sequence

from crab_gym.backends.base import Devices, State
from crab_gym.task.parameters import Parameter
from crab_sim.devices.footprints import Footprint, may_add

__all__ = [
    "DRIVE", "SITE", "add_drive_file", "content_in_drive", "drive_file", "may_add_to_drive", "remove_from_drive",
    "some_lines",
]  # fmt: skip

DRIVE = "/data/data/com.google.android.apps.docs/databases/DocList.db"
"""The phone's database of the files, in the table ``entry``."""
SITE = "drive.example"
"""The site that shows them, in the table ``files``."""
_STEMS = ("budget", "guests", "itinerary", "minutes", "recipe", "roster", "songs", "speech")
_NAME = re.compile(r"[a-z]{3,12}_\d{2}\.txt")


def drive_file(default: str) -> Parameter:
    """Returns a parameter that is the name of a file in Drive, by its default name without the ending."""
    return Parameter(
        "drive_file",
        f"{default}.txt",
        lambda rng: f"{rng.choice(_STEMS)}_{rng.randrange(10, 99)}.txt",
        lambda value: isinstance(value, str) and _NAME.fullmatch(value) is not None,
        f"a name of letters, '_' and two digits such as '{default}.txt'",
    )


def content_in_drive(state: State, name: str) -> bytes | None:
    """Returns the content of the only file of this name in Drive that isn't in the bin; None unless there is one."""
    if "android" in state:
        entries = state.android.table(DRIVE, "entry")
        found = [
            bytes(row["content"] or b"")
            for row in entries
            if row["title"] == name and not row["is_folder"] and not row["is_trashed"]
        ]
    else:
        found = [
            base64.b64decode(row["content"])
            for row in state.ubuntu.web(SITE, "files")
            if row["name"] == name and not row["folder"] and not row["trashed"]
        ]
    return found[0] if len(found) == 1 else None


def remove_from_drive(devices: Devices, names: Sequence[str]) -> None:
    """Removes the files of these names from Drive."""
    if "android" in devices:
        phone = devices.android
        entries = phone.table(DRIVE, "entry")
        if any([row["title"] in names for row in entries]):
            phone.set_table(DRIVE, "entry", [row for row in entries if row["title"] not in names])
    else:
        rows = devices.ubuntu.web(SITE, "files")
        if any([row["name"] in names for row in rows]):
            devices.ubuntu.set_web(SITE, "files", [row for row in rows if row["name"] not in names])


def add_drive_file(devices: Devices, name: str, text: str) -> None:
    """Puts a text file into Drive, in no folder, in place of any of its name; it is as old as the newest one there."""
    remove_from_drive(devices, [name])
    if "android" in devices:
        phone = devices.android
        entries = phone.table(DRIVE, "entry")
        when = max([row["last_modified_time"] for row in entries], default=0)
        entry = {
            "_id": 1 + max([row["_id"] for row in entries], default=0), "title": name, "is_folder": 0, "parent_id": 0,
            "content": text.encode(), "owner": "", "is_starred": 0, "is_trashed": 0, "creation_time": when,
            "last_modified_time": when,
        }  # fmt: skip
        phone.set_table(DRIVE, "entry", [*entries, entry])
    else:
        desktop = devices.ubuntu
        rows = desktop.web(SITE, "files")
        moment = max([row["changed"] for row in rows], default=0.0)
        row = {
            "id": 1 + max([row["id"] for row in rows], default=0), "name": name, "created": moment, "changed": moment,
            "content": base64.b64encode(text.encode()).decode(),
        }  # fmt: skip
        desktop.set_web(SITE, "files", [*rows, row])


def may_add_to_drive(name: str) -> Footprint:
    """Returns the allowance to add one file of this name to Drive, on whichever device its facts are counted."""
    return [
        may_add("android", "drive_file", most=1, is_folder=False, title=name),
        may_add("ubuntu", "site", most=1, table=f"{SITE}/files", folder=False, name=name),
    ]


def some_lines(rng: random.Random) -> str:
    """Returns the content of a text file, which nobody else's file has."""
    words = rng.sample(("anchor", "basil", "copper", "dune", "ember", "fern", "granite", "hinge", "inlet"), 4)
    return "".join([f"{word} {rng.randrange(100, 1000)}\n" for word in words])
