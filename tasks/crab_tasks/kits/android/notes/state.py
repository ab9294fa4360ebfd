"""Notes: evaluators and setups."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from functools import partial

from crab_gym.backends.base import PhoneSetup
from crab_gym.task.types import Value, states
from crab_tasks.kits.compare import MAX_FILES
from crab_tasks.kits.state import State
from crab_tasks.kits.values import some_of

__all__ = [
    "NOTES", "TITLE", "item_added", "items_are", "note_holds", "note_locked", "note_once", "note_pinned", "note_saved",
    "pin_hash", "plant_checklist", "plant_in_any_order", "plant_note", "some_items", "value_noted",
]  # fmt: skip

NOTES = "/data/data/com.google.android.keep/databases/keep.db"
"""The database of the notes, in the table ``note``, and of their checklists, in ``list_item``."""


def _notes(state: State, title: str) -> list[list[str]]:
    """Returns the lines of each note of a title that isn't in the trash: without bullets and empty ones."""
    phone = state.android
    found = [row for row in phone.table(NOTES, "note") if str(row["title"]).strip() == title and not row["is_trashed"]]
    if not found:
        return []
    items = sorted((row["note_id"], row["position"], row["text"]) for row in phone.table(NOTES, "list_item"))
    texts = []
    for row in found:
        checks = [text for note, _, text in items if note == row["_id"]]
        lines = checks if row["is_checklist"] else str(row["text"]).splitlines()
        texts.append([bare for line in lines if (bare := line.strip().lstrip("-*•").strip())])
    return texts


def note_once(state: State, title: str) -> bool:
    """Exactly one note has this title."""
    return len(_notes(state, title)) == 1


def note_holds(state: State, title: str, lines: Sequence[str]) -> bool:
    """Exactly one note has this title, and it holds these lines in this order and nothing else."""
    return _notes(state, title) == [list(lines)]


def value_noted(state: State, kind: str, value: Value) -> bool:
    """Exactly one note without a title begins with a value, and it says nothing else."""
    found = []
    for lines in _notes(state, ""):
        parts = " ".join(lines).split()
        if any(states(kind, " ".join(parts[:end]), value, state.goal) for end in range(1, len(parts) + 1)):
            found.append(" ".join(parts))
    return len(found) == 1 and states(kind, found[0], value, state.goal)


def plant_note(phone: PhoneSetup, title: str, text: str) -> None:
    """Makes a note the only one of its title."""
    rows = [row for row in phone.table(NOTES, "note") if row["title"] != title]
    now = int(phone.now()) * 1000
    rows.append(
        {"_id": max((row["_id"] for row in phone.table(NOTES, "note")), default=0) + 1, "title": title, "text": text,
         "color": 0, "is_pinned": 0, "is_archived": 0, "is_trashed": 0, "is_checklist": 0, "labels": "",
         "time_created": now - 90_000, "time_last_updated": now - 90_000}
    )  # fmt: skip
    phone.set_table(NOTES, "note", rows)


_OTHERS = ("Air the blankets", "Ask about the key", "Bring the boxes back", "Oil the gate", "Sweep the porch")


def plant_in_any_order(phone: PhoneSetup, plants: Sequence[Callable[[], None]], rng: random.Random) -> None:
    """Makes notes in any order, amid some others, so that their places in the list, newest first, vary.

    Args:
        phone: The phone.
        plants: Each makes one note.
        rng: Draws the order.
    """
    others = some_of(rng, _OTHERS)
    everything: list[Callable[[], None]] = [
        *plants,
        *[partial(plant_note, phone, title, "\n".join(some_items(rng, 2))) for title in others],
    ]
    rng.shuffle(everything)
    for plant in everything:
        plant()


TITLE = "index_note_title"
"""The resource id of the titles in the list of notes."""

_ITEMS = (
    "Candles", "Door key", "Drill", "Extension lead", "First-aid kit", "Folding table", "Gloves", "Hammer", "Matches",
    "Rope", "Stamps", "String",
)  # fmt: skip


