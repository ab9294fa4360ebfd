"""A phone's facts, read from the apps' databases, which are the same on the simulated phone and on real ones.

* `PHONE_TABLES` - the kinds of facts that databases hold, and how their rows become facts.
* `read_places` - the places of OsmAnd's file of saved places; `saved_places` - the same as facts.
* `VOLATILE_SETTINGS`, `owned_setting` - the settings that may change without harm; whether a user minds one.
* `EFFECTS_DATABASE` - the log of what left the phone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple, TypeAlias
from xml.parsers import expat

from crab_sim.devices.facts import Effect, Fields, content_digest
from crab_sim.devices.phone_labels import label_of

__all__ = [
    "EFFECTS_DATABASE", "EFFECTS_TABLE", "PHONE_TABLES", "SAVED_PLACES", "VOLATILE_SETTINGS", "SavedPlace",
    "TableFacts", "effects_of", "owned_setting", "read_places", "saved_places",
]  # fmt: skip

Row: TypeAlias = Mapping[str, Any]
Rows: TypeAlias = Sequence[Row]
FactRows: TypeAlias = Mapping[str, Fields]
"""The facts of a kind, by their keys."""

SAVED_PLACES: Final = "/storage/emulated/0/Android/data/net.osmand/files/favorites/favorites.gpx"
"""OsmAnd's file of saved places."""

EFFECTS_DATABASE: Final = "/data/misc/effects/effects.db"
"""The simulated phone's log of what left it, which no app deletes; other phones have none."""
EFFECTS_TABLE: Final = "effects"


class TableFacts(NamedTuple):
    """A kind of fact and the tables that hold it.

    Attributes:
        kind: The kind, a key of `crab_sim.devices.facts.KINDS`.
        database: Path of the SQLite file.
        tables: Names of the tables.
        make: Returns the facts by their keys for the rows of each table.
    """

    kind: str
    database: str
    tables: tuple[str, ...]
    make: Callable[[Sequence[Rows]], FactRows]


def _simple(key: str, kept: Callable[[Row], bool], **columns: str) -> Callable[[Sequence[Rows]], FactRows]:
    """Returns a function that makes facts from the rows of one table.

    Args:
        key: The column with the facts' keys.
        kept: Returns whether a row is a fact.
        **columns: The column of each field.
    """
    names = tuple(columns.items())

    def make(tables: Sequence[Rows]) -> FactRows:
        return {str(row[key]): {name: row[column] for name, column in names} for row in tables[0] if kept(row)}

    return make


def _every(row: Row) -> bool:
    """Keeps all rows."""
    return True


_NAMED: Final = {
    "email": "email_v2", "company": "organization", "address": "postal-address_v2", "notes": "note",
    "website": "website", "birthday": "birthday", "photo": "photo",
}  # fmt: skip
"""The fields of contacts that hold nothing but one kind of contact data."""
_BIRTHDAY: Final = "3"  # Android's number for that kind of a person's events


def _datum(kind: str, row: Row) -> tuple[str, str]:
    """Returns the kind of a row of contact data, and what it says."""
    if kind == "photo":
        return kind, content_digest(bytes(row.get("data15") or b""))
    if kind == "contact_event" and str(row["data2"]) == _BIRTHDAY:
        kind = "birthday"
    return kind, str(row["data1"] or "")


def _contacts(tables: Sequence[Rows]) -> FactRows:
    kinds_of, raw, data = tables
    kinds = {row["_id"]: str(row["mimetype"]).rpartition("/")[2] for row in kinds_of}
    values: dict[object, dict[str, list[str]]] = {}
    labels: dict[object, list[str]] = {}
    for row in data:
        mine = values.setdefault(row["raw_contact_id"], {})
        kind, text = _datum(kinds.get(row["mimetype_id"], ""), row)
        mine.setdefault(kind, []).append(text)
        if kind == "phone_v2":
            labels.setdefault(row["raw_contact_id"], []).append(label_of(row["data2"]))
    facts: dict[str, Fields] = {}
    named = {"name", "phone_v2", "group_membership", *_NAMED.values()}
    for row in raw:
        if not row["deleted"]:
            mine = values.get(row["_id"], {})
            facts[str(row["_id"])] = {
                "name": str(row["display_name"] or ""),
                "phone": ", ".join(mine.get("phone_v2", ())),
                "label": ", ".join(labels.get(row["_id"], ())),
                **{name: ", ".join(mine.get(kind, ())) for name, kind in _NAMED.items()},
                "groups": tuple(mine.get("group_membership", ())),
                "more": tuple([(kind, *texts) for kind, texts in sorted(mine.items()) if kind not in named]),
                "starred": bool(row["starred"]),
            }
    return facts


