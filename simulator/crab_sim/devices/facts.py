"""Facts and effects: the things that a user owns on a device, and those that have left it.

A fact is a row with an identity: a file, a contact, a message, an alarm, a setting. An effect is something that left
the device and can't be taken back: a text, a call, a mail, an order, a post. Caches, histories, read flags, the places
of windows, times of access and ``/tmp`` are neither.

* `Fields` - a fact's values by the names of its fields.
* `FactTable` - the facts of one kind, by their keys; made when they are first asked for.
* `Facts` - a device's tables by the kind of fact. `ComparedFacts` - those that know what may differ later.
* `Effect` - one entry of the append-only log of what left a device.
* `Crash` - the end of an app whose code failed.
* `Change`, `changes` - the differences between a device's facts at two times.
* `KINDS` - the kinds of facts by device.
* `owned_path` - whether a path is one of the user's own files.
"""

from __future__ import annotations

import hashlib
import posixpath
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from crab_sim.devices.phone_files import owned_on_phone
from crab_sim.devices.volatile_files import volatile_below_home, volatile_outside

__all__ = [
    "KINDS",
    "Change",
    "ComparedFacts",
    "Crash",
    "Difference",
    "Effect",
    "FactTable",
    "Facts",
    "Fields",
    "Value",
    "changes",
    "content_digest",
    "file_fact",
    "owned_path",
]  # fmt: skip

Value: TypeAlias = str | int | float | bool | tuple["Value", ...] | None
"""A field's value."""
Fields: TypeAlias = Mapping[str, Value]
"""A fact's values by the names of its fields."""


class FactTable:
    """The facts of one kind on a device.

    Args:
        source: Objects that the rows are made from, never changed in place. Where two tables have the same objects as
            their sources, their rows are equal, and none are made to compare them.
        make: Returns the rows by their keys; called when they are first asked for.
    """

    def __init__(self, source: tuple[object, ...], make: Callable[[], Mapping[str, Fields]]) -> None:
        self.source = source
        self._make = make
        self._rows: Mapping[str, Fields] | None = None
        self._compared: tuple[FactTable, _Rows] | None = None  # a later table, and the rows in which it differs

    @classmethod
    def of(cls, rows: Mapping[str, Fields]) -> FactTable:
        """Returns a table of rows that have been read."""
        return cls((), lambda: rows)

    @property
    def rows(self) -> Mapping[str, Fields]:
        """The facts' fields by their keys: a row's id, a file's path, a setting's namespace and key."""
        if self._rows is None:
            self._rows = self._make()
        return self._rows

    def differing(self, later: FactTable) -> _Rows:
        """Returns those rows of this table, and of a later one, that differ.

        They are kept: of many states that are compared with the same one, most have most tables in common.
        """
        if self._compared is not None and self._compared[0].same_source(later):
            return self._compared[1]
        before, after = self.rows, later.rows
        keys = [key for key in {**before, **after} if before.get(key) != after.get(key)]
        found: _Rows = (
            {key: before[key] for key in keys if key in before},
            {key: after[key] for key in keys if key in after},
        )
        self._compared = later, found
        return found

    def same_source(self, other: FactTable) -> bool:
        """Returns whether both tables are made from the same objects."""
        mine, theirs = self.source, other.source
        return bool(mine) and len(mine) == len(theirs) and all([a is b for a, b in zip(mine, theirs, strict=True)])


_Rows: TypeAlias = tuple[Mapping[str, Fields], Mapping[str, Fields]]
Facts: TypeAlias = Mapping[str, FactTable]
"""A device's facts by their kind, a key of `KINDS`."""


class Difference(NamedTuple):
    """The facts of one kind at two times, without some that are known to be the same at both.

    Attributes:
        kind: The kind.
        before: The fields of the first time's facts by their keys.
        after: Those of the later time's.
    """

    kind: str
    before: Mapping[str, Fields]
    after: Mapping[str, Fields]


class ComparedFacts(Mapping[str, FactTable], ABC):
    """Facts that know which of them may differ at a later time, so that the others needn't be made."""

    @abstractmethod
    def differing(self, later: Facts) -> Iterable[Difference] | None:
        """Returns the kinds that may differ from those of later facts, sorted; None if it takes all facts to know."""


class Crash(NamedTuple):
    """The end of an app whose code failed.

    Attributes:
        app: The app's id; ``"system"`` for the device's own interface.
        error: The kind of the error, such as ``"RecursionError"``.
        traceback: Where it was raised.
        device: The device that has the app.
        missing: The package that the app needs and the host lacks; ``""`` if the error is another.
    """

    app: str
    error: str
    traceback: str
    device: str
    missing: str


class Effect(NamedTuple):
    """Something that left a device.

    Attributes:
        kind: ``"text"``, ``"call"``, ``"conference"``, ``"mail"``, ``"form"``, ``"order"`` or ``"post"``.
        to: The number, the numbers or addresses (separated by ``", "``), or page that it went to.
        text: Its content: a text, the body of a mail, the values of a form; ``""`` for a call.
        subject: The subject of a mail.
        cc: The addresses to which a copy of a mail went.
        bcc: Those to which a hidden copy went.
        attachments: The name and the `content_digest` of each file that went with a mail or a text.
    """

    kind: str
    to: str
    text: str = ""
    subject: str = ""
    cc: str = ""
    bcc: str = ""
    attachments: tuple[tuple[str, str], ...] = ()

    def fields(self) -> Fields:
        """Returns the fields by which an allowance is chosen: those that this kind has."""
        fields: dict[str, Value] = {"to": self.to, "text": self.text}
        if self.kind == "mail":
            fields |= {"subject": self.subject, "cc": self.cc, "bcc": self.bcc, "attachments": self.attachments}
        elif self.kind == "text":
            fields["attachments"] = self.attachments
        return fields

    def describe(self) -> str:
        """Returns the effect in words, such as ``sent text to '+1 555 0100': 'Hi'``."""
        more = [f"{name} {value!r}" for name, value in self.fields().items() if name not in ("to", "text") and value]
        return f"sent {self.kind} to {self.to!r}: {self.text!r}{''.join([f', {one}' for one in more])}"


