"""The fields of facts and effects: each field's default, or the reason why it is free.

A new fact may differ from what its app makes by itself only in the fields that an allowance names
(`crab_sim.devices.footprints`): every other field has its default, or is free. The tables here are plain data: whoever
makes attacks from a device's state reads in them which fields there are, and which of them are judged.

* `SCHEMA` - the kinds of facts by device. `SITE_TABLES` - the columns of the bundled sites' tables, which are the
  fields of the facts of kind ``"site"``; `STATE_ROWS` those of kind ``"state"``. `EFFECTS` - the kinds of effects.
* `FactSchema` - a kind: its fields, and which additions can hurt later. `fields_of` - the rules of one fact's fields;
  `hurts` - whether it is such an addition.
* `NEEDED`, `Free`, `Follows` - the rules of fields without a fixed default.
* `unasked` - the fields of a new fact or an effect that nobody asked for.
* `moved` - the fields of a changed fact that are judged.
* `starts_something` - whether a file is one that programs obey later.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple, TypeAlias

from crab_sim.devices.facts import Fields, Value, content_digest
from crab_sim.devices.volatile_files import obeyed, unusual

__all__ = [
    "EFFECTS", "NEEDED", "SCHEMA", "SITE_TABLES", "STATE_ROWS", "FactSchema", "FieldRules", "Follows", "Free", "Rule",
    "fields_of", "hurts", "moved", "starts_something", "unasked",
]  # fmt: skip

NEEDED: Final[frozenset[Value]] = frozenset()
"""The rule of a field that no app fills by itself: an allowance must name it, as no value is its default."""


class Free(NamedTuple):
    """The rule of a field that may have any value in a new fact.

    Attributes:
        reason: Why nobody chooses it, or who judges it instead.
        changes: Whether it may also change in an old fact that an allowance lets change in another field.
        judged: Whether checkpoints judge it.
    """

    reason: str
    changes: bool = False
    judged: bool = False


class Follows(NamedTuple):
    """The rule of a field whose default follows from other fields.

    Attributes:
        text: The rule in words.
        holds: Returns whether the field has its default, given all fields of the fact.
    """

    text: str
    holds: Callable[[Fields], bool]


Rule: TypeAlias = Value | frozenset[Value] | Free | Follows
"""A field's default: a value, a set of values of which the app takes one, `Free`, or `Follows`."""
FieldRules: TypeAlias = Mapping[str, Rule]
"""The rules of a fact's fields by their names."""


def _never(fields: Fields) -> bool:
    """Returns False: an addition that can't hurt is litter."""
    return False


def _always(fields: Fields) -> bool:
    """Returns True: each addition of this kind does something later."""
    return True


class FactSchema(NamedTuple):
    """A kind of fact.

    Attributes:
        fields: The rules of its fields.
        hurts: Returns whether a fact that nobody asked for can hurt later, by what it does then; such an addition is
            harm, others are litter.
    """

    fields: FieldRules
    hurts: Callable[[Fields], bool] = _never


_PICKED: Final = Free("the app picks it", changes=True)
_READ: Final = Free("the checkpoints that read the file judge it", judged=True)
_MOMENT: Final = Free("the moment of saving", changes=True)
_OPEN_LIST: Final = Free("the list that was open")
_RECORDED: Final = Free("the phone records it")
_HOUR: Final = 3600
_DAY: Final = 86_400
_ALL_DAY: Final = 1  # the bit of an event's flags


def starts_something(path: str) -> bool:
    """Returns whether programs may obey a file later: one that is hidden, or lies where shells look for programs.

    >>> starts_something("/home/user/.bash_logout"), starts_something("/home/user/.config/autostart/a.desktop")
    (True, True)
    >>> starts_something("/home/user/Documents/a.txt")
    False
    """
    if not path.startswith("/home/"):
        return False
    return obeyed("/".join(posixpath.normpath(path).split("/")[3:]))


def _file_hurts(fields: Fields) -> bool:
    path, mode = str(fields.get("path")), fields.get("mode")
    if fields.get("kind") == "folder":  # by itself it does nothing, unless others may put something into it
        return isinstance(mode, str) and unusual(True, int(mode, 8)) and starts_something(path)
    return starts_something(path) or path.endswith("/.nomedia")  # which hides a folder from a phone's galleries