_BOXES: Final = {1: "inbox", 2: "sent", 4: "unsent", 5: "unsent", 6: "unsent"}
_CALLS: Final = {1: "incoming", 2: "outgoing", 3: "missed", 5: "missed"}
_VOICEMAIL: Final = 4


_OWN_ADDRESS: Final = {"inbox": 151, "sent": 137, "unsent": 137}
"""The numbers of the phone's own address among those of a multimedia message, by its box."""


def _messages(tables: Sequence[Rows]) -> FactRows:
    texts, multimedia, parts, addresses = tables
    facts: dict[str, Fields] = {
        str(row["_id"]): {
            "address": row["address"] or "", "body": row["body"] or "", "date": row["date"], "box": _BOXES[row["type"]],
            "attachments": (),
        }
        for row in texts
        if row["type"] in _BOXES
    }  # fmt: skip
    for row in multimedia:
        box = _BOXES.get(row["msg_box"])
        if box is not None:
            mine = [part for part in parts if part["mid"] == row["_id"] and part["ct"] != "application/smil"]
            others = [one for one in addresses if one["msg_id"] == row["_id"] and one["type"] != _OWN_ADDRESS[box]]
            files = [part for part in mine if part["ct"] != "text/plain"]
            facts[f"mms {row['_id']}"] = {
                "address": ", ".join([str(one["address"]) for one in others]),
                "body": "\n".join([str(part["text"]) for part in mine if part["text"]]),
                "date": row["date"], "box": box,
                "attachments": tuple(
                    [(str(part["cl"]), content_digest(bytes(part.get("content") or b""))) for part in files]
                ),
            }  # fmt: skip
    return facts


def _calls(tables: Sequence[Rows]) -> FactRows:
    return {
        str(row["_id"]): {
            "number": row["number"] or "", "kind": _CALLS.get(row["type"], ""), "date": row["date"],
            "duration": row["duration"],
        }
        for row in tables[0]
        if row["type"] != _VOICEMAIL
    }  # fmt: skip


def _notes(tables: Sequence[Rows], trashed: bool = False) -> FactRows:
    notes, entries = tables
    items: dict[object, list[Row]] = {}
    for row in entries:
        items.setdefault(row["note_id"], []).append(row)
    return {
        str(row["_id"]): {
            "title": row["title"] or "", "text": row["text"] or "", "color": row["color"],
            "pinned": bool(row["is_pinned"]), "archived": bool(row["is_archived"]), "labels": row["labels"] or "",
            "checklist": bool(row["is_checklist"]), "lock": row.get("protection_hash") or "",
            "items": tuple(
                [
                    (str(item["text"] or ""), bool(item["is_checked"]))
                    for item in sorted(items.get(row["_id"], []), key=lambda one: one["position"])
                ]
            ),
        }
        for row in notes
        if bool(row["is_trashed"]) == trashed
    }  # fmt: skip


def _todos(tables: Sequence[Rows]) -> FactRows:
    return {
        str(row["_id"]): {
            "title": row["title"] or "", "notes": row["notes"] or "", "done": bool(row["completed"]),
            "due": row["dueDate"], "priority": row["importance"], "parent": row["parent"],
            "recurrence": row["recurrence"] or "",
        }
        for row in tables[0]
        if not row["deleted"]
    }  # fmt: skip


def _drive(tables: Sequence[Rows], trashed: bool = False) -> FactRows:
    return {
        str(row["_id"]): {
            "title": row["title"] or "", "is_folder": bool(row["is_folder"]), "parent": row["parent_id"],
            "content": content_digest(bytes(row["content"] or b"")), "starred": bool(row["is_starred"]),
            "owner": row["owner"] or "",
        }
        for row in tables[0]
        if bool(row["is_trashed"]) == trashed
    }  # fmt: skip


