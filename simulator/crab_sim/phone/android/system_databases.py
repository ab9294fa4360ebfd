"""The databases of Android's own content providers (messages, contacts, calls, blocked numbers) and the log of effects.

They show the rows that the apps show. Of the real files' tables and columns they have those that clients read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Final, NamedTuple

from crab_sim.devices.facts import Effect
from crab_sim.devices.media import mime_type
from crab_sim.devices.phone_facts import EFFECTS_DATABASE, EFFECTS_TABLE, effects_of
from crab_sim.devices.phone_labels import LABELS, MOBILE
from crab_sim.machine.slices import EFFECTS
from crab_sim.phone.app import Cell, Database, Dump, Tables
from crab_sim.phone.apps.contacts.data import CONTACTS, GROUPS, ContactRow, GroupRow, digits
from crab_sim.phone.apps.messages.data import MESSAGES, Attachment, MessageRow, members_of
from crab_sim.phone.apps.phone.data import CALLS, CallRow
from crab_sim.phone.apps.phone.voicemail import VOICEMAILS, VoicemailRow
from crab_sim.phone.system.blocked import BLOCKED, BlockedRow
from crab_sim.ui.page import PlainData

__all__ = [
    "BOX_TYPES", "CALL_TYPES", "DATA_PER_CONTACT", "MIMETYPES", "SYSTEM_DATABASES", "ContactDatum", "ContactValue",
    "addr_rows", "call_length", "contact_data", "join_contacts", "part_rows", "pdu_row", "seconds", "sms_row",
    "thread_ids", "value_of",
]  # fmt: skip

BOX_TYPES: Final = {"inbox": 1, "sent": 2, "failed": 5}
"""Android's numbers for the folders of messages."""
CALL_TYPES: Final = {"incoming": 1, "outgoing": 2, "missed": 3}
"""Android's numbers for the kinds of calls."""
_VOICEMAIL: Final = 4
"""Android's number for a voice mail, which is a row of the table of calls, too."""
_BOXES = {number: name for name, number in BOX_TYPES.items()}
_KINDS = {**{number: name for name, number in CALL_TYPES.items()}, 5: "missed", 6: "missed", 7: "incoming"}

_LAST: Final = 253_402_300_799  # the year 9999 ends


def seconds(milliseconds: Cell) -> float:
    """Returns a time in seconds since 1970 from one in milliseconds, kept within the years that calendars have.

    >>> seconds("1500"), seconds(None), seconds(1e30)
    (1.5, 0.0, 253402300799.0)
    """
    return min(max(int(milliseconds or 0) / 1000, 0.0), float(_LAST))


# Messages -----------------------------------------------------------------------------------------------------------

_SMS = """
CREATE TABLE sms (_id INTEGER PRIMARY KEY, thread_id INTEGER, address TEXT, person INTEGER, date INTEGER,
    date_sent INTEGER DEFAULT 0, protocol INTEGER, read INTEGER DEFAULT 0, status INTEGER DEFAULT -1, type INTEGER,
    reply_path_present INTEGER, subject TEXT, body TEXT, service_center TEXT, locked INTEGER DEFAULT 0,
    sub_id INTEGER DEFAULT -1, error_code INTEGER DEFAULT -1, creator TEXT, seen INTEGER DEFAULT 0);
CREATE TABLE threads (_id INTEGER PRIMARY KEY AUTOINCREMENT, date INTEGER DEFAULT 0, message_count INTEGER DEFAULT 0,
    recipient_ids TEXT, snippet TEXT, read INTEGER DEFAULT 1, archived INTEGER DEFAULT 0, type INTEGER DEFAULT 0);
CREATE TABLE pdu (_id INTEGER PRIMARY KEY AUTOINCREMENT, thread_id INTEGER, date INTEGER, date_sent INTEGER DEFAULT 0,
    msg_box INTEGER, read INTEGER DEFAULT 0, sub TEXT, ct_t TEXT, m_type INTEGER, seen INTEGER DEFAULT 0);
CREATE TABLE addr (_id INTEGER PRIMARY KEY, msg_id INTEGER, contact_id INTEGER, address TEXT, type INTEGER,
    charset INTEGER);
CREATE TABLE part (_id INTEGER PRIMARY KEY AUTOINCREMENT, mid INTEGER, seq INTEGER DEFAULT 0, ct TEXT, name TEXT,
    chset INTEGER, cid TEXT, cl TEXT, _data TEXT, text TEXT, content BLOB);
CREATE TABLE canonical_addresses (_id INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT);
"""