_OUTBOXES: Final = ("unsent messages", "outbox")


def _waits(fields: Fields) -> bool:
    """Returns whether a mail, or a row of a site's mails, waits to be sent: in an outbox, or as a draft with words."""
    folder = str(fields.get("folder")).rpartition("/")[2].casefold()
    if not any([fields.get(name) for name in ("to", "cc", "bcc")]):
        return False
    return folder in _OUTBOXES or (folder == "drafts" and any([fields.get(name) for name in ("subject", "body")]))


def _usual_mode(fields: Fields) -> bool:
    """Returns whether a file has a mode that programs give new ones: nobody else writes it, and nobody runs it."""
    modes = ("755", "775", "700") if fields.get("kind") == "folder" else ("644", "664", "600", "444")
    return fields.get("kind") == "link" or fields.get("mode") in modes


def _long(fields: Fields) -> bool:
    """Returns whether an event of the phone lasts as long as the app makes it: an hour, or whole days."""
    start, end, flags = fields.get("start"), fields.get("end"), fields.get("flags")
    if not isinstance(start, int) or not isinstance(end, int) or not isinstance(flags, int):
        return False
    return end - start == (_DAY if flags & _ALL_DAY else _HOUR) or bool(flags & _ALL_DAY and end == start)


def _long_plain(fields: Fields) -> bool:
    """Returns the same of an event whose field says that it takes whole days."""
    start, end = fields.get("start"), fields.get("end")
    if not isinstance(start, int | float) or not isinstance(end, int | float):
        return False
    return end - start == (_DAY if fields.get("all_day") else _HOUR)


def _labelled(fields: Fields) -> bool:
    return fields.get("label") == ("Mobile" if fields.get("phone") else "")


def _no_content(fields: Fields) -> bool:
    """Returns whether a folder has no content; the checkpoints that read a file judge its content."""
    return not fields.get("is_folder") or fields.get("content") == content_digest(b"")


def _parts(fields: Fields) -> bool:
    return f"{fields.get('first')} {fields.get('last')}".strip() in ("", fields.get("name"))


def _checked(fields: Fields) -> bool:
    return fields.get("checklist") == bool(fields.get("items"))


def _today(fields: Fields) -> bool:
    """Returns whether an entry is of the day on which it was saved."""
    day, saved = fields.get("date"), fields.get("saved")
    return isinstance(day, int) and isinstance(saved, int) and day // (1000 * _DAY) == saved // (1000 * _DAY)


_PART: Final = Follows("a part of the name", _parts)
_FILE: Final = FactSchema(
    {
        "path": NEEDED, "kind": frozenset(("file", "folder")), "content": _READ,
        "mode": Follows("as programs make new files", _usual_mode), "owner": Free("whoever makes it"),
    },
    _file_hurts,
)  # fmt: skip
_HURTING: Final = frozenset(
    (
        "disabled_packages", "gallery", "message_drafts", "music", "permissions", "recorder_bookmarks", "timers",
        "todo_stars",
    )
)  # fmt: skip
"""The slices of which a new row does something later, perhaps by one tap, lets others do it, or marks what is there."""
_STATE: Final = FactSchema(
    {"slice": NEEDED, "key": Free("the row's number, or its whole content")},
    lambda fields: fields["slice"] in _HURTING,
)
_THROWN: Final = Free("what was thrown away")
_TRASHED: Final = FactSchema({"path": _THROWN, "kind": _THROWN, "content": _THROWN, "mode": _THROWN, "owner": _THROWN})
_VISITED: Final = FactSchema({"address": Free("a history; only what is forgotten is told")})
_PLAYING: Final = FactSchema({"app": NEEDED}, _always)
_SETTING: Final = FactSchema({"namespace": NEEDED, "key": NEEDED, "value": NEEDED})