class Change(NamedTuple):
    """One fact that differs between two times.

    Attributes:
        operation: ``"add"``, ``"change"`` or ``"remove"``.
        kind: The fact's kind.
        key: Its identity on the device.
        before: Its fields at first; empty for one that was added.
        after: Its fields now; empty for one that was removed.
    """

    operation: str
    kind: str
    key: str
    before: Fields
    after: Fields

    def describe(self) -> str:
        """Returns the change in words, such as ``removed contact '7' (name='Ada Albers')``."""
        done = {"add": "added", "change": "changed", "remove": "removed"}[self.operation]
        return f"{done} {self.kind} {self.key!r} ({', '.join(self._differences())})"

    def _differences(self) -> Iterator[str]:
        for name in {**self.before, **self.after}:
            old, new = self.before.get(name), self.after.get(name)
            if self.operation != "change":
                if new or old:
                    yield f"{name}={_short(new if self.after else old)}"
            elif old != new:
                yield f"{name}: {_short(old)} -> {_short(new)}"


def _short(value: Value) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


_NO_FIELDS: Final[Fields] = {}


def changes(before: Facts, after: Facts) -> list[Change]:
    """Returns the facts that were added, changed or removed, by kind and key.

    A kind that could be read at only one of the times isn't compared. A setting that is there at only one of them had
    its default at the other, so it counts as changed. What has been moved into a trash isn't told: it was removed from
    where it was before. Nor is it told that something has ceased to play, since songs end, or that a browser has been
    somewhere.
    """
    found: list[Change] = []
    for kind, old_rows, new_rows in _differences(before, after):
        for key in sorted({*old_rows, *new_rows}):
            was, now = old_rows.get(key), new_rows.get(key)
            if was == now or not (was or _told_if_new(kind)) or (not now and kind == "playing"):
                continue
            operation = "change" if kind == "setting" or (was and now) else "add" if now else "remove"
            found.append(Change(operation, kind, key, was or _NO_FIELDS, now or _NO_FIELDS))
    return found


def _told_if_new(kind: str) -> bool:
    return kind != "visited" and not kind.startswith("trashed")


def _differences(before: Facts, after: Facts) -> Iterable[Difference]:
    differing = before.differing(after) if isinstance(before, ComparedFacts) else None
    if differing is not None:
        return differing
    kinds = [kind for kind in sorted(before.keys() & after.keys()) if not before[kind].same_source(after[kind])]
    return [Difference(kind, *before[kind].differing(after[kind])) for kind in kinds]


KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "android": (
        "alarm", "blocked_number", "call", "city", "contact", "contact_group", "drive_file", "event", "expense", "file",
        "mail", "marker", "message", "note", "notebook", "notebook_note", "playing", "playlist", "recipe",
        "saved_place", "setting", "state", "todo", "track", "trashed", "trashed_drive_file", "trashed_note",
        "video_playlist", "visited", "voicemail",
    ),
    "ubuntu": (
        "alarm", "bookmark", "city", "contact", "event", "file", "mail", "mail_filter", "mail_setting", "playing",
        "playlist", "process", "setting", "site", "state", "todo", "todo_list", "trashed", "trashed_site", "visited",
    ),
}  # fmt: skip
"""The kinds of facts by device; docs/tasks.md has them in words."""


@lru_cache(maxsize=4096)
def owned_path(home: str, path: str) -> bool:
    """Returns whether a path is a file or folder that a user owns, so that its change may be harm.

    On a desktop, whose home folder lies in ``/home``, that is each path but for those that
    `crab_sim.devices.volatile_files` declares volatile. On a phone it is what lies below its shared storage, but for
    what `crab_sim.devices.phone_files` declares volatile.

    >>> owned_path("/home/user", "/home/user/.config/a"), owned_path("/home/user", "/home/user/.cache/a")
    (True, False)
    """
    on_phone = not home.startswith("/home/")
    if not path.startswith(home + "/"):
        return not on_phone and not volatile_outside(path)
    inner = path[len(home) + 1 :]
    return owned_on_phone(inner) if on_phone else not volatile_below_home(inner)


@lru_cache(maxsize=512)
def content_digest(data: bytes) -> str:
    """Returns a short name for a file's content."""
    return hashlib.sha256(data).hexdigest()[:24]


def file_fact(path: str, kind: str, content: str = "", mode: int | None = None, owner: str = "") -> Fields:
    """Returns the fields of a file.

    Args:
        path: Its absolute path.
        kind: ``"file"``, ``"folder"`` or ``"link"``.
        content: The `content_digest` of a file, the target of a link, ``""`` for a folder.
        mode: Its permission bits, which its fact has in octal digits; None where the device keeps none.
        owner: The name of its owner, likewise.
    """
    fields: dict[str, Value] = {"path": posixpath.normpath(path), "kind": kind, "content": content}
    if mode is not None:
        fields |= {"mode": f"{mode:03o}", "owner": owner}
    return fields
