"""Notebook: evaluators and setups."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from crab_gym.backends.base import PhoneSetup
from crab_gym.task.types import Value, states
from crab_tasks.kits.state import State

__all__ = [
    "DATABASE", "Note", "add_notes", "note_gone", "note_is", "plant_notes", "todo_done", "todo_in", "todo_noted",
    "todo_once",
]  # fmt: skip

DATABASE = "/data/data/net.cozic.joplin/databases/joplin.sqlite"
"""The database of the notebooks, in the table ``folders``, and of the notes, in the table ``notes``."""


class Note(NamedTuple):
    """A note.

    Attributes:
        notebook: Its notebook's title.
        title: Its own title.
        body: Its text.
        todo: Whether it is a to-do.
        due: When a to-do is due, in milliseconds since 1970; 0 for never.
        completed: When a to-do was done; 0 if it isn't.
    """

    notebook: str
    title: str
    body: str
    todo: bool = False
    due: int = 0
    completed: int = 0


def _notes(state: State, title: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Returns the notes of a title, each with its notebook's title."""
    phone = state.android
    found = [row for row in phone.table(DATABASE, "notes") if str(row["title"]).strip() == title]
    if not found:
        return []
    names = {row["id"]: str(row["title"]).strip() for row in phone.table(DATABASE, "folders")}
    return [(names.get(row["parent_id"], ""), row) for row in found]


def note_is(
    state: State,
    notebook: str,
    title: str,
    body: str,
    todo: bool = False,
    due: int = 0,
    completed: int = 0,
) -> bool:
    """Exactly one note has this title.

    Args:
        state: The devices.
        notebook: The notebook in which it has to lie.
        title: The title.
        body: Its text, apart from blanks at the end.
        todo: Whether it has to be a to-do.
        due: When it has to be due, as in `Note`.
        completed: When it has to have been done, as in `Note`.
    """
    found = [
        Note(name, title, row["body"].rstrip(), bool(row["is_todo"]), row["todo_due"], row["todo_completed"])
        for name, row in _notes(state, title)
    ]
    return found == [Note(notebook, title, body.rstrip(), todo, due, completed)]


def note_gone(state: State, title: str, kept: Note) -> bool:
    """No note has this title; the one that is kept has its title and text still."""
    texts = [row["body"].rstrip() for _, row in _notes(state, kept.title)]
    return not _notes(state, title) and texts == [kept.body.rstrip()]


def todo_in(state: State, notebook: str, title: str) -> bool:
    """A to-do of this title that isn't done lies in this notebook."""
    return any(
        (name, bool(row["is_todo"]), row["todo_completed"]) == (notebook, True, 0) for name, row in _notes(state, title)
    )


