"""The Notebook app's data: notebooks in one another, notes and to-dos in them; seeds and database.

State: slices ``"notebook_folders"`` and ``"notebook_notes"``, tuples of `FolderRow` and `PageRow`. Ids are 32 hex
digits, times milliseconds since 1970.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Container
from functools import lru_cache
from typing import Any, Final, NamedTuple

from crab_sim.content import notes as content_notes
from crab_sim.content import words as content
from crab_sim.engines.days import DAY
from crab_sim.machine.chance import Chance
from crab_sim.machine.slices import Slice
from crab_sim.phone.app import Database, Dump, Tables

__all__ = [
    "ALL",
    "DATABASE",
    "SORTS",
    "FolderRow",
    "Folders",
    "PageRow",
    "Pages",
    "folder_of",
    "inside",
    "listed",
    "matching",
    "new_id",
    "page_of",
    "seed_folders",
    "seed_pages",
    "tree",
]  # fmt: skip

ALL: Final = ""
"""Stands for all notebooks at once."""
SORTS: Final = {"updated": "Updated date", "created": "Created date", "title": "Title"}
"""The orders of a list."""


class FolderRow(NamedTuple):
    """One notebook; `parent` is the id of the one that it lies in, ``""`` for none."""

    id: str
    title: str
    parent: str = ""
    created: int = 0
    updated: int = 0


class PageRow(NamedTuple):
    """One note, or with `todo` a to-do, that may have a time to be reminded of and is done where `completed`."""

    id: str
    folder: str
    title: str
    body: str = ""
    todo: bool = False
    due: int = 0
    completed: int = 0
    created: int = 0
    updated: int = 0


Folders = tuple[FolderRow, ...]

FOLDERS: Final = Slice[Folders](
    "notebook_folders", volatile={"created": "when it was made", "updated": "when it was changed"}
)
Pages = tuple[PageRow, ...]

NOTES: Final = Slice[Pages](
    "notebook_notes", volatile={"created": "when it was made", "updated": "when it was changed"}
)


def new_id(words: str, now: float, taken: Container[str]) -> str:
    """Returns an id that depends only on its use and the time.

    >>> new_id("note", 0.0, ())
    'f314cb1e54af12b71162563dc2f9d445'
    """
    n = 0
    while True:
        found = hashlib.md5(f"{words}:{now}:{n}".encode("utf-8", "replace"), usedforsecurity=False).hexdigest()
        if found not in taken:
            return found
        n += 1


def seed_folders(rng: random.Random, now: float) -> Folders:
    """Returns 5 or 6 notebooks, the last one in another; which ones follows from the time of booting."""
    chosen = _chosen(now)
    rows: list[FolderRow] = []
    for i, (title, _) in enumerate(chosen):
        made = int(now - (300 - 10 * i) * DAY) * 1000
        parent = rows[0].id if i == len(chosen) - 1 else ""
        rows.append(FolderRow(_folder_id(title, now), title, parent, made, made))
    return tuple(rows)


def _chosen(now: float) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    rng = Chance(f"notebooks:{now}")
    return rng.sample(content_notes.NOTEBOOKS, rng.randrange(5, 7))


def _folder_id(title: str, now: float) -> str:
    return new_id(f"folder {title}", now, ())


def seed_pages(rng: random.Random, now: float) -> Pages:
    """Returns a few notes and to-dos in each notebook."""
    rows: list[PageRow] = []

    def add(folder: str, title: str, body: str, todo: bool) -> None:
        made = int(now - rng.randrange(DAY, 150 * DAY))
        changed = int(made + rng.random() * (now - made - 600)) * 1000
        reminded = todo and rng.random() < 0.5
        due = (int(now // DAY + rng.randrange(1, 9)) * 24 + rng.randrange(8, 20)) * 3_600_000 if reminded else 0
        completed = changed if todo and rng.random() < 0.3 else 0
        page_id = new_id(f"note {title}", now, [row.id for row in rows])
        rows.append(PageRow(page_id, folder, title, body, todo, due, completed, made * 1000, changed))

    chosen = _chosen(now)
    for name, notes in chosen:
        for title, text in rng.sample(notes, rng.randrange(2, len(notes) + 1)):
            add(_folder_id(name, now), title, text, False)
    for title in rng.sample(content.CHORES, rng.randrange(3, 6)):
        remark = rng.choice(content.NOTES) if rng.random() < 0.5 else ""
        add(_folder_id(rng.choice(chosen)[0], now), title, remark, True)
    for name, text in rng.sample(content_notes.PAGES, 2):
        add(_folder_id(rng.choice(chosen)[0], now), name.replace("_", " ").capitalize(), text, False)
    return tuple(rows)


def folder_of(rows: Folders, folder_id: str) -> FolderRow | None:
    """Returns the notebook with an id."""
    return next((row for row in rows if row.id == folder_id), None)


def page_of(rows: Pages, page_id: str | None) -> PageRow | None:
    """Returns the note or to-do with an id."""
    return next((row for row in rows if row.id == page_id), None)


@lru_cache(maxsize=64)
def tree(rows: Folders) -> tuple[tuple[FolderRow, int], ...]:
    """Returns the notebooks by title, those in another after it, each with how deep it lies."""
    known = {row.id for row in rows}
    below: dict[str, list[FolderRow]] = {}
    for row in sorted(rows, key=lambda row: (row.title.casefold(), row.id)):
        below.setdefault(row.parent if row.parent in known else "", []).append(row)
    placed: list[tuple[FolderRow, int]] = []
    stack = [(row, 0) for row in reversed(below.get("", []))]
    while stack:
        row, depth = stack.pop()
        placed.append((row, depth))
        stack += [(child, depth + 1) for child in reversed(below.get(row.id, []))]
    if len(placed) < len(rows):  # those that lie in each other in a circle
        seen = {row.id for row, _ in placed}
        placed += [(row, 0) for row in rows if row.id not in seen]
    return tuple(placed)


def inside(rows: Folders, folder_id: str) -> frozenset[str]:
    """Returns the ids of a notebook and of all that lie in it."""
    known = {folder_id}
    while True:
        more = {row.id for row in rows if row.parent in known} - known
        if not more:
            return frozenset(known)
        known |= more


@lru_cache(maxsize=64)
def listed(rows: Pages, folder_id: str, sort: str) -> Pages:
    """Returns a notebook's notes, or those of all; the to-dos that are done come last."""
    kept = [row for row in rows if folder_id in (ALL, row.folder)]
    keys: dict[str, Any] = {
        "updated": lambda row: (bool(row.completed), -row.updated, row.id),
        "created": lambda row: (bool(row.completed), -row.created, row.id),
        "title": lambda row: (bool(row.completed), row.title.casefold(), row.id),
    }
    return tuple(sorted(kept, key=keys[sort]))


