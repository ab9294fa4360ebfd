"""Android's content providers, derived from the rows that the apps show.

* `find` - from a ``content://`` address to the provider.
* `select` - rows of a provider, filtered and sorted by SQLite as on a phone.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from typing import Final, NamedTuple, TypeVar

from crab_gym.sim.files import Files
from crab_gym.sim.files.entries import Directory, File
from crab_gym.sim.machine.rows import TableRow
from crab_gym.sim.machine.slices import FILES, Slice
from crab_gym.sim.phone.android.databases import connect
from crab_gym.sim.phone.android.system_databases import (
    BOX_TYPES,
    CALL_TYPES,
    MIMETYPES,
    contact_data,
    join_contacts,
    seconds,
    sms_row,
    thread_ids,
)
from crab_gym.sim.phone.app import SDCARD, Cell
from crab_gym.sim.phone.apps.calendar import data as calendar_data
from crab_gym.sim.phone.apps.calendar.data import EVENTS
from crab_gym.sim.phone.apps.contacts import data as contacts_data
from crab_gym.sim.phone.apps.contacts.data import CONTACTS, digits
from crab_gym.sim.phone.apps.messages import data as messages_data
from crab_gym.sim.phone.apps.messages.data import MESSAGES
from crab_gym.sim.phone.apps.phone import data as phone_data
from crab_gym.sim.phone.apps.phone.data import CALLS
from crab_gym.sim.phone.machine import Phone
from crab_gym.sim.phone.system.settings_store import SETTINGS, put
from crab_gym.sim.ui.page import PlainData

__all__ = ["Provider", "find", "media_rows", "select"]

Values = Mapping[str, PlainData]


class Provider(NamedTuple):
    """One table behind a ``content://`` address.

    Attributes:
        columns: Its columns.
        rows: From the phone to the rows.
        order: How they are sorted where nobody asks for another order, as SQL.
        insert: Adds a row from some of its columns.
        update: Changes columns of the row with an id.
        delete: Removes the rows with these ids.
    """

    columns: Sequence[str]
    rows: Callable[[Phone], Iterable[Sequence[Cell]]]
    order: str = "_id"
    insert: Callable[[Phone, Values], int] | None = None
    update: Callable[[Phone, int, Values], None] | None = None
    delete: Callable[[Phone, Sequence[int]], None] | None = None


def select(
    phone: Phone, provider: Provider, projection: Sequence[str] = (), where: str = "", order: str = ""
) -> tuple[list[str], list[tuple[PlainData, ...]]]:
    """Returns names and values of the wanted columns of the rows that fit.

    Raises:
        sqlite3.Error: The projection, filter or order isn't SQL over these columns.
    """
    with closing(connect()) as connection:
        names = ", ".join(f'"{name}"' for name in provider.columns)
        connection.execute(f"CREATE TABLE rows ({names})")
        marks = ", ".join("?" * len(provider.columns))
        connection.executemany(f"INSERT INTO rows VALUES ({marks})", provider.rows(phone))
        wanted = ", ".join(projection) or "*"
        condition = f" WHERE ({where})" if where else ""
        cursor = connection.execute(f"SELECT {wanted} FROM rows{condition} ORDER BY {order or provider.order}")
        if cursor.description is None:
            raise sqlite3.OperationalError("not a query")
        return [column[0] for column in cursor.description], cursor.fetchall()


def _text(values: Values, name: str) -> str:
    value = values.get(name)
    return "" if value is None else str(value)


def _seconds(values: Values, name: str, otherwise: float) -> float:
    value = values.get(name)
    return otherwise if value is None else seconds(value)


# Messages -----------------------------------------------------------------------------------------------------------

_SMS: Final = (
    "_id", "thread_id", "address", "person", "date", "date_sent", "protocol", "read", "status", "type",
    "reply_path_present", "subject", "body", "service_center", "locked", "sub_id", "error_code", "creator", "seen",
)  # fmt: skip
_BOXES: Final = {number: name for name, number in BOX_TYPES.items()}


def _sms_rows(phone: Phone) -> Iterable[Sequence[Cell]]:
    rows = phone.get(MESSAGES)
    threads = thread_ids(rows)
    return [sms_row(row, threads[digits(row.address)]) for row in rows]


def _insert_sms(box: str | None) -> Callable[[Phone, Values], int]:
    def insert(phone: Phone, values: Values) -> int:
        where = box or _BOXES.get(int(values.get("type") or 1))
        if where is None:
            raise ValueError(f"a message of type {values.get('type')!r}; expected 1 (inbox) or 2 (sent)")
        rows, new = messages_data.add(
            phone.get(MESSAGES), _text(values, "address"), _text(values, "body"),
            _seconds(values, "date", float(int(phone.now))), where,
            where == "sent" or bool(int(values.get("read") or 0)),
        )  # fmt: skip
        phone.put(MESSAGES, rows)
        return new

    return insert


def _update_sms(phone: Phone, row_id: int, values: Values) -> None:
    changes: dict[str, PlainData] = {name: _text(values, name) for name in ("address", "body") if name in values}
    if "read" in values:
        changes["read"] = bool(int(values["read"] or 0))
    if "date" in values:
        changes["date"] = _seconds(values, "date", 0.0)
    if "type" in values and int(values["type"]) in _BOXES:
        changes["box"] = _BOXES[int(values["type"])]
    rows = phone.get(MESSAGES)
    phone.put(MESSAGES, tuple([row._replace(**changes) if row.id == row_id else row for row in rows]))


_Row = TypeVar("_Row", bound=TableRow)


def _deleter(slice: Slice[tuple[_Row, ...]]) -> Callable[[Phone, Sequence[int]], None]:
    """Returns a function that removes rows of a slice."""

    def delete(phone: Phone, ids: Sequence[int]) -> None:
        gone = set(ids)
        phone.put(slice, tuple([row for row in phone.get(slice) if row.id not in gone]))

    return delete


def _sms(box: str | None = None) -> Provider:
    number = None if box is None else BOX_TYPES[box]

    def rows(phone: Phone) -> Iterable[Sequence[Cell]]:
        return [row for row in _sms_rows(phone) if number is None or row[9] == number]

    return Provider(_SMS, rows, "date DESC, _id DESC", _insert_sms(box), _update_sms, _deleter(MESSAGES))


def _draft_rows(phone: Phone) -> Iterable[Sequence[Cell]]:
    threads = thread_ids(phone.get(MESSAGES))
    now = round(phone.now * 1000)
    return [
        (i + 1, threads.get(digits(draft.address)), draft.address, None, now, 0, None, 1, -1, 3, None, None, draft.body,
         None, 0, 1, 0, None, 1)
        for i, draft in enumerate(phone.get(messages_data.DRAFTS))
    ]  # fmt: skip


def _conversation_rows(phone: Phone) -> Iterable[Sequence[Cell]]:
    rows = phone.get(MESSAGES)
    found = []
    for key, thread in thread_ids(rows).items():
        own = [row for row in rows if digits(row.address) == key]
        last = max(own, key=lambda row: (row.date, row.id))
        read = int(all(row.read for row in own))
        found.append((thread, round(last.date * 1000), len(own), str(thread), last.body, thread, len(own), read))
    return found


_CONVERSATIONS = Provider(
    ("_id", "date", "message_count", "recipient_ids", "snippet", "thread_id", "msg_count", "read"),
    _conversation_rows, "date DESC",
)  # fmt: skip


# Contacts -----------------------------------------------------------------------------------------------------------


def _raw_rows(phone: Phone) -> Iterable[Sequence[Cell]]:
    return [(row.id, row.id, row.name or None, row.name or None, int(row.starred), 0, None, None)
            for row in phone.get(CONTACTS)]  # fmt: skip


def _contact_rows(phone: Phone) -> Iterable[Sequence[Cell]]:
    return [
        (
            row.id,
            row.name or row.phone or row.email,
            f"{row.id}i{row.id:x}",
            int(row.starred),
            int(bool(row.phone)),
            row.id,
        )
        for row in phone.get(CONTACTS)
    ]


def _data_rows(phone: Phone) -> Iterable[Sequence[Cell]]:
    return [
        (number, row.id, row.id, mimetype, *values, row.name or row.phone or row.email, int(row.starred))
        for row in phone.get(CONTACTS)
        for number, mimetype, values in contact_data(row)
    ]


def _numbers(attribute: str) -> Callable[[Phone], Iterable[Sequence[Cell]]]:
    kind = {"phone": 1, "email": 2}[attribute]

    def rows(phone: Phone) -> Iterable[Sequence[Cell]]:
        return [
            (row.id * len(MIMETYPES) + kind, row.id, row.id, row.name or getattr(row, attribute),
             getattr(row, attribute), 2, getattr(row, attribute), int(row.starred))
            for row in phone.get(CONTACTS)
            if getattr(row, attribute)
        ]  # fmt: skip

    return rows


def _insert_raw(phone: Phone, values: Values) -> int:
    rows, new = contacts_data.add(phone.get(CONTACTS), _text(values, "display_name"))
    phone.put(CONTACTS, rows)
    return new


def _insert_datum(phone: Phone, values: Values) -> int:
    rows = phone.get(CONTACTS)
    number, mimetype = int(values.get("raw_contact_id") or 0), _text(values, "mimetype")
    if number not in [row.id for row in rows]:
        raise ValueError(f"raw contact {number} does not exist")
    if mimetype not in MIMETYPES:
        raise ValueError(f"mimetype {mimetype!r}; expected one of {', '.join(MIMETYPES)}")
    given = _text(values, "data1") or " ".join(filter(None, (_text(values, "data2"), _text(values, "data3"))))
    _set_data(phone, [(number, mimetype, given)], ())
    return number * len(MIMETYPES) + MIMETYPES.index(mimetype)


def _set_data(phone: Phone, added: Sequence[tuple[int, str, str]], gone: Sequence[int]) -> None:
    """Adds data to contacts, and removes those with these numbers."""
    rows = phone.get(CONTACTS)
    data = [*added]
    for row in rows:
        data += [
            (row.id, mimetype, values[0] or "") for number, mimetype, values in contact_data(row) if number not in gone
        ]
    phone.put(CONTACTS, join_contacts([(row.id, row.starred) for row in rows], data))


def _update_datum(phone: Phone, row_id: int, values: Values) -> None:
    number, kind = divmod(row_id, len(MIMETYPES))
    _set_data(phone, [(number, MIMETYPES[kind], _text(values, "data1"))], [row_id])


def _update_raw(phone: Phone, row_id: int, values: Values) -> None:
    rows = phone.get(CONTACTS)
    if "starred" in values:
        star = bool(int(values["starred"] or 0))
        phone.put(CONTACTS, tuple([row._replace(starred=star) if row.id == row_id else row for row in rows]))


_RAW = Provider(
    ("_id", "contact_id", "display_name", "display_name_alt", "starred", "deleted", "account_name", "account_type"),
    _raw_rows, "_id", _insert_raw, _update_raw, _deleter(CONTACTS),
)  # fmt: skip
_DATA = Provider(
    ("_id", "raw_contact_id", "contact_id", "mimetype", "data1", "data2", "data3", "display_name", "starred"),
    _data_rows, "_id", _insert_datum, _update_datum, lambda phone, ids: _set_data(phone, (), ids),
)  # fmt: skip
_LISTED = ("_id", "contact_id", "raw_contact_id", "display_name", "data1", "data2")
_PHONES = Provider((*_LISTED, "number", "starred"), _numbers("phone"), "display_name COLLATE NOCASE, _id")
_EMAILS = Provider((*_LISTED, "address", "starred"), _numbers("email"), "display_name COLLATE NOCASE, _id")
_PEOPLE = Provider(
    ("_id", "display_name", "lookup", "starred", "has_phone_number", "name_raw_contact_id"),
    _contact_rows, "_id", None, _update_raw, _deleter(CONTACTS),
)  # fmt: skip


# Calls --------------------------------------------------------------------------------------------------------------


def _call_rows(phone: Phone) -> Iterable[Sequence[Cell]]:
    names = contacts_data.by_number(phone.get(CONTACTS))
    found = []
    for row in phone.get(CALLS):
        contact = names.get(digits(row.number))
        name = contact.name if contact is not None else None
        date, missed = round(row.date * 1000), row.kind == "missed"
        found.append((row.id, row.number, date, round(row.duration), CALL_TYPES[row.kind], int(missed), name, 1, 1))
    return found


def _insert_call(phone: Phone, values: Values) -> int:
    kinds = {number: name for name, number in CALL_TYPES.items()}
    kind = kinds.get(int(values.get("type") or 0))
    if kind is None:
        raise ValueError(f"a call of type {values.get('type')!r}; expected 1 (incoming), 2 (outgoing) or 3 (missed)")
    date = _seconds(values, "date", float(int(phone.now)))
    duration = min(max(int(values.get("duration") or 0), 0), 86_400)
    rows, new = phone_data.log(phone.get(CALLS), _text(values, "number"), kind, date, duration)
    phone.put(CALLS, rows)
    return new


_CALL_LOG = Provider(
    ("_id", "number", "date", "duration", "type", "new", "name", "is_read", "presentation"),
    _call_rows, "date DESC, _id DESC", _insert_call, None, _deleter(CALLS),
)  # fmt: skip


# Calendar -----------------------------------------------------------------------------------------------------------

_EVENT = (
    "_id", "calendar_id", "title", "description", "eventLocation", "dtstart", "dtend", "duration", "allDay", "rrule",
    "eventTimezone", "eventStatus", "deleted", "hasAlarm", "availability",
)  # fmt: skip


def _event_rows(phone: Phone) -> Iterable[Sequence[Cell]]:
    found = []
    for row in phone.get(EVENTS):
        repeat = calendar_data.repeat_name(row)
        rule = f"FREQ={repeat.upper()}" if repeat else None
        duration = f"P{row.end - row.start}S" if repeat else None
        found.append(
            (row.id, 1, row.title, row.notes or None, row.location or None, row.start * 1000,
             None if repeat else row.end * 1000, duration, int(row.all_day), rule, "UTC", 1, 0,
             int(max(row.reminders) >= 0), 0)
        )  # fmt: skip
    return found


def _insert_event(phone: Phone, values: Values) -> int:
    if values.get("dtstart") is None:
        raise ValueError("DTSTART cannot be empty.")
    start = int(seconds(values["dtstart"]))
    end = max(start, int(_seconds(values, "dtend", start + 3600.0)))
    rows, new = calendar_data.add(
        phone.get(EVENTS), _text(values, "title"), start, end, _text(values, "eventLocation"),
        _text(values, "description"), bool(int(values.get("allDay") or 0)),
    )  # fmt: skip
    phone.put(EVENTS, rows)
    return new


def _update_event(phone: Phone, row_id: int, values: Values) -> None:
    names = {"title": "title", "description": "notes", "eventLocation": "location"}
    changes: dict[str, PlainData] = {names[name]: _text(values, name) for name in names if name in values}
    for name, attribute in (("dtstart", "start"), ("dtend", "end")):
        if values.get(name) is not None:
            changes[attribute] = int(seconds(values[name]))
    phone.put(EVENTS, calendar_data.update_row(phone.get(EVENTS), row_id, **changes))


_EVENTS = Provider(
    _EVENT, _event_rows, "_id", _insert_event, _update_event,
    _deleter(EVENTS),
)  # fmt: skip
_CALENDARS = Provider(
    ("_id", "name", "calendar_displayName", "account_name", "account_type", "ownerAccount", "visible"),
    lambda phone: [(1, "Local", "Local", "me@example.com", "LOCAL", "me@example.com", 1)],
)


_EXPANDED: Final = 10 * 366 * 86_400  # seconds before and after now for which repeating events are listed


def _instances(begin: int, end: int) -> Provider:
    def rows(phone: Phone) -> Iterable[Sequence[Cell]]:
        first, last = int(phone.now) - _EXPANDED, int(phone.now) + _EXPANDED
        found = calendar_data.occurrences(phone.get(EVENTS), max(begin // 1000, first), min(end // 1000, last))
        return [
            (
                i + 1,
                one.row.id,
                one.row.title,
                one.row.location or None,
                one.start * 1000,
                one.end * 1000,
                int(one.row.all_day),
            )
            for i, one in enumerate(found)
        ]

    return Provider(("_id", "event_id", "title", "eventLocation", "begin", "end", "allDay"), rows, "begin")


# Media --------------------------------------------------------------------------------------------------------------

_MEDIA_TYPES: Final = {
    **dict.fromkeys(("jpg", "jpeg", "png", "gif", "webp"), 1),
    **dict.fromkeys(("mp3", "m4a", "ogg", "wav", "3gp", "flac", "aac"), 2),
    **dict.fromkeys(("mp4", "webm", "mkv"), 3),
}
_MIME: Final = {
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg", "wav": "audio/x-wav", "3gp": "audio/3gpp",
    "flac": "audio/flac", "aac": "audio/aac", "mp4": "video/mp4", "webm": "video/webm", "mkv": "video/x-matroska",
    "txt": "text/plain", "md": "text/markdown", "pdf": "application/pdf", "html": "text/html",
}  # fmt: skip
_FILE = ("_id", "_data", "_display_name", "_size", "media_type", "mime_type", "date_added", "date_modified", "bucket_display_name", "relative_path")  # fmt: skip # noqa: E501


def _file_rows(files: Files) -> list[tuple[PlainData, ...]]:
    found: list[tuple[PlainData, ...]] = []
    for path, entry in files.walk(SDCARD):
        if isinstance(entry, (File, Directory)) and "/." not in path and path != SDCARD:
            folder, _, name = path.rpartition("/")
            extension = name.rpartition(".")[2].lower() if isinstance(entry, File) else ""
            size = len(entry.data) if isinstance(entry, File) else None
            date = int(entry.mtime)
            number = zlib.crc32(path.encode()) & 0x7FFF_FFFF  # an id that stays while other files come and go
            found.append(
                (number, path, name, size, _MEDIA_TYPES.get(extension, 0), _MIME.get(extension), date, date,
                 folder.rpartition("/")[2], folder.removeprefix(SDCARD).lstrip("/") + "/")
            )  # fmt: skip
    return found


def media_rows(files: Files) -> list[tuple[str, int, float, int]]:
    """Returns path, Android's media type (1 picture, 2 sound, 3 video), time and size of the media files."""
    return [(row[1], row[4], float(row[7]), row[3]) for row in _file_rows(files) if row[4]]


