"""What setups plant in the phone's Notebook app."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from crab_gym.backends.base import Setup
from crab_tasks.evaluators_notebook import DATABASE, Note

__all__ = ["plant_notes"]


def plant_notes(phone: Setup, notebooks: Sequence[str], notes: Sequence[Note], absent: Sequence[str] = ()) -> None:
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
             "body": note.body}
        )  # fmt: skip
    phone.set_table(DATABASE, "folders", folders)
    phone.set_table(DATABASE, "notes", rows)


def _id(words: str) -> str:
    return hashlib.md5(words.encode(), usedforsecurity=False).hexdigest()


_EMPTY_FOLDER = {"encryption_cipher_text": "", "encryption_applied": 0, "parent_id": "", "is_shared": 0,
                 "share_id": "", "master_key_id": "", "icon": "", "user_data": "", "deleted_time": 0}  # fmt: skip
_EMPTY_NOTE = {"is_conflict": 0, "latitude": 0, "longitude": 0, "altitude": 0, "author": "", "source_url": "",
               "is_todo": 0, "todo_due": 0, "todo_completed": 0, "source": "joplin-mobile",
               "source_application": "net.cozic.joplin-mobile", "application_data": "", "order": 0,
               "encryption_cipher_text": "", "encryption_applied": 0, "markup_language": 1, "is_shared": 0,
               "share_id": "", "conflict_original_id": "", "master_key_id": "", "user_data": ""}  # fmt: skip