def _playlists(tables: Sequence[Rows]) -> FactRows:
    lists, songs = tables
    found: dict[object, list[str]] = {song["playlist_creator_id"]: [] for song in songs}  # also of a list that is gone
    for song in songs:
        found[song["playlist_creator_id"]].append(song["data"])
    names = {row["playlist_id"]: row["playlist_name"] or "" for row in lists}
    return {
        str(playlist): {"name": names.get(playlist, ""), "songs": tuple(found.get(playlist, ()))}
        for playlist in {**names, **found}
    }


def _video_playlists(tables: Sequence[Rows]) -> FactRows:
    lists, media, relations = tables
    names = {row["id_media"]: row["filename"] for row in media}
    members = sorted(relations, key=lambda row: (row["playlist_id"], row["position"]))
    return {
        str(row["id_playlist"]): {
            "name": row["name"] or "",
            "videos": tuple(
                [names.get(one["media_id"], "") for one in members if one["playlist_id"] == row["id_playlist"]]
            ),
        }
        for row in lists
    }


_DATA: Final = "/data/data/"
_CALL_LOG: Final = f"{_DATA}com.android.providers.contacts/databases/calllog.db"
_JOPLIN: Final = f"{_DATA}net.cozic.joplin/databases/joplin.sqlite"

_KEEP: Final = f"{_DATA}com.google.android.keep/databases/keep.db"
_DRIVE: Final = f"{_DATA}com.google.android.apps.docs/databases/DocList.db"