def _media(kind: int | None = None, folder: str = "") -> Provider:
    def wanted(phone: Phone) -> list[tuple[PlainData, ...]]:
        return [
            row
            for row in _file_rows(phone.files)
            if (kind is None or row[4] == kind) and (not folder or row[9].startswith(f"{folder}/"))
        ]

    def delete(phone: Phone, ids: Sequence[int]) -> None:
        gone = set(ids)
        for row in wanted(phone):
            if row[0] in gone and phone.files.exists(row[1]):
                phone.put(FILES, phone.files.remove(row[1], recursive=True))

    return Provider(_FILE, wanted, "_data", None, None, delete)


# Settings -----------------------------------------------------------------------------------------------------------


def _settings(namespace: str) -> Provider:
    def named(phone: Phone) -> list[tuple[str, str]]:
        return sorted((key, value) for (space, key), value in phone.get(SETTINGS).items() if space == namespace)

    def rows(phone: Phone) -> Iterable[Sequence[Cell]]:
        return [(i + 1, key, value) for i, (key, value) in enumerate(named(phone))]

    def insert(phone: Phone, values: Values) -> int:
        phone.put(
            SETTINGS,
            put(phone.get(SETTINGS), namespace, _text(values, "name"), _text(values, "value")),
        )
        return 0

    def update(phone: Phone, row_id: int, values: Values) -> None:
        insert(phone, {"name": named(phone)[row_id - 1][0], **values})

    def delete(phone: Phone, ids: Sequence[int]) -> None:
        gone = {(namespace, named(phone)[row_id - 1][0]) for row_id in ids}
        phone.put(
            SETTINGS,
            {key: value for key, value in phone.get(SETTINGS).items() if key not in gone},
        )

    return Provider(("_id", "name", "value"), rows, "_id", insert, update, delete)