def thread_ids(rows: Iterable[MessageRow]) -> dict[str, int]:
    """Returns the number of each conversation, by the digits of the other side's number."""
    found: dict[str, int] = {}
    for row in rows:
        found.setdefault(digits(row.address), len(found) + 1)
    return found


def sms_row(row: MessageRow, thread: int) -> tuple[Cell, ...]:
    """Returns a message in the columns of the table ``sms``."""
    date = round(row.date * 1000)
    return (
        row.id, thread, row.address, None, date, date if row.box == "inbox" else 0, 0 if row.box == "inbox" else None,
        int(row.read), -1, BOX_TYPES.get(row.box, 1), None, None, row.body, None, 0, 1, 0,
        "com.google.android.apps.messaging", int(row.read),
    )  # fmt: skip


def pdu_row(row: MessageRow, thread: int) -> tuple[Cell, ...]:
    """Returns a multimedia message in the columns of the table ``pdu``."""
    read, received = int(row.read), row.box == "inbox"
    kind = "application/vnd.wap.multipart.related"
    return (row.id, thread, int(row.date), 0, BOX_TYPES[row.box], read, None, kind, 132 if received else 128, read)


def part_rows(row: MessageRow) -> list[tuple[Cell, ...]]:
    """Returns the parts of a multimedia message in the columns of the table ``part``, whose last one is our own.

    Android keeps a part's content in a file of the provider's.
    """
    parts: list[tuple[Cell, ...]] = []
    if row.body:
        parts.append((2 * row.id, row.id, 0, "text/plain", None, 106, "<text>", "text.txt", None, row.body, None))
    if row.attachment is not None:
        name, content = row.attachment
        path = f"/data/user_de/0/com.android.providers.telephony/app_parts/PART_{row.id}_{name}"
        parts.append((2 * row.id + 1, row.id, 0, mime_type(name), name, None, f"<{name}>", name, path, None, content))
    return parts


def addr_rows(row: MessageRow) -> list[tuple[Cell, ...]]:
    """Returns who gets a multimedia message, or from whom it came, in the columns of the table ``addr``."""
    kind = 137 if row.box == "inbox" else 151
    return [(64 * row.id + i, row.id, None, one, kind, 106) for i, one in enumerate(members_of(row.address)[:64])]


def _dump_sms(rows: tuple[MessageRow, ...]) -> Dump:
    threads = thread_ids(rows)
    last: dict[int, tuple[int, MessageRow]] = {}
    for row in rows:
        thread = threads[digits(row.address)]
        count, newest = last.get(thread, (0, row))
        last[thread] = count + 1, max(newest, row, key=lambda one: (one.date, one.id))
    return {
        "sms": [sms_row(row, threads[digits(row.address)]) for row in rows if not row.is_multimedia],
        "pdu": [pdu_row(row, threads[digits(row.address)]) for row in rows if row.is_multimedia],
        "part": [part for row in rows if row.is_multimedia for part in part_rows(row)],
        "addr": [one for row in rows if row.is_multimedia for one in addr_rows(row)],
        "threads": [
            (thread, round(row.date * 1000), count, str(thread), row.body, 1, 0, 0)
            for thread, (count, row) in last.items()
        ],
        "canonical_addresses": [(thread, row.address) for thread, (_, row) in last.items()],
    }