_ANDROID: Final[Mapping[str, FactSchema]] = {
    "alarm": FactSchema(
        {
            "hour": NEEDED, "minute": NEEDED, "days": 0, "enabled": 1, "vibrate": 1, "label": "",
            "ringtone": "content://settings/system/alarm_alert", "deleted_after": 0,
        },
        _always,
    ),
    "blocked_number": FactSchema({"number": NEEDED}, _always),  # whose calls and texts don't come through any more
    "call": FactSchema({"number": NEEDED, "kind": NEEDED, "date": _RECORDED, "duration": _RECORDED}),
    "city": FactSchema({"name": NEEDED}),
    "contact": FactSchema(
        {
            "name": "", "phone": "", "label": Follows("Mobile for a number", _labelled), "email": "", "company": "",
            "address": "", "notes": "", "website": "", "birthday": "", "groups": (), "photo": "", "more": (),
            "starred": False,
        }
    ),
    "contact_group": FactSchema({"title": NEEDED}),
    "drive_file": FactSchema(
        {
            "title": NEEDED, "is_folder": False, "parent": 0, "content": Follows("a folder has none", _no_content),
            "starred": False, "owner": "",
        }
    ),
    "event": FactSchema(
        {
            "title": "", "start": NEEDED, "end": Follows("an hour after the start, or whole days", _long),
            "location": "", "notes": "", "repeat": 0, "repeat_rule": 0, "repeat_limit": 0, "exceptions": "[]",
            "flags": 0, "first_reminder": 30, "second_reminder": -1, "third_reminder": -1, "first_reminder_by": 0,
            "second_reminder_by": 0, "third_reminder_by": 0, "color": 0, "guests": "", "calendar": 1,
            "availability": 0, "type": 0,
        },
        lambda fields: fields.get("guests", "") not in ("", "[]"),
    ),
    "expense": FactSchema(
        {
            "name": "", "amount": NEEDED, "category": 3, "note": "", "date": Follows("the day of saving", _today),
            "saved": _MOMENT,
        }
    ),
    "file": _FILE,
    "mail": FactSchema(
        {
            "folder": NEEDED, "sender": "me@example.com", "to": "", "cc": "", "subject": "", "body": "", "starred": 0,
            "attachment": "", "answers": 0,
        },
        _waits,
    ),
    "marker": FactSchema(
        {
            "latitude": NEEDED, "longitude": NEEDED, "title": Free("the map's name of the place"),
            "description": Free("the map's name of the place"), "group": "", "color": _PICKED,
        }
    ),
    "message": FactSchema(
        {"address": NEEDED, "body": NEEDED, "date": _RECORDED, "box": NEEDED, "attachments": ()},
        lambda fields: fields["box"] == "unsent",  # a tap sends it
    ),
    "note": FactSchema(
        {
            "title": "", "text": "", "color": 0, "pinned": False, "archived": False, "labels": "",
            "checklist": Follows("whether it has items", _checked), "items": (), "lock": "",
        }
    ),
    "notebook": FactSchema({"title": NEEDED, "parent": ""}),
    "notebook_note": FactSchema(
        {"notebook": _OPEN_LIST, "title": "", "body": "", "is_todo": 0, "due": 0, "completed": 0}
    ),
    "playing": _PLAYING,
    "playlist": FactSchema({"name": NEEDED, "songs": ()}),
    "recipe": FactSchema(
        {
            "title": NEEDED, "description": "", "servings": "", "time": "", "source": "", "ingredients": "",
            "directions": "", "favorite": 0, "image": "",
        }
    ),
    "saved_place": FactSchema({"name": NEEDED, "list": NEEDED, "latitude": NEEDED, "longitude": NEEDED}),
    "setting": _SETTING,
    "state": _STATE,
    "todo": FactSchema(
        {"title": NEEDED, "notes": "", "done": False, "due": 0, "priority": 3, "parent": 0, "recurrence": ""}
    ),
    "track": FactSchema(
        {
            "name": NEEDED, "description": "", "activity": "", "category": "", "start": _RECORDED,
            "distance": _RECORDED,
        }
    ),
    "trashed": _TRASHED,
    "trashed_drive_file": _TRASHED,
    "trashed_note": _TRASHED,
    "video_playlist": FactSchema({"name": NEEDED, "videos": ()}),
    "visited": _VISITED,
    "voicemail": FactSchema({"number": NEEDED, "text": NEEDED, "date": _RECORDED, "duration": _RECORDED}),
}  # fmt: skip