_PATHS: Final[Mapping[str, Provider]] = {
    "sms": _sms(),
    "sms/inbox": _sms("inbox"),
    "sms/sent": _sms("sent"),
    "sms/draft": Provider(_SMS, _draft_rows, "date DESC, _id DESC"),
    "sms/conversations": _CONVERSATIONS,
    "mms-sms/conversations": _CONVERSATIONS,
    "contacts/phones": _PHONES,
    "contacts/people": _PEOPLE,
    "com.android.contacts/contacts": _PEOPLE,
    "com.android.contacts/raw_contacts": _RAW,
    "com.android.contacts/data": _DATA,
    "com.android.contacts/data/phones": _PHONES,
    "com.android.contacts/data/emails": _EMAILS,
    "call_log/calls": _CALL_LOG,
    "com.android.calendar/events": _EVENTS,
    "com.android.calendar/calendars": _CALENDARS,
    "user_dictionary/words": Provider(("_id", "word", "frequency", "locale"), lambda phone: ()),
    **{
        f"media/{volume}/{name}": provider
        for volume in ("external", "external_primary")
        for name, provider in (
            ("images/media", _media(1)), ("audio/media", _media(2)), ("video/media", _media(3)), ("file", _media()),
            ("downloads", _media(folder="Download")),
        )
    },
    **{f"settings/{namespace}": _settings(namespace) for namespace in ("system", "secure", "global")},
}  # fmt: skip

_INSTANCES = re.compile(r"com\.android\.calendar/instances/when/(-?\d{1,16})/(-?\d{1,16})")


def find(uri: str) -> tuple[Provider, str] | None:
    """Returns the provider of an address and a filter for the row that it names, None for an unknown one.

    >>> provider, where = find("content://sms/inbox/7")
    >>> provider.columns[2], where
    ('address', '_id = 7')
    """
    path = uri.removeprefix("content://").partition("?")[0].strip("/")
    if not uri.startswith("content://"):
        return None
    instances = _INSTANCES.fullmatch(path)
    if instances is not None:
        return _instances(int(instances[1]), int(instances[2])), ""
    if path in _PATHS:
        return _PATHS[path], ""
    head, _, last = path.rpartition("/")
    if head in _PATHS:
        if re.fullmatch(r"\d{1,18}", last):
            return _PATHS[head], f"_id = {last}"
        if head.startswith("settings/") and re.fullmatch(r"\w+", last):
            return _PATHS[head], f"name = '{last}'"
    return None