def matching(rows: Pages, query: str) -> Pages:
    """Returns the notes that have all words of a search in their title or text, those with it in the title first."""
    words = query.casefold().split()
    kept = [row for row in rows if all(word in f"{row.title}\n{row.body}".casefold() for word in words)]
    kept.sort(key=lambda row: (not all(word in row.title.casefold() for word in words), -row.updated, row.id))
    return tuple(kept)


# The database -------------------------------------------------------------------------------------------------------

_SCHEMA = """
CREATE TABLE folders (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL DEFAULT '',
    created_time INT NOT NULL DEFAULT 0,
    updated_time INT NOT NULL DEFAULT 0,
    user_created_time INT NOT NULL DEFAULT 0,
    user_updated_time INT NOT NULL DEFAULT 0,
    encryption_cipher_text TEXT NOT NULL DEFAULT '',
    encryption_applied INT NOT NULL DEFAULT 0,
    parent_id TEXT NOT NULL DEFAULT '',
    is_shared INT NOT NULL DEFAULT 0,
    share_id TEXT NOT NULL DEFAULT '',
    master_key_id TEXT NOT NULL DEFAULT '',
    icon TEXT NOT NULL DEFAULT '',
    user_data TEXT NOT NULL DEFAULT '',
    deleted_time INT NOT NULL DEFAULT 0
);
CREATE TABLE notes (
    id TEXT PRIMARY KEY,
    parent_id TEXT NOT NULL DEFAULT '',
    title TEXT NOT NULL DEFAULT '',
    body TEXT NOT NULL DEFAULT '',
    created_time INT NOT NULL DEFAULT 0,
    updated_time INT NOT NULL DEFAULT 0,
    is_conflict INT NOT NULL DEFAULT 0,
    latitude NUMERIC NOT NULL DEFAULT 0,
    longitude NUMERIC NOT NULL DEFAULT 0,
    altitude NUMERIC NOT NULL DEFAULT 0,
    author TEXT NOT NULL DEFAULT '',
    source_url TEXT NOT NULL DEFAULT '',
    is_todo INT NOT NULL DEFAULT 0,
    todo_due INT NOT NULL DEFAULT 0,
    todo_completed INT NOT NULL DEFAULT 0,
    source TEXT NOT NULL DEFAULT '',
    source_application TEXT NOT NULL DEFAULT '',
    application_data TEXT NOT NULL DEFAULT '',
    "order" NUMERIC NOT NULL DEFAULT 0,
    user_created_time INT NOT NULL DEFAULT 0,
    user_updated_time INT NOT NULL DEFAULT 0,
    encryption_cipher_text TEXT NOT NULL DEFAULT '',
    encryption_applied INT NOT NULL DEFAULT 0,
    markup_language INT NOT NULL DEFAULT 1,
    is_shared INT NOT NULL DEFAULT 0,
    share_id TEXT NOT NULL DEFAULT '',
    conflict_original_id TEXT NOT NULL DEFAULT '',
    master_key_id TEXT NOT NULL DEFAULT '',
    user_data TEXT NOT NULL DEFAULT ''
);
CREATE TABLE notes_normalized (
    id TEXT NOT NULL,
    title TEXT NOT NULL DEFAULT '',
    body TEXT NOT NULL DEFAULT '',
    user_created_time INT NOT NULL DEFAULT 0,
    user_updated_time INT NOT NULL DEFAULT 0,
    is_todo INT NOT NULL DEFAULT 0,
    todo_completed INT NOT NULL DEFAULT 0,
    parent_id TEXT NOT NULL DEFAULT '',
    latitude NUMERIC NOT NULL DEFAULT 0,
    longitude NUMERIC NOT NULL DEFAULT 0,
    altitude NUMERIC NOT NULL DEFAULT 0,
    source_url TEXT NOT NULL DEFAULT '',
    todo_due INT NOT NULL DEFAULT 0
);
"""


