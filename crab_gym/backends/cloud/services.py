"""The services of an account: for each the phone's app, the site, and how rows of the one become rows of the other."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from crab_gym.backends.base import Media, PhoneSetup, PhoneState
from crab_gym.backends.cloud.rows import Row, Rows, milliseconds

__all__ = ["SERVICES", "Service"]


Known: TypeAlias = Mapping[int, Row]
"""The account's rows before, by id."""


class Service(NamedTuple):
    """A part of an account.

    Attributes:
        site: The host name of the site that shows it on a desktop.
        table: The site's table, whose rows are the account's.
        database: Path of the SQLite file in which the phone's app keeps it, or of the shared storage.
        read: Returns the account's rows as the phone has them, given the previous rows by id; a value that the phone
            doesn't keep is taken from the previous row.
        write: Gives the phone the account's rows; what only the phone knows of a row stays.
        owner: Rows of other tables of the site, which tell whose account it shows.
    """

    site: str
    table: str
    database: str
    read: Callable[[PhoneState, Known], Rows]
    write: Callable[[PhoneSetup, Sequence[Row]], None]
    owner: Mapping[str, Rows] = {}


_DRIVE: Final = "/data/data/com.google.android.apps.docs/databases/DocList.db"


def _read_drive(phone: PhoneState, known: Known) -> Rows:
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


def _write_drive(phone: PhoneSetup, rows: Sequence[Row]) -> None:
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


_NOTES: Final = "/data/data/com.google.android.keep/databases/keep.db"
_BIN, _ARCHIVE = "bin", "archive"


def _read_notes(phone: PhoneState, known: Known) -> Rows:
    entries: dict[object, list[Row]] = {}
    for item in sorted(phone.table(_NOTES, "list_item"), key=lambda item: (item["position"], item["_id"])):
        entry = {"text": str(item["text"] or ""), "done": bool(item["is_checked"])}
        entries.setdefault(item["note_id"], []).append(entry)
    return tuple(
        [
            {
                "id": row["_id"], "title": str(row["title"] or ""), "text": str(row["text"] or ""),
                "kind": "list" if row["is_checklist"] else "note", "items": entries.get(row["_id"], []),
                "color": row["color"], "pinned": bool(row["is_pinned"]),
                "place": _BIN if row["is_trashed"] else _ARCHIVE if row["is_archived"] else "notes",
                "labels": str(row["labels"] or "").splitlines(), "created": row["time_created"] / 1000,
                "changed": row["time_last_updated"] / 1000,
            }
            for row in phone.table(_NOTES, "note")
        ]
    )  # fmt: skip


def _write_notes(phone: PhoneSetup, rows: Sequence[Row]) -> None:
    locks = {row["_id"]: row["protection_hash"] for row in phone.table(_NOTES, "note")}
    notes = [
        {
            "_id": row["id"], "title": row["title"], "text": row["text"], "color": row["color"],
            "is_pinned": int(row["pinned"]), "is_archived": int(row["place"] == _ARCHIVE),
            "is_trashed": int(row["place"] == _BIN), "is_checklist": int(row["kind"] == "list"),
            "labels": "\n".join(row["labels"]), "time_created": milliseconds(row["created"]),
            "time_last_updated": milliseconds(row["changed"]), "protection_hash": locks.get(row["id"], ""),
        }
        for row in rows
    ]  # fmt: skip
    entries = [(row["id"], place, item) for row in rows for place, item in enumerate(row["items"])]
    items = [
        {"_id": i, "note_id": note, "text": item["text"], "is_checked": int(item["done"]), "position": place}
        for i, (note, place, item) in enumerate(entries, 1)
    ]
    phone.set_table(_NOTES, "note", notes)
    phone.set_table(_NOTES, "list_item", items)


_MAIL: Final = "/data/data/com.google.android.gm/databases/bigTopDataDB"
_OWNER, _OWNER_NAME = "me@example.com", "Me"


def _read_mail(phone: PhoneState, known: Known) -> Rows:
    return tuple(
        [
            {
                "id": row["_id"], "folder": row["folder"],
                "from": f"{row['from_name']} <{row['from_address']}>" if row["from_name"] else row["from_address"],
                "to": row["to_addresses"], "cc": row["cc_addresses"], "subject": row["subject"], "body": row["body"],
                "date": row["date_ms"] / 1000, "read": bool(row["read"]), "starred": bool(row["starred"]),
                "answers": row["in_reply_to"],
                "attachments": _attached(phone, row["attachment"], known.get(row["_id"])),
            }
            for row in phone.table(_MAIL, "messages")
        ]
    )  # fmt: skip


def _attached(phone: PhoneState, path: str, before: Row | None) -> list[Row]:
    """Returns the file that is attached to a mail, as the site has it; a mail keeps it when the phone's file goes."""
    name = path.rpartition("/")[2]
    if before is not None and [file["name"] for file in before["attachments"]] == [name]:
        return list(before["attachments"])
    data = phone.read_file(path) if path else None
    if data is None:
        return []
    try:
        return [{"name": name, "text": data.decode()}]
    except UnicodeDecodeError:
        return [{"name": name, "text": "", "data": base64.b64encode(data).decode()}]