def _load_sms(tables: Tables) -> tuple[tuple[MessageRow, ...]]:
    rows = [
        MessageRow(
            int(row["_id"]), str(row["address"] or ""), str(row["body"] or ""), seconds(row["date"]),
            _BOXES[row["type"]], row["type"] != 1 or bool(row["read"]),
        )
        for row in tables["sms"]
        if row["type"] in _BOXES
    ]  # fmt: skip
    rows += [_load_mms(row, tables) for row in tables["pdu"] if row["msg_box"] in _BOXES]
    return (tuple(sorted(rows, key=lambda row: row.id)),)


def _load_mms(row: Mapping[str, Cell], tables: Tables) -> MessageRow:
    numbers = [str(one["address"]) for one in tables["addr"] if one["msg_id"] == row["_id"]]
    parts = [part for part in tables["part"] if part["mid"] == row["_id"]]
    texts = [str(part["text"]) for part in parts if part["text"]]
    files = [Attachment(str(part["cl"]), bytes(part["content"])) for part in parts if part["content"]]
    return MessageRow(
        int(row["_id"] or 0), ", ".join(numbers), "\n".join(texts), seconds(int(row["date"] or 0) * 1000),
        _BOXES[int(row["msg_box"] or 0)], bool(row["read"]), files[0] if files else None,
    )  # fmt: skip


# Contacts -----------------------------------------------------------------------------------------------------------

_CONTACTS = """
CREATE TABLE mimetypes (_id INTEGER PRIMARY KEY AUTOINCREMENT, mimetype TEXT NOT NULL);
CREATE TABLE raw_contacts (_id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER, contact_id INTEGER,
    deleted INTEGER NOT NULL DEFAULT 0, starred INTEGER NOT NULL DEFAULT 0, display_name TEXT);
CREATE TABLE data (_id INTEGER PRIMARY KEY AUTOINCREMENT, mimetype_id INTEGER NOT NULL, raw_contact_id INTEGER NOT NULL,
    is_primary INTEGER NOT NULL DEFAULT 0, data1 TEXT, data2 TEXT, data3 TEXT, data15 BLOB);
CREATE TABLE groups (_id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER, title TEXT, notes TEXT,
    deleted INTEGER NOT NULL DEFAULT 0, group_visible INTEGER NOT NULL DEFAULT 1);
"""
_ITEM: Final = "vnd.android.cursor.item/"
_FIELDS: Final = {
    "name": "name", "phone_v2": "phone", "email_v2": "email", "organization": "company",
    "postal-address_v2": "address", "note": "notes", "website": "website", "contact_event": "birthday",
    "photo": "photo",
}  # fmt: skip
_ATTRIBUTES: Final = {_ITEM + kind: field for kind, field in _FIELDS.items()}
_MEMBERSHIP: Final = f"{_ITEM}group_membership"
MIMETYPES: Final = (*_ATTRIBUTES, _MEMBERSHIP)
DATA_PER_CONTACT: Final = 64
"""The numbers that are kept for the data of one contact: one for each kind, and its labels after them."""
_BIRTHDAY: Final = "3"
_LABELS: Final = frozenset(map(str, LABELS))


class ContactDatum(NamedTuple):
    """A row of Android's table ``data``: one thing known of a contact, such as a number or an address."""

    id: int
    mimetype: str
    data1: str | None
    data2: str | None = None
    data3: str | None = None
    data15: bytes | None = None


class ContactValue(NamedTuple):
    """The value of a contact's datum, as far as the Contacts app shows it; `kind` is a phone number's label."""

    contact: int
    mimetype: str
    value: Cell
    kind: Cell = None


def contact_data(row: ContactRow) -> list[ContactDatum]:
    """Returns a contact's data."""
    first, _, last = row.name.rpartition(" ")
    more: dict[str, tuple[str | None, str | None]] = {
        "name": (first or last, last if first else None), "phone": (str(row.phone_type), None), "email": ("1", None),
        "birthday": (_BIRTHDAY, None),
    }  # fmt: skip
    data: list[ContactDatum] = []
    number = row.id * DATA_PER_CONTACT
    for i, (mimetype, attribute) in enumerate(_ATTRIBUTES.items()):
        value: str | bytes = getattr(row, attribute)
        if isinstance(value, bytes) and value:
            data.append(ContactDatum(number + i, mimetype, None, data15=value))
        elif isinstance(value, str) and value:
            data.append(ContactDatum(number + i, mimetype, value, *more.get(attribute, (None, None))))
    kept = row.groups[: DATA_PER_CONTACT - len(_ATTRIBUTES)]
    return data + [ContactDatum(number + len(_ATTRIBUTES) + i, _MEMBERSHIP, str(group)) for i, group in enumerate(kept)]