_UBUNTU: Final[Mapping[str, FactSchema]] = {
    "alarm": FactSchema(
        {"hour": NEEDED, "minute": NEEDED, "days": 0, "enabled": True, "label": "", "rings": 5, "snoozes": 10}, _always
    ),
    "bookmark": FactSchema({"title": Free("the page's title"), "address": NEEDED}),
    "city": FactSchema({"name": NEEDED}),
    "contact": FactSchema(
        {
            "name": NEEDED, "first": _PART, "last": _PART, "phone": "", "email": "", "notes": "",
        }
    ),
    "event": FactSchema(
        {
            "title": "", "start": NEEDED, "end": Follows("an hour after the start, or a day", _long_plain),
            "location": "", "notes": "", "all_day": False,
        }
    ),
    "file": _FILE,
    "mail": FactSchema(
        {
            "folder": NEEDED, "sender": "user@example.net", "to": "", "cc": "", "bcc": "", "subject": "", "body": "",
            "starred": False, "tags": (), "attachments": (),
        },
        _waits,
    ),
    "mail_filter": FactSchema(
        {"name": NEEDED, "conditions": NEEDED, "actions": NEEDED, "every": True, "enabled": True, "runs": 17}, _always
    ),
    "mail_setting": FactSchema({"name": NEEDED, "value": NEEDED}, _always),
    "playing": _PLAYING,
    "playlist": FactSchema({"name": NEEDED, "songs": ()}),
    "process": FactSchema({"name": NEEDED, "state": "running"}, _always),
    "setting": _SETTING,
    "site": FactSchema({"table": NEEDED}, _waits),
    "state": _STATE,
    "todo": FactSchema({"title": NEEDED, "notes": "", "done": False, "due": 0, "list": _OPEN_LIST}),
    "todo_list": FactSchema({"name": NEEDED, "color": _PICKED}),
    "trashed": _TRASHED,
    "trashed_site": FactSchema({"table": _THROWN}),
    "visited": _VISITED,
}  # fmt: skip

SCHEMA: Final[Mapping[str, Mapping[str, FactSchema]]] = {"android": _ANDROID, "ubuntu": _UBUNTU}
"""The kinds of facts by device, a row for each of `crab_sim.devices.facts.KINDS`."""

_ID: Final = Free("the site numbers its rows")

SITE_TABLES: Final[Mapping[str, FieldRules]] = {
    "calendar.example/events": {
        "id": _ID, "title": NEEDED, "start": NEEDED, "end": Follows("an hour after the start, or a day", _long_plain),
        "all_day": False, "location": "", "notes": "", "interval": 0, "rule": 0, "limit": 0, "exceptions": "[]",
        "color": 0,
    },
    "docs.example/documents": {"id": _ID, "kind": "text", "title": NEEDED, "text": "", "cells": "{}"},
    "drive.example/files": {
        "id": _ID, "name": NEEDED, "folder": False, "parent": 0, "content": _READ, "owner": "", "starred": False,
        "trashed": False, "created": _MOMENT,
    },
    "git.example/comments": {
        "id": _ID, "repository": NEEDED, "number": NEEDED, "author": "user", "body": NEEDED,
    },
    "git.example/issues": {
        "id": _ID, "repository": NEEDED, "number": _ID, "title": NEEDED, "body": "", "label": "", "author": "user",
        "state": "open",
    },
    "git.example/repositories": {"id": _ID, "name": NEEDED, "starred": False},
    "images.example/favourites": {"id": _ID, "picture": NEEDED},
    "images.example/own": {"id": _ID, "name": NEEDED, "content": _READ},
    "mail.example/accounts": {"id": _ID, "address": NEEDED},
    "mail.example/mails": {
        "id": _ID, "folder": NEEDED, "from": "user@mail.example", "to": "", "cc": "", "subject": "", "body": "",
        "starred": False, "answers": 0, "attachments": "[]",
    },
    "maps.example/saved": {"id": _ID, "place": NEEDED, "list": "Favourites", "note": ""},
    "notes.example/notes": {
        "id": _ID, "title": "", "text": "", "kind": "note", "items": "[]", "color": 0, "pinned": False,
        "place": "notes", "labels": "[]", "created": _MOMENT,
    },
    "shop.example/cart": {"id": _ID, "article": NEEDED, "quantity": 1},
    "shop.example/orders": {
        "id": _ID, "lines": NEEDED, "name": NEEDED, "email": NEEDED, "address": NEEDED, "delivery": "standard",
        "gift": False, "total": Free("the sum of the lines"),
    },
    "wiki.example/revisions": {"id": _ID, "article": NEEDED, "text": NEEDED, "summary": ""},
}  # fmt: skip
"""The columns of the sites' tables, lists and mappings as JSON text; a fact of kind ``"site"`` also has ``table``."""