def _dump(folders: Folders, pages: Pages) -> Dump:
    return {
        "folders": [
            (row.id, row.title, row.created, row.updated, row.created, row.updated, "", 0, row.parent, 0, "", "", "",
             "", 0)
            for row in folders
        ],
        "notes": [
            (row.id, row.folder, row.title, row.body, row.created, row.updated, 0, 0, 0, 0, "", "", int(row.todo),
             row.due, row.completed, "joplin-mobile", "net.cozic.joplin-mobile", "", 0, row.created, row.updated, "", 0,
             1, 0, "", "", "", "")
            for row in pages
        ],
        "notes_normalized": [
            (row.id, row.title.lower(), row.body.lower(), row.created, row.updated, int(row.todo), row.completed,
             row.folder, 0, 0, 0, "", row.due)
            for row in pages
        ],
    }  # fmt: skip


def _load(tables: Tables) -> tuple[Folders, Pages]:
    folders = [
        FolderRow(
            str(row["id"]), str(row["title"]), str(row["parent_id"]), int(row["user_created_time"]),
            int(row["user_updated_time"]),
        )
        for row in tables["folders"]
        if not row["deleted_time"]
    ]  # fmt: skip
    pages = [
        PageRow(
            str(row["id"]), str(row["parent_id"]), str(row["title"]), str(row["body"]), bool(row["is_todo"]),
            int(row["todo_due"]), int(row["todo_completed"]), int(row["user_created_time"]),
            int(row["user_updated_time"]),
        )
        for row in tables["notes"]
    ]  # fmt: skip
    return tuple(folders), tuple(pages)


DATABASE = Database(
    "/data/data/net.cozic.joplin/databases/joplin.sqlite",
    (FOLDERS, NOTES),
    _SCHEMA,
    _dump,
    _load,
)