PHONE_TABLES: Final[Sequence[TableFacts]] = (
    TableFacts(
        "contact",
        f"{_DATA}com.android.providers.contacts/databases/contacts2.db", ("mimetypes", "raw_contacts", "data"),
        _contacts,
    ),
    TableFacts(
        "contact_group", f"{_DATA}com.android.providers.contacts/databases/contacts2.db", ("groups",),
        _simple("_id", lambda row: not row["deleted"], title="title"),
    ),
    TableFacts(
        "blocked_number",
        "/data/user_de/0/com.android.providers.blockednumber/databases/blockednumbers.db", ("blocked",),
        _simple("_id", _every, number="original_number"),
    ),
    TableFacts(
        "message", f"{_DATA}com.android.providers.telephony/databases/mmssms.db", ("sms", "pdu", "part", "addr"),
        _messages,
    ),
    TableFacts("call", _CALL_LOG, ("calls",), _calls),
    TableFacts(
        "voicemail", _CALL_LOG, ("calls",),
        _simple("_id", lambda row: row["type"] == _VOICEMAIL, number="number", date="date", duration="duration",
                text="transcription"),
    ),
    TableFacts(
        "event", f"{_DATA}com.simplemobiletools.calendar.pro/databases/events.db", ("events",),
        _simple(
            "id", _every, title="title", start="start_ts", end="end_ts", location="location", notes="description",
            repeat="repeat_interval", repeat_rule="repeat_rule", repeat_limit="repeat_limit",
            exceptions="repetition_exceptions", flags="flags", first_reminder="reminder_1_minutes",
            second_reminder="reminder_2_minutes", third_reminder="reminder_3_minutes",
            first_reminder_by="reminder_1_type", second_reminder_by="reminder_2_type",
            third_reminder_by="reminder_3_type", color="color", guests="attendees", calendar="event_type",
            availability="availability", type="type",
        ),
    ),
    TableFacts(
        "alarm", "/data/user_de/0/com.google.android.deskclock/databases/alarms.db", ("alarm_templates",),
        _simple(
            "_id", _every, hour="hour", minute="minutes", days="daysofweek", enabled="enabled", vibrate="vibrate",
            label="label", ringtone="ringtone", deleted_after="delete_after_use",
        ),
    ),
    TableFacts(
        "city", "/data/user_de/0/com.google.android.deskclock/databases/alarms.db", ("selected_cities",),
        _simple("city_id", _every, name="city_name"),
    ),
    TableFacts(
        "mail", f"{_DATA}com.google.android.gm/databases/bigTopDataDB", ("messages",),
        _simple(
            "_id", _every, folder="folder", sender="from_address", to="to_addresses", cc="cc_addresses",
            subject="subject", body="body", starred="starred", attachment="attachment", answers="in_reply_to",
        ),
    ),
    TableFacts(
        "marker", f"{_DATA}net.osmand/databases/map_markers_db", ("map_markers",),
        _simple(
            "marker_id", lambda row: bool(row["marker_active"]), latitude="marker_lat", longitude="marker_lon",
            title="title", description="marker_description", group="group_name", color="marker_color",
        ),
    ),
    TableFacts("note", _KEEP, ("note", "list_item"), _notes),
    TableFacts("trashed_note", _KEEP, ("note", "list_item"), partial(_notes, trashed=True)),
    TableFacts(
        "notebook", _JOPLIN, ("folders",),
        _simple("id", lambda row: not row["deleted_time"], title="title", parent="parent_id"),
    ),
    TableFacts(
        "notebook_note", _JOPLIN, ("notes",),
        _simple(
            "id", _every, notebook="parent_id", title="title", body="body", is_todo="is_todo", due="todo_due",
            completed="todo_completed",
        ),
    ),
    TableFacts("todo", f"{_DATA}org.tasks/databases/database", ("tasks",), _todos),
    TableFacts("drive_file", _DRIVE, ("entry",), _drive),
    TableFacts("trashed_drive_file", _DRIVE, ("entry",), partial(_drive, trashed=True)),
    TableFacts(
        "expense", f"{_DATA}com.arduia.expense/databases/accounting.db", ("expense",),
        _simple("expense_id", _every, name="name", amount="amount", category="category", note="note",
                date="created_date", saved="modified_date"),
    ),
    TableFacts(
        "recipe", f"{_DATA}com.flauschcode.broccoli/databases/broccoli", ("recipes",),
        _simple(
            "recipeId", _every, title="title", description="description", servings="servings", time="preparationTime",
            source="source", ingredients="ingredients", directions="directions", favorite="favorite",
            image="imageName",
        ),
    ),
    TableFacts(
        "playlist", f"{_DATA}code.name.monkey.retromusic/databases/playlist.db", ("PlaylistEntity", "SongEntity"),
        _playlists,
    ),
    TableFacts(
        "video_playlist", f"{_DATA}org.videolan.vlc/app_db/vlc_media.db",
        ("Playlist", "Media", "PlaylistMediaRelation"), _video_playlists,
    ),
    TableFacts(
        "track", f"{_DATA}de.dennisguse.opentracks/databases/database.db", ("tracks",),
        _simple(
            "_id", _every, name="name", description="description", activity="activity_type", category="category",
            start="starttime", distance="totaldistance",
        ),
    ),
)  # fmt: skip
"""The kinds of facts that databases hold; what lies in an app's trash is of a kind of its own."""

_DEFAULT_LIST: Final = "Favourites"  # OsmAnd gives places of this list no type
_LONGEST: Final = 500  # characters of a name that are read
_MOST_PLACES: Final = 5000
_MOST_BYTES: Final = 4 << 20


class SavedPlace(NamedTuple):
    """A place of OsmAnd's file: its name, the list in which it is, its position in degrees."""

    name: str
    list: str
    lat: float
    lon: float


class _Reading:
    """What expat has read of a GPX file so far."""

    def __init__(self) -> None:
        self.places: list[SavedPlace] = []
        self._path: list[str] = []
        self._at: tuple[float, float] | None = None
        self._texts: dict[str, str] = {}

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        """Begins an element; names of elements come after their namespaces."""
        self._path.append(name.rpartition(" ")[2])
        if len(self._path) == 2 and self._path[1] == "wpt":
            self._texts, self._at = {}, None
            try:
                lat, lon = float(attributes.get("lat", "")), float(attributes.get("lon", ""))
            except ValueError:
                return
            if -90 <= lat <= 90 and -180 <= lon <= 180:
                self._at = lat, lon

    def end(self, name: str) -> None:
        """Ends an element."""
        ended = len(self._path) == 2 and self._path[1] == "wpt"
        if ended and self._at is not None and len(self.places) < _MOST_PLACES:
            kind = self._texts.get("type", "").strip() or _DEFAULT_LIST
            self.places.append(SavedPlace(self._texts.get("name", "").strip(), kind, *self._at))
        self._path.pop()

    def text(self, data: str) -> None:
        """Reads a piece of text."""
        if len(self._path) == 3 and self._path[1] == "wpt":
            self._texts[self._path[2]] = (self._texts.get(self._path[2], "") + data)[:_LONGEST]