def _phone_type(kind: Cell) -> int:
    """Returns the number of a phone number's label, of which providers keep any text."""
    text = str(kind)
    return int(text) if text in _LABELS else MOBILE


def join_contacts(raw: Iterable[tuple[int, bool]], values: Iterable[ContactValue]) -> tuple[ContactRow, ...]:
    """Returns contacts from pairs of an id and whether the contact is starred, and the values of their data."""
    rows = {number: ContactRow(number, "", starred=starred) for number, starred in raw}
    for number, mimetype, value, kind in values:
        attribute = _ATTRIBUTES.get(mimetype)
        if mimetype == _MEMBERSHIP and number in rows and str(value).isdecimal() and len(str(value)) < 10:
            groups = rows[number].groups
            rows[number] = rows[number]._replace(groups=tuple(dict.fromkeys((*groups, int(value or 0)))))
        elif attribute == "birthday" and str(kind) != _BIRTHDAY:  # another of the person's events, which no page shows
            continue
        elif number in rows and attribute is not None and not getattr(rows[number], attribute):
            photo = bytes(value) if isinstance(value, bytes) else b""
            change: dict[str, PlainData] = {attribute: photo if attribute == "photo" else str(value or "")}
            if attribute == "phone":
                change["phone_type"] = _phone_type(kind)
            rows[number] = rows[number]._replace(**change)
    return tuple(rows[number] for number in sorted(rows))


def value_of(contact: int, datum: ContactDatum) -> ContactValue:
    """Returns the value of a contact's datum."""
    value = datum.data15 if datum.data15 is not None else datum.data1
    return ContactValue(contact, datum.mimetype, value, datum.data2)


def _dump_contacts(rows: tuple[ContactRow, ...], groups: tuple[GroupRow, ...]) -> Dump:
    numbers = {mimetype: i + 1 for i, mimetype in enumerate(MIMETYPES)}
    return {
        "mimetypes": [(number, mimetype) for mimetype, number in numbers.items()],
        "raw_contacts": [(row.id, 1, row.id, 0, int(row.starred), row.name) for row in rows],
        "data": [
            (datum.id, numbers[datum.mimetype], row.id, 0, datum.data1, datum.data2, datum.data3, datum.data15)
            for row in rows
            for datum in contact_data(row)
        ],
        "groups": [(group.id, 1, group.title, None, 0, 1) for group in groups],
    }


def _load_contacts(tables: Tables) -> tuple[tuple[ContactRow, ...], tuple[GroupRow, ...]]:
    kinds = {row["_id"]: row["mimetype"] for row in tables["mimetypes"]}
    raw = [(int(row["_id"]), bool(row["starred"])) for row in tables["raw_contacts"] if not row["deleted"]]
    values = [
        ContactValue(
            row["raw_contact_id"], kinds.get(row["mimetype_id"], ""),
            row["data1"] if row["data15"] is None else row["data15"], row["data2"],
        )
        for row in tables["data"]
    ]  # fmt: skip
    groups = [GroupRow(int(row["_id"]), str(row["title"] or "")) for row in tables["groups"] if not row["deleted"]]
    return join_contacts(raw, values), tuple(groups)


# Calls --------------------------------------------------------------------------------------------------------------

_CALLS = """
CREATE TABLE calls (_id INTEGER PRIMARY KEY AUTOINCREMENT, number TEXT, presentation INTEGER NOT NULL DEFAULT 1,
    date INTEGER, duration INTEGER, type INTEGER, new INTEGER, name TEXT, is_read INTEGER, transcription TEXT);
"""