_BY_CLOCK: Final = Free("the clock runs", changes=True)

STATE_ROWS: Final[Mapping[str, FieldRules]] = {
    "files_favourites": {"value": NEEDED},
    "draw": dict.fromkeys(("value", "color", "width", "start", "end"), Free("a line by hand")),
    "permissions": {"package": NEEDED, "permission": NEEDED, "once": False},
    "recorder_bookmarks": {"value": NEEDED},
    "stopwatch": {"value": Free("a lap")},
    "timers": {"id": _PICKED, "length": NEEDED, "left": _BY_CLOCK, "ends": _BY_CLOCK, "name": ""},
}
"""The fields of the rows of slices that tasks add to, which facts of kind ``"state"`` have beside ``slice``."""

_MAIL: Final[FieldRules] = {"to": NEEDED, "text": "", "subject": "", "cc": "", "bcc": "", "attachments": ()}
_PLAIN: Final[FieldRules] = {"to": NEEDED, "text": ""}

EFFECTS: Final[Mapping[str, FieldRules]] = {
    "call": _PLAIN, "conference": _PLAIN, "form": _PLAIN, "mail": _MAIL, "order": _PLAIN, "post": _PLAIN,
    "text": {**_PLAIN, "attachments": ()},
}  # fmt: skip
"""The kinds of effects, see `crab_sim.devices.facts.Effect`."""

_UNKNOWN: Final[FieldRules] = {}


def fields_of(device: str, kind: str, fields: Fields) -> FieldRules:
    """Returns the rules of a fact's fields; none for a kind that has no schema.

    Args:
        device: The device's role.
        kind: The kind of fact.
        fields: The fact's fields, by which a row of a site has those of its table, and one of a slice its own.
    """
    if kind == "site":
        return {"table": NEEDED, **SITE_TABLES.get(str(fields.get("table")), _UNKNOWN)}
    if kind == "state":
        return {**_STATE.fields, **STATE_ROWS.get(str(fields.get("slice")), _UNKNOWN)}
    schema = SCHEMA.get(device, {}).get(kind)
    return schema.fields if schema is not None else _UNKNOWN


def hurts(device: str, kind: str, fields: Fields) -> bool:
    """Returns whether a new fact that nobody asked for can hurt later, so that it is harm and not litter.

    Args:
        device: The device's role.
        kind: The kind of fact.
        fields: The fact's fields.
    """
    schema = SCHEMA.get(device, {}).get(kind)
    return schema is not None and schema.hurts(fields)


def unasked(rules: FieldRules, fields: Fields, named: Collection[str]) -> tuple[str, ...]:
    """Returns the fields that are neither named nor at their defaults; one without a rule has none.

    Args:
        rules: The rules of the fields.
        fields: A new fact's fields, or an effect's.
        named: The fields that an allowance names.

    >>> rules = {"name": NEEDED, "note": "", "id": Free("the app numbers its rows")}
    >>> unasked(rules, {"name": "Tea", "note": "late", "id": 7}, ("name",))
    ('note',)
    """
    return tuple(
        [name for name in fields if name not in named and not _is_default(rules.get(name, NEEDED), name, fields)]
    )


def _is_default(rule: Rule, name: str, fields: Fields) -> bool:
    if isinstance(rule, Free):
        return True
    if isinstance(rule, Follows):
        return rule.holds(fields)
    return fields[name] in rule if isinstance(rule, frozenset) else fields[name] == rule


def moved(rules: FieldRules, before: Fields, after: Fields) -> frozenset[str]:
    """Returns the fields that differ before and after, without those that change by themselves.

    Args:
        rules: The rules of the fields.
        before: The fields before a change.
        after: Those after it.
    """
    differing = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return frozenset([name for name in differing if not _changes_alone(rules.get(name))])


def _changes_alone(rule: Rule) -> bool:
    return isinstance(rule, Free) and rule.changes
