"""The services of an account: for each the phone's app, the site, and how rows of the one become rows of the other."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from crab_gym.backends.base import Setup, StateReader
from crab_gym.backends.cloud.rows import Row, Rows, milliseconds

__all__ = ["SERVICES", "Service"]


class Service(NamedTuple):
    """A part of an account.

    Attributes:
        site: The host name of the site that shows it on a desktop.
        table: The site's table, whose rows are the account's.
        database: Path of the SQLite file in which the phone's app keeps it.
        read: Returns the account's rows as the phone has them.
        write: Gives the phone the account's rows; what only the phone knows of a row stays.
    """

    site: str
    table: str
    database: str
    read: Callable[[StateReader], Rows]
    write: Callable[[Setup, Sequence[Row]], None]


_DRIVE: Final = "/data/data/com.google.android.apps.docs/databases/DocList.db"


def _read_drive(phone: StateReader) -> Rows:
    return tuple(
        [
            {
                "id": row["_id"], "name": str(row["title"] or ""), "folder": bool(row["is_folder"]),
                "parent": int(row["parent_id"] or 0),
                "content": base64.b64encode(bytes(row["content"] or b"")).decode(),
                "owner": str(row["owner"] or ""), "starred": bool(row["is_starred"]),
                "trashed": bool(row["is_trashed"]), "created": row["creation_time"] / 1000,
                "changed": row["last_modified_time"] / 1000,
            }
            for row in phone.table(_DRIVE, "entry")
        ]
    )  # fmt: skip


def _write_drive(phone: Setup, rows: Sequence[Row]) -> None:
    entries = [
        {
            "_id": row["id"], "title": row["name"], "is_folder": int(row["folder"]), "parent_id": row["parent"],
            "content": base64.b64decode(row["content"]), "owner": row["owner"], "is_starred": int(row["starred"]),
            "is_trashed": int(row["trashed"]), "creation_time": milliseconds(row["created"]),
            "last_modified_time": milliseconds(row["changed"]),
        }
        for row in rows
    ]  # fmt: skip
    phone.set_table(_DRIVE, "entry", entries)


SERVICES: Final[Mapping[str, Service]] = {
    "drive": Service("drive.example", "files", _DRIVE, _read_drive, _write_drive),
}
"""The services by the names by which a task asks for them."""