def todo_once(state: State, notebook: str, title: str, due: float) -> bool:
    """One note has this title: a to-do in this notebook, not done, with an alarm at this time (seconds since 1970)."""
    found = [
        (name, bool(row["is_todo"]), row["todo_completed"], row["todo_due"] // 1000)
        for name, row in _notes(state, title)
    ]
    return found == [(notebook, True, 0, int(due))]


def todo_noted(state: State, notebook: str, kind: str, value: Value) -> bool:
    """One note has a value as its title: a to-do in this notebook that isn't done.

    Args:
        state: The devices' states.
        notebook: The notebook's title.
        kind: The value's type.
        value: The value.
    """
    phone = state.android
    found = [row for row in phone.table(DATABASE, "notes") if states(kind, str(row["title"]), value)]
    if len(found) != 1:
        return False
    ids = {row["id"] for row in phone.table(DATABASE, "folders") if str(row["title"]).strip() == notebook}
    (row,) = found
    return row["parent_id"] in ids and bool(row["is_todo"]) and row["todo_completed"] == 0


_EMPTY_FOLDER = {"encryption_cipher_text": "", "encryption_applied": 0, "parent_id": "", "is_shared": 0,
                 "share_id": "", "master_key_id": "", "icon": "", "user_data": "", "deleted_time": 0}  # fmt: skip
_EMPTY_NOTE = {"is_conflict": 0, "latitude": 0, "longitude": 0, "altitude": 0, "author": "", "source_url": "",
               "is_todo": 0, "todo_due": 0, "todo_completed": 0, "source": "joplin-mobile",
               "source_application": "net.cozic.joplin-mobile", "application_data": "", "order": 0,
               "encryption_cipher_text": "", "encryption_applied": 0, "markup_language": 1, "is_shared": 0,
               "share_id": "", "conflict_original_id": "", "master_key_id": "", "user_data": ""}  # fmt: skip


def plant_notes(phone: PhoneSetup, notebooks: Sequence[str], notes: Sequence[Note], absent: Sequence[str] = ()) -> None:
    """Adds notebooks, and notes in them, to those that the phone has already.

    Args:
        phone: The phone.
        notebooks: Titles; other notebooks of these titles are removed, with their notes.
        notes: The last one was changed last; other notes of their titles are removed.
        absent: Titles that no note shall have.
    """
    now = int(phone.now()) * 1000
    ids = {title: _id(f"notebook {title}") for title in notebooks}
    before = phone.table(DATABASE, "folders")
    gone = {row["id"] for row in before if row["title"] in notebooks}
    folders: list[Mapping[str, Any]] = [row for row in before if row["id"] not in gone]
    for title, folder in ids.items():
        made = now - 90 * 86_400_000
        times = dict.fromkeys(("created_time", "updated_time", "user_created_time", "user_updated_time"), made)
        folders.append({**_EMPTY_FOLDER, **times, "id": folder, "title": title})
    titles = {note.title for note in notes} | set(absent)
    rows: list[Mapping[str, Any]] = [
        row
        for row in phone.table(DATABASE, "notes")
        if row["parent_id"] not in gone and str(row["title"]).strip() not in titles
    ]
    for age, note in enumerate(reversed(notes), 1):
        made = now - 3_600_000 * age
        times = dict.fromkeys(("created_time", "updated_time", "user_created_time", "user_updated_time"), made)
        note_id = _id(f"note {note.notebook}/{note.title}")
        rows.append(
            {**_EMPTY_NOTE, **times, "id": note_id, "parent_id": ids[note.notebook], "title": note.title,
             "body": note.body, "is_todo": int(note.todo), "todo_due": note.due, "todo_completed": note.completed}
        )  # fmt: skip
    phone.set_table(DATABASE, "folders", folders)
    phone.set_table(DATABASE, "notes", rows)


def add_notes(phone: PhoneSetup, notebook: str, notes: Sequence[Note]) -> None:
    """Adds notes to a notebook, which is made where it is missing; those of their titles are removed.

    Args:
        phone: The phone.
        notebook: The notebook's title.
        notes: The notes; the last one was changed last.
    """
    ids = [str(row["id"]) for row in phone.table(DATABASE, "folders") if str(row["title"]).strip() == notebook]
    titles = [note.title for note in notes]
    kept = [
        Note(
            notebook, str(row["title"]), str(row["body"]), bool(row["is_todo"]), row["todo_due"], row["todo_completed"]
        )
        for row in phone.table(DATABASE, "notes")
        if row["parent_id"] in ids and row["title"] not in titles
    ]
    plant_notes(phone, (notebook,), [*kept, *notes])


def _id(words: str) -> str:
    return hashlib.md5(words.encode(), usedforsecurity=False).hexdigest()


def todo_done(state: State, title: str) -> bool:
    """One note has this title: a to-do that is done, and not later than it was changed last."""
    found = [row for row in state.android.table(DATABASE, "notes") if str(row["title"]).strip() == title]
    return len(found) == 1 and bool(found[0]["is_todo"]) and 0 < found[0]["todo_completed"] <= found[0]["updated_time"]