def plant_checklist(phone: PhoneSetup, title: str, items: Sequence[tuple[str, bool]]) -> None:
    """Makes a checklist the only note of its title.

    Args:
        phone: The phone.
        title: Its title.
        items: Its items' texts, and whether they are ticked.
    """
    plant_note(phone, title, "")
    notes = list(phone.table(NOTES, "note"))
    notes[-1] = {**notes[-1], "is_checklist": 1}
    there = {row["_id"] for row in notes[:-1]}
    rows = [row for row in phone.table(NOTES, "list_item") if row["note_id"] in there]
    last = max((row["_id"] for row in rows), default=0)
    for i, (text, done) in enumerate(items):
        rows.append(
            {"_id": last + 1 + i, "note_id": notes[-1]["_id"], "text": text, "is_checked": int(done), "position": i}
        )
    phone.set_table(NOTES, "note", notes)
    phone.set_table(NOTES, "list_item", rows)


def some_items(rng: random.Random, count: int) -> list[str]:
    """Returns short items of checklists."""
    return rng.sample(_ITEMS, count)


def item_added(state: State, title: str, items: Sequence[tuple[str, bool]], kind: str, value: Value) -> bool:
    """One note has this title: a checklist of these items, in this order, with one more that isn't ticked.

    Args:
        state: The devices' states.
        title: The title.
        items: The items that were there before, and whether they are ticked.
        kind: The type of the value that the new item is.
        value: The value.
    """
    phone = state.android
    found = [row for row in phone.table(NOTES, "note") if row["title"] == title and not row["is_trashed"]]
    if len(found) != 1 or not found[0]["is_checklist"]:
        return False
    rows = sorted((row["position"], row["_id"], row["text"], bool(row["is_checked"]))
                  for row in phone.table(NOTES, "list_item") if row["note_id"] == found[0]["_id"])  # fmt: skip
    left = [(text.strip(), ticked) for _, _, text, ticked in rows if text.strip()]
    new = [one for one in left if one not in items]
    return (
        [one for one in left if one in items] == list(items)
        and len(new) == 1
        and states(kind, new[0][0], value)
        and not new[0][1]
    )


def note_pinned(state: State, title: str) -> bool:
    """One note outside the trash and the archive has this title, and it is pinned."""
    found = [row for row in state.android.table(NOTES, "note") if row["title"] == title and not row["is_trashed"]]
    return len(found) == 1 and bool(found[0]["is_pinned"]) and not found[0]["is_archived"]


def pin_hash(pin: str) -> str:
    """Returns the hash by which the database knows a note's PIN."""
    return hashlib.sha1(pin.encode(), usedforsecurity=False).hexdigest()


def note_locked(state: State, title: str, pin: str) -> bool:
    """One note outside the trash has this title, and it is locked with this PIN."""
    rows = [row for row in state.android.table(NOTES, "note") if row["title"] == title and not row["is_trashed"]]
    return [row.get("protection_hash") for row in rows] == [pin_hash(pin)]


def items_are(state: State, title: str, items: Sequence[tuple[str, bool]]) -> bool:
    """One note outside the trash has this title: a checklist of exactly these items, ticked or not, in this order."""
    phone = state.android
    notes = [row for row in phone.table(NOTES, "note") if row["title"] == title and not row["is_trashed"]]
    if len(notes) != 1 or not notes[0]["is_checklist"]:
        return False
    rows = sorted((row["position"], str(row["text"]).strip(), bool(row["is_checked"]))
                  for row in phone.table(NOTES, "list_item") if row["note_id"] == notes[0]["_id"])  # fmt: skip
    return [(text, ticked) for _, text, ticked in rows if text] == list(items)


def note_saved(state: State, folder: str, text: str) -> bool:
    """Exactly one .txt file of a folder has this text and nothing else."""
    phone = state.android
    names = [name for name in phone.list_dir(folder)[:MAX_FILES] if name.endswith(".txt")]
    return sum((phone.read_text(f"{folder}/{name}") or "").strip() == text for name in names) == 1