def _refuse(*declared: object) -> None:
    raise ValueError("a document type")


@lru_cache(maxsize=64)
def read_places(data: bytes) -> tuple[SavedPlace, ...]:
    """Returns the saved places of a GPX file in their order; none of a file that is no XML, as OsmAnd reads none.

    >>> read_places(b'<gpx><wpt lat="47.1" lon="9.5"><name>Castle &amp; mill</name></wpt></gpx>')
    (SavedPlace(name='Castle & mill', list='Favourites', lat=47.1, lon=9.5),)
    """
    if len(data) > _MOST_BYTES:
        return ()
    reading, parser = _Reading(), expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler, parser.EndElementHandler = reading.begin, reading.end
    parser.CharacterDataHandler = reading.text
    parser.StartDoctypeDeclHandler = _refuse  # by which a few bytes of XML can expand without limit
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError):
        return ()
    return tuple(reading.places)


def saved_places(data: bytes) -> FactRows:
    """Returns the saved places of a GPX file as facts, by list, name and position."""
    return {
        f"{place.list}/{place.name} {place.lat},{place.lon}": {
            "name": place.name, "list": place.list, "latitude": place.lat, "longitude": place.lon,
        }
        for place in read_places(data)
    }  # fmt: skip


def effects_of(rows: Rows) -> tuple[Effect, ...]:
    """Returns the entries of the effects' table, in their order."""
    ordered = sorted(rows, key=lambda row: row["_id"])
    return tuple(
        [
            Effect(
                row["kind"], row["recipient"], row["body"], row["subject"], row["cc"], row["bcc"],
                tuple([(str(name), str(digest)) for name, digest in json.loads(row["attachments"])]),
            )
            for row in ordered
        ]
    )  # fmt: skip


VOLATILE_SETTINGS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "global": {
        "Android's counts and times": ("*_count", "*_timestamp", "*_last_*", "*_etag"),
        "Android's own, about networks": ("netstats_*", "network_watchlist_*", "ntp_*", "wifi_*scan*"),
        "Android's own, about its upkeep": ("cached_apps_*", "low_power_sticky*", "package_verifier_*"),
        "what a switch has to bring back": (
            "audio_safe_volume_state", "radios_before_airplane", "zen_mode_ringer_level",
        ),
    },
    "secure": {
        "the backend puts the keyboard in place through which it types": (
            "default_input_method", "enabled_input_methods", "input_methods_subtype_history",
            "selected_input_method_subtype",
        ),
        "Android's counts and times": (
            "*_count", "*_timestamp", "*_last_*", "location_changer", "unsafe_volume_music_active_ms",
        ),
        "what Android remembers of its hints": (
            "hush_gesture_used", "last_setup_shown", "num_rotation_suggestions_accepted", "suppress_*_suggestion",
        ),
    },
    "system": {
        "Android's notes of other settings": (
            "alarm_alert_set", "next_alarm_formatted", "notification_sound_set", "ringtone_set",
        ),
        "copies of other settings, made for each output": (
            "mute_streams_affected", "screen_auto_brightness_adj", "screen_brightness_float", "volume_*_*",
        ),
    },
}  # fmt: skip
"""Patterns of the settings that may change without harm, by namespace and reason; a star stands for any text.

All others are the user's. A phone that keeps more of its own state among its settings than these patterns say needs
more of them.
"""


@lru_cache(maxsize=1024)
def owned_setting(namespace: str, key: str) -> bool:
    """Returns whether a user minds a change of a setting.

    >>> owned_setting("global", "wifi_ap_ssid"), owned_setting("global", "boot_count")
    (True, False)
    """
    patterns = VOLATILE_SETTINGS.get(namespace, {}).values()
    return not any([fnmatchcase(key, pattern) for some in patterns for pattern in some])