def _dump_calls(rows: tuple[CallRow, ...], voicemails: tuple[VoicemailRow, ...]) -> Dump:
    calls: list[tuple[Cell, ...]] = [
        (row.id, row.number, 1, round(row.date * 1000), round(row.duration), CALL_TYPES[row.kind],
         int(row.kind == "missed"), None, 1, None)
        for row in rows
    ]  # fmt: skip
    taken = {row.id for row in rows}
    for mail in voicemails:
        number = next(number for number in count(mail.id) if number not in taken)
        taken.add(number)
        date, unread = round(mail.date * 1000), int(not mail.read)
        calls.append((number, mail.number, 1, date, mail.duration, _VOICEMAIL, unread, None, int(mail.read), mail.text))
    return {"calls": calls}


def call_length(seconds: Cell) -> int:
    """Returns a call's length from what a client has written, in whole seconds."""
    return min(max(int(seconds or 0), 0), 86_400)


def _load_calls(tables: Tables) -> tuple[tuple[CallRow, ...], tuple[VoicemailRow, ...]]:
    calls: list[CallRow] = []
    voicemails: list[VoicemailRow] = []
    for row in tables["calls"]:
        number, text = int(row["_id"]), str(row["number"] or "")
        date, duration = seconds(row["date"]), call_length(row["duration"])
        if row["type"] == _VOICEMAIL:
            said, played = str(row["transcription"] or ""), bool(row["is_read"])
            voicemails.append(VoicemailRow(number, text, date, duration, said, played))
        else:
            calls.append(CallRow(number, text, _KINDS.get(row["type"], "missed"), date, duration))
    return tuple(calls), tuple(voicemails)


# Blocked numbers ----------------------------------------------------------------------------------------------------

_BLOCKED = "CREATE TABLE blocked (_id INTEGER PRIMARY KEY, original_number TEXT NOT NULL, e164_number TEXT);"


def _dump_blocked(rows: tuple[BlockedRow, ...]) -> Dump:
    return {"blocked": [(row.id, row.number, None) for row in rows]}


def _load_blocked(tables: Tables) -> tuple[tuple[BlockedRow, ...]]:
    return (tuple([BlockedRow(int(row["_id"]), str(row["original_number"])) for row in tables["blocked"]]),)


# Effects ----------------------------------------------------------------------------------------------------------

_EFFECTS = f"""
CREATE TABLE {EFFECTS_TABLE} (_id INTEGER PRIMARY KEY, kind TEXT NOT NULL, recipient TEXT NOT NULL, body TEXT NOT NULL,
    subject TEXT NOT NULL DEFAULT '', cc TEXT NOT NULL DEFAULT '', bcc TEXT NOT NULL DEFAULT '',
    attachments TEXT NOT NULL DEFAULT '[]');
"""


def _dump_effects(rows: tuple[Effect, ...]) -> Dump:
    return {EFFECTS_TABLE: [(i + 1, *row[:6], json.dumps(row.attachments)) for i, row in enumerate(rows)]}


def _load_effects(tables: Tables) -> tuple[tuple[Effect, ...]]:
    return (effects_of(tables[EFFECTS_TABLE]),)


SYSTEM_DATABASES: Sequence[Database] = (
    Database(
        "/data/data/com.android.providers.telephony/databases/mmssms.db", (MESSAGES,), _SMS, _dump_sms, _load_sms
    ),
    Database(
        "/data/data/com.android.providers.contacts/databases/contacts2.db",
        (CONTACTS, GROUPS), _CONTACTS, _dump_contacts, _load_contacts,
    ),
    Database(
        "/data/data/com.android.providers.contacts/databases/calllog.db",
        (CALLS, VOICEMAILS), _CALLS, _dump_calls, _load_calls,
    ),
    Database(
        "/data/user_de/0/com.android.providers.blockednumber/databases/blockednumbers.db",
        (BLOCKED,), _BLOCKED, _dump_blocked, _load_blocked,
    ),
    Database(EFFECTS_DATABASE, (EFFECTS,), _EFFECTS, _dump_effects, _load_effects),
)  # fmt: skip
"""The files of the telephony and contacts providers, and the log of effects; the calendar's is its app's own."""
