"""The Notes app's data: rows, colours, the notes of a lived-in phone, and the database.

State: slice ``"notes"``, a tuple of `NoteRow` by id. The database is this project's own simple one: the real app's
tables are many and private.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.content import notes as content_notes
from crab_sim.machine.slices import Slice
from crab_sim.phone.app import Database, Dump, Tables
from crab_sim.ui.theme import Color

__all__ = [
    "COLORS", "DATABASE", "Check", "NoteRow", "Rows", "as_text", "ground", "labels_of", "listed", "pin_hash", "search",
    "seed",
]  # fmt: skip

COLORS: Sequence[tuple[str, Color, Color]] = (
    ("Default", (255, 255, 255), (18, 19, 24)),
    ("Coral", (250, 175, 168), (119, 23, 46)),
    ("Peach", (243, 159, 118), (105, 43, 23)),
    ("Sand", (255, 248, 184), (124, 74, 3)),
    ("Mint", (226, 246, 211), (38, 77, 59)),
    ("Sage", (180, 221, 211), (12, 98, 93)),
    ("Fog", (212, 228, 237), (37, 99, 119)),
    ("Dusk", (211, 191, 219), (71, 46, 91)),
)
"""Name of each colour of a note, and its grounds on the light and on the dark theme."""


class Check(NamedTuple):
    """One entry of a checklist."""

    text: str
    done: bool = False


class NoteRow(NamedTuple):
    """One note; `place` is ``"notes"``, ``"archive"`` or ``"trash"``, times are seconds since 1970.

    A note that is a checklist has `items` in the text's stead. `lock` is the hash of the PIN without which the note
    isn't shown, ``""`` for a note that isn't locked.
    """

    id: int
    title: str
    text: str = ""
    color: int = 0
    pinned: bool = False
    place: str = "notes"
    labels: tuple[str, ...] = ()
    checklist: bool = False
    items: tuple[Check, ...] = ()
    created: float = 0.0
    edited: float = 0.0
    lock: str = ""


Rows = tuple[NoteRow, ...]

NOTES: Final = Slice[Rows]("notes", volatile={"created": "when it was made", "edited": "when it was changed"})


def seed(rng: random.Random, now: float) -> Rows:
    """Returns 9 to 13 notes: short ones and two or three checklists, some pinned, archived or in the trash."""
    made: list[tuple[str, str, tuple[Check, ...]]] = [
        (title, text, ()) for title, text in rng.sample(content_notes.JOTS, rng.randrange(7, 11))
    ]
    for title, entries in rng.sample(content_notes.CHECKLISTS, rng.randrange(2, 4)):
        checks = [Check(entry, rng.random() < 0.3) for entry in rng.sample(entries, rng.randrange(3, len(entries) + 1))]
        made.append((title, "", tuple(checks)))
    rng.shuffle(made)
    rows, age = [], now - 60 * 86_400
    for i, (title, text, items) in enumerate(made):
        age += rng.randrange(3600, 4 * 86_400)
        edited = float(min(age + rng.randrange(86_400), now - 600))
        labels = (rng.choice(content_notes.LABELS),) if rng.random() < 0.35 else ()
        color = rng.randrange(1, len(COLORS)) if rng.random() < 0.4 else 0
        place = "archive" if i == 1 else "trash" if i == 2 else "notes"
        pinned = place == "notes" and rng.random() < 0.2
        rows.append(NoteRow(i + 1, title, text, color, pinned, place, labels, bool(items), items, float(age), edited))
    return tuple(rows)


def ground(color: int, dark: bool) -> Color:
    """Returns the ground of notes of a colour."""
    _, light, night = COLORS[color]
    return night if dark else light


@lru_cache(maxsize=512)
def as_text(row: NoteRow) -> str:
    r"""Returns a note's text, or its checklist as lines.

    >>> as_text(NoteRow(1, "", items=(Check("Milk", True), Check("Tea")), checklist=True))
    '[x] Milk\n[ ] Tea'
    """
    if not row.checklist:
        return row.text
    return "\n".join([f"[{'x' if item.done else ' '}] {item.text}" for item in row.items])


def pin_hash(pin: str) -> str:
    """Returns the hash by which a note's PIN is kept."""
    return hashlib.sha1(pin.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()


@lru_cache(maxsize=64)
def listed(rows: Rows, section: str) -> Rows:
    """Returns the notes of a place, or of ``"label:NAME"``, the one edited last first."""
    if section.startswith("label:"):
        found = [row for row in rows if row.place != "trash" and section[6:] in row.labels]
    else:
        found = [row for row in rows if row.place == section]
    return tuple(sorted(found, key=lambda row: (-row.edited, -row.id)))


def search(rows: Rows, query: str) -> Rows:
    """Returns the notes, but those in the trash, with a text in their title, labels or, unless locked, content."""
    wanted = query.strip().casefold()
    found = [
        row
        for row in rows
        if row.place != "trash"
        and wanted in "\n".join([row.title, "" if row.lock else as_text(row), *row.labels]).casefold()
    ]
    return tuple(sorted(found, key=lambda row: (-row.edited, -row.id)))


@lru_cache(maxsize=64)
def labels_of(rows: Rows) -> tuple[str, ...]:
    """Returns all labels, by name."""
    return tuple(sorted({label for row in rows for label in row.labels}, key=lambda label: (label.casefold(), label)))


# The database -------------------------------------------------------------------------------------------------------

_SCHEMA = """
CREATE TABLE note (
    _id INTEGER PRIMARY KEY,
    title TEXT NOT NULL DEFAULT '',
    text TEXT NOT NULL DEFAULT '',
    color INTEGER NOT NULL DEFAULT 0,
    is_pinned INTEGER NOT NULL DEFAULT 0,
    is_archived INTEGER NOT NULL DEFAULT 0,
    is_trashed INTEGER NOT NULL DEFAULT 0,
    is_checklist INTEGER NOT NULL DEFAULT 0,
    labels TEXT NOT NULL DEFAULT '',
    time_created INTEGER NOT NULL DEFAULT 0,
    time_last_updated INTEGER NOT NULL DEFAULT 0,
    protection_hash TEXT NOT NULL DEFAULT ''
);
CREATE TABLE list_item (
    _id INTEGER PRIMARY KEY,
    note_id INTEGER NOT NULL,
    text TEXT NOT NULL DEFAULT '',
    is_checked INTEGER NOT NULL DEFAULT 0,
    position INTEGER NOT NULL DEFAULT 0
);
"""


def _dump(rows: Rows) -> Dump:
    notes = [
        (
            row.id, row.title, row.text, row.color, int(row.pinned), int(row.place == "archive"),
            int(row.place == "trash"), int(row.checklist), "\n".join(row.labels), round(row.created * 1000),
            round(row.edited * 1000), row.lock,
        )
        for row in rows
    ]  # fmt: skip
    entries = [(row.id, item.text, int(item.done), i) for row in rows for i, item in enumerate(row.items)]
    return {"note": notes, "list_item": [(i + 1, *entry) for i, entry in enumerate(entries)]}


def _load(tables: Tables) -> tuple[Rows]:
    checks: dict[int, list[Check]] = {}
    for entry in sorted(tables["list_item"], key=lambda entry: (entry["position"], entry["_id"])):
        checks.setdefault(int(entry["note_id"]), []).append(Check(str(entry["text"]), bool(entry["is_checked"])))
    rows = []
    for row in sorted(tables["note"], key=lambda row: int(row["_id"])):
        place = "trash" if row["is_trashed"] else "archive" if row["is_archived"] else "notes"
        rows.append(
            NoteRow(
                int(row["_id"]), str(row["title"]), str(row["text"]), int(row["color"]) % len(COLORS),
                bool(row["is_pinned"]), place, tuple(str(row["labels"]).splitlines()), bool(row["is_checklist"]),
                tuple(checks.get(int(row["_id"]), ())), row["time_created"] / 1000, row["time_last_updated"] / 1000,
                str(row["protection_hash"] or ""),
            )
        )  # fmt: skip
    return (tuple(rows),)


DATABASE = Database("/data/data/com.google.android.keep/databases/keep.db", (NOTES,), _SCHEMA, _dump, _load)
