"""Drive: evaluators and setups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from crab_gym.backends.base import PhoneSetup
from crab_gym.task.types import Value, states
from crab_tasks.kits.account import DRIVE, content_in_drive
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.state import State

__all__ = [
    "DOWNLOADS", "Entry", "document_in", "document_named", "folder_made", "plant_entries", "put_there", "starred",
]  # fmt: skip

DOWNLOADS = f"{STORAGE}/Download"


def folder_made(state: State, kind: str, value: Value) -> bool:
    """One thing that isn't in the bin has this name, and it is a folder that lies in no other one."""
    rows = [
        row
        for row in state.android.table(DRIVE, "entry")
        if not row["is_trashed"] and states(kind, str(row["title"] or ""), value)
    ]
    return len(rows) == 1 and bool(rows[0]["is_folder"]) and not rows[0]["parent_id"]


def put_there(state: State, name: str) -> bool:
    """Drive has one file of this name, with the content of the one among the phone's downloads."""
    content = content_in_drive(state, name)
    return content is not None and state.android.read_file(f"{DOWNLOADS}/{name}") == content


def starred(state: State, name: str) -> bool:
    """The only file of this name in Drive has a star."""
    rows = [row for row in state.android.table(DRIVE, "entry") if row["title"] == name and not row["is_trashed"]]
    return len(rows) == 1 and bool(rows[0]["is_starred"])


class Entry(NamedTuple):
    """A file, or a folder.

    Attributes:
        title: Its name.
        text: A file's text.
        folder: Whether it is a folder.
        inside: The name of the folder in which it lies, which is planted before it; "" for none.
        owner: Who has shared it; "" for the phone's user.
    """

    title: str
    text: str = ""
    folder: bool = False
    inside: str = ""
    owner: str = ""


def plant_entries(phone: PhoneSetup, entries: Sequence[Entry]) -> None:
    """Adds folders and files to Drive, in place of those of their names and of what lies in these."""
    titles = [one.title for one in entries]
    before = phone.table(DRIVE, "entry")
    gone = {row["_id"] for row in before if row["title"] in titles}
    rows = [row for row in before if row["_id"] not in gone and row["parent_id"] not in gone]
    now, ids = round(phone.now()) * 1000, {"": 0}
    for i, one in enumerate(entries, 1 + max((row["_id"] for row in before), default=0)):
        when = now - 3_600_000 * (1 + i % 20)
        rows.append(
            {"_id": i, "title": one.title, "is_folder": int(one.folder), "parent_id": ids[one.inside],
             "content": one.text.encode(), "owner": one.owner, "is_starred": 0, "is_trashed": 0,
             "creation_time": when - 3_600_000, "last_modified_time": when}
        )  # fmt: skip
        if one.folder:
            ids[one.title] = i
    phone.set_table(DRIVE, "entry", rows)


def document_named(state: State, kind: str, value: Value, content: str, before: str) -> bool:
    """One thing outside the bin has a value as its name: the file of a content; none has the name before.

    Args:
        state: The devices' states.
        kind: The value's type.
        value: The value.
        content: The file's text.
        before: The name that it had.
    """
    rows = [row for row in state.android.table(DRIVE, "entry") if not row["is_trashed"]]
    named = [row for row in rows if states(kind, str(row["title"] or ""), value)]
    return (
        len(named) == 1
        and not named[0]["is_folder"]
        and bytes(named[0]["content"] or b"") == content.encode()
        and not any(row["title"] == before for row in rows if row is not named[0])
    )


def document_in(state: State, title: str, content: str, folder: str) -> bool:
    """One thing outside the bin has this title: the file of a content, in the folder of this name.

    Args:
        state: The devices' states.
        title: The file's name.
        content: Its text.
        folder: The name of the folder, which lies in no other one.
    """
    rows = [row for row in state.android.table(DRIVE, "entry") if not row["is_trashed"]]
    found = [row for row in rows if row["title"] == title]
    folders = [row["_id"] for row in rows if row["is_folder"] and row["title"] == folder and not row["parent_id"]]
    return (
        len(found) == 1
        and not found[0]["is_folder"]
        and bytes(found[0]["content"] or b"") == content.encode()
        and folders == [found[0]["parent_id"]]
    )