def _write_mail(phone: PhoneSetup, rows: Sequence[Row]) -> None:
    attached = {row["_id"]: row["attachment"] for row in phone.table(_MAIL, "messages")}
    mails = []
    for row in rows:
        name, bracket, address = str(row["from"]).rpartition(" <")
        address = address.removesuffix(">") if bracket else str(row["from"])
        mails.append(
            {
                "_id": row["id"], "folder": row["folder"], "from_address": address,
                "from_name": name or (_OWNER_NAME if address == _OWNER else ""), "to_addresses": row["to"],
                "cc_addresses": row["cc"], "subject": row["subject"], "body": row["body"],
                "date_ms": milliseconds(row["date"]), "read": int(row["read"]), "starred": int(row["starred"]),
                "attachment": attached.get(row["id"], ""), "in_reply_to": row["answers"],
            }
        )  # fmt: skip
    phone.set_table(_MAIL, "messages", mails)


_CALENDAR: Final = "/data/data/com.simplemobiletools.calendar.pro/databases/events.db"
_WHOLE_DAYS = 1  # a bit of an event's flags
_NEW_EVENT: Final[Row] = {
    "reminder_1_minutes": -1, "reminder_2_minutes": -1, "reminder_3_minutes": -1, "reminder_1_type": 0,
    "reminder_2_type": 0, "reminder_3_type": 0, "attendees": "", "import_id": "", "time_zone": "UTC", "flags": 0,
    "event_type": 1, "parent_id": 0, "last_updated": 0, "source": "simple-calendar", "availability": 0, "type": 0,
}  # fmt: skip


def _read_calendar(phone: PhoneState, known: Known) -> Rows:
    return tuple(
        [
            {
                "id": row["id"], "title": row["title"], "start": float(row["start_ts"]), "end": float(row["end_ts"]),
                "all_day": bool(row["flags"] & _WHOLE_DAYS), "location": row["location"], "notes": row["description"],
                "interval": row["repeat_interval"], "rule": row["repeat_rule"], "limit": row["repeat_limit"],
                "exceptions": json.loads(row["repetition_exceptions"] or "[]"), "color": row["color"],
            }
            for row in phone.table(_CALENDAR, "events")
        ]
    )  # fmt: skip


def _write_calendar(phone: PhoneSetup, rows: Sequence[Row]) -> None:
    known = {row["id"]: row for row in phone.table(_CALENDAR, "events")}
    events = []
    for row in rows:
        old = known.get(row["id"], _NEW_EVENT)
        flags = (old["flags"] & ~_WHOLE_DAYS) | (_WHOLE_DAYS if row["all_day"] else 0)
        events.append(
            {
                **old, "id": row["id"], "title": row["title"], "start_ts": int(row["start"]),
                "end_ts": int(row["end"]), "location": row["location"], "description": row["notes"],
                "repeat_interval": row["interval"], "repeat_rule": row["rule"], "repeat_limit": row["limit"],
                "repetition_exceptions": json.dumps(row["exceptions"]), "color": row["color"], "flags": flags,
            }
        )  # fmt: skip
    phone.set_table(_CALENDAR, "events", events)


_STORAGE: Final = "/storage/emulated/0"
_PICTURES: Final = f"{_STORAGE}/Pictures"


def _pictures(phone: PhoneState) -> dict[int, Media]:
    """Returns the phone's pictures by ids that follow from their paths, since files have no numbers."""
    images = [each for each in phone.media() if each.kind == "image"]
    return {int.from_bytes(hashlib.sha256(each.path.encode()).digest()[:6], "big"): each for each in images}


def _read_gallery(phone: PhoneState, known: Known) -> Rows:
    return tuple(
        [
            {
                "id": key, "name": picture.path.rpartition("/")[2], "date": picture.date,
                "content": base64.b64encode(phone.read_file(picture.path) or b"").decode(),
            }
            for key, picture in sorted(_pictures(phone).items())
        ]
    )  # fmt: skip


def _write_gallery(phone: PhoneSetup, rows: Sequence[Row]) -> None:
    present, targets = _pictures(phone), {row["id"]: row for row in rows}
    for key in present.keys() - targets.keys():
        phone.remove(present[key].path)
    for key, row in targets.items():
        if key not in present:
            stem, dot, ending = str(row["name"]).replace("/", "_").rpartition(".")
            path, number = f"{_PICTURES}/{stem}{dot}{ending}", 1
            while phone.exists(path):
                path, number = f"{_PICTURES}/{stem}({number}){dot}{ending}", number + 1
            phone.write_file(path, base64.b64decode(row["content"]))


SERVICES: Final[Mapping[str, Service]] = {
    "calendar": Service("calendar.example", "events", _CALENDAR, _read_calendar, _write_calendar),
    "drive": Service("drive.example", "files", _DRIVE, _read_drive, _write_drive),
    "gallery": Service("images.example", "own", _STORAGE, _read_gallery, _write_gallery),
    "mail": Service(
        "mail.example", "mails", _MAIL, _read_mail, _write_mail, {"accounts": ({"id": 1, "address": _OWNER},)}
    ),
    "notes": Service("notes.example", "notes", _NOTES, _read_notes, _write_notes),
}
"""The services by the names by which a task asks for them."""
