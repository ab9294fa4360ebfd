"""Notebook: evaluators, setups and moves for notes and to-dos in notebooks, and sub-tasks."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import Value, short_line, states, typed
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.pages import open_first_page, open_row, scroll_to, type_into
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import hold, tap
from crab_tasks.kits.state import State, app_in_front

__all__ = [
    "ADD_TODO", "DATABASE", "NOTE", "Note", "add_notes", "delete_note", "move_note", "note_gone", "note_is",
    "open_note", "open_notebook", "plant_notes", "search_notes", "todo_in", "todo_noted", "todo_once", "type_note",
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
    phone = state["android"]
    found = [row for row in phone.table(DATABASE, "notes") if str(row["title"]).strip() == title]
    if not found:
        return []
    names = {row["id"]: str(row["title"]).strip() for row in phone.table(DATABASE, "folders")}
    return [(names.get(row["parent_id"], ""), row) for row in found]


def note_is(
    state: State,
    answer: str | None,
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
        answer: Not used.
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


def note_gone(state: State, answer: str | None, title: str, kept: Note) -> bool:
    """No note has this title; the one that is kept has its title and text still."""
    texts = [row["body"].rstrip() for _, row in _notes(state, kept.title)]
    return not _notes(state, title) and texts == [kept.body.rstrip()]


def todo_in(state: State, answer: str | None, notebook: str, title: str) -> bool:
    """A to-do of this title that isn't done lies in this notebook."""
    return any(
        (name, bool(row["is_todo"]), row["todo_completed"]) == (notebook, True, 0) for name, row in _notes(state, title)
    )


def todo_once(state: State, answer: str | None, notebook: str, title: str, due: float) -> bool:
    """One note has this title: a to-do in this notebook, not done, with an alarm at this time (seconds since 1970)."""
    found = [
        (name, bool(row["is_todo"]), row["todo_completed"], row["todo_due"] // 1000)
        for name, row in _notes(state, title)
    ]
    return found == [(notebook, True, 0, int(due))]


def todo_noted(state: State, answer: str | None, notebook: str, kind: str, value: Value) -> bool:
    """One note has a value as its title: a to-do in this notebook that isn't done.

    Args:
        state: The devices' states.
        answer: Not used.
        notebook: The notebook's title.
        kind: The value's type.
        value: The value.
    """
    phone = state["android"]
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
             "body": note.body, "is_todo": int(note.todo), "todo_due": note.due, "todo_completed": note.completed}
        )  # fmt: skip
    phone.set_table(DATABASE, "folders", folders)
    phone.set_table(DATABASE, "notes", rows)


def add_notes(phone: Setup, notebook: str, notes: Sequence[Note]) -> None:
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


def open_notebook(look: Look, notebook: str) -> Iterator[Action]:
    """Opens a notebook of the phone's Notebook app."""
    yield from open_first_page(look, "Notebook", "fab")
    yield tap(look, description="Sidebar")
    yield tap(look, text=notebook, role="menu_item")


def search_notes(look: Look, words: str) -> Iterator[Action]:
    """Lists the notes whose titles or texts contain some words."""
    yield from open_first_page(look, "Notebook", "fab")
    yield tap(look, description="Search")
    yield from type_into(look, "Search", words)


def open_note(look: Look, notebook: str, title: str) -> Iterator[Action]:
    """Opens a note of a notebook."""
    yield from open_notebook(look, notebook)
    yield from scroll_to(look, title)
    yield tap(look, text=title, role="list_item")


def move_note(look: Look, notebook: str, title: str, target: str) -> Iterator[Action]:
    """Moves a note to another notebook.

    Args:
        look: Shows the screens.
        notebook: Title of the note's notebook.
        title: The note's title.
        target: Title of the other notebook.
    """
    yield from open_note(look, notebook, title)
    yield tap(look, description="Actions")
    yield tap(look, text="Move to notebook")
    yield tap(look, text=target, role="list_item")


def delete_note(look: Look, notebook: str, title: str) -> Iterator[Action]:
    """Deletes a note, touched for long in its notebook's list."""
    yield from open_notebook(look, notebook)
    yield from scroll_to(look, title)
    yield hold(look, title, role="list_item")
    yield tap(look, description="Delete notes")
    yield tap(look, text="OK")


def type_note(look: Look, notebook: str, kind: str, title: str) -> Iterator[Action]:
    """Makes a ``"New note"`` or ``"New to-do"`` of a title in a notebook, and stays on its page.

    Args:
        look: Shows the screens.
        notebook: Title of the notebook.
        kind: ``"New note"`` or ``"New to-do"``.
        title: The note's title.
    """
    yield from open_notebook(look, notebook)
    yield tap(look, rid="fab")
    yield tap(look, text=kind)
    yield action("android", "write_text", text=title)
    yield tap(look, description="Save changes")


_ERRANDS, _ELSEWHERE = "Errands", "Some day"


def _with_notebooks(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Adds two notebooks, unless they are there."""
    phone = devices["android"]
    there = {str(row["title"]).strip() for row in phone.table(DATABASE, "folders")}
    plant_notes(phone, [title for title in (_ERRANDS, _ELSEWHERE) if title not in there], ())


def _notebook_open(params: Params) -> Sequence[Checkpoint]:
    """Notebook is in front."""
    front = {"device": "android", "app": "notebook"}
    return [Checkpoint("notebook_open", "android", "notebook", app_in_front, front, hold=False)]


def _noted(params: Params) -> Sequence[Checkpoint]:
    """Notebook; then the to-do."""
    right = {"notebook": _ERRANDS, "kind": params.kinds["text"], "value": params.text}
    return [
        *_notebook_open(params),
        Checkpoint("noted", "android", "notebook", todo_noted, right, after=("notebook_open",)),
    ]


def _may_note(params: Params) -> Footprint:
    right = same_value(params.kinds["text"], params.text)
    return [may_add("android", "notebook_note", most=1, title=right)]


def _words(params: Params) -> str:
    return typed(params.kinds["text"], params.text)


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Notebook", "fab")


def _note(params: Params, look: Look) -> Iterator[Action]:
    yield from type_note(look, _ERRANDS, "New to-do", _words(params))


def _note_and_move(params: Params, look: Look) -> Iterator[Action]:
    """Makes the to-do in another notebook, and moves it."""
    yield from _note_elsewhere(params, look)
    yield from move_note(look, _ELSEWHERE, _words(params), _ERRANDS)


def _note_anew(params: Params, look: Look) -> Iterator[Action]:
    """Makes a note instead at first, and deletes it."""
    yield from _as_note(params, look)
    yield from delete_note(look, _ERRANDS, _words(params))
    yield from _note(params, look)


def _note_elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Makes the to-do in another notebook."""
    yield from type_note(look, _ELSEWHERE, "New to-do", _words(params))


def _as_note(params: Params, look: Look) -> Iterator[Action]:
    """Makes a note instead."""
    yield from type_note(look, _ERRANDS, "New note", _words(params))


ADD_TODO = SubTask(
    name="notebook.add_todo",
    device="android",
    app="notebook",
    says='write {text} as a to-do into the notebook "Errands" of the phone\'s Notebook app',
    steps='on the phone, open Notebook, choose the notebook "Errands", tap the button for new notes and New to-do, '
    "type {text} as its title, and save it",
    inputs={"text": short_line("Repair a garden chair")},
    keys=("text",),
    setup=_with_notebooks,
    checkpoints=_noted,
    oracle={"notebook_open": _open, "noted": _note},
    footprint=_may_note,
    alternatives={"moved": _note_and_move, "anew": _note_anew},
    near_misses={"elsewhere": _note_elsewhere, "as_note": _as_note},
    backends=("sim", "adb"),
    step_limit=40,
    tags=("notebook",),
)


_SHELF = "Collected"


def _title(params: Params) -> str:
    return typed(params.kinds["title"], params.title)


def _two_notes(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Adds the note, and one whose title begins like its own, to the notes of a notebook."""
    new = [Note(_SHELF, _title(params), params.text), Note(_SHELF, f"{_title(params)} (old)", params.old)]
    add_notes(devices["android"], _SHELF, new)


def _read_note(params: Params, look: Look) -> Iterator[Action]:
    """Opens the note in its notebook."""
    yield from open_notebook(look, _SHELF)
    yield from open_row(look, _title(params))


def _read_among_all(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the note among those of all notebooks."""
    yield from open_notebook(look, "All notes")
    yield from open_row(look, _title(params))


def _read_at_second_look(params: Params, look: Look) -> Iterator[Action]:
    """Opens the other note first."""
    yield from open_notebook(look, _SHELF)
    yield from open_row(look, f"{_title(params)} (old)")
    yield from _read_note(params, look)


NOTE = SubTask(
    name="notebook.note",
    device="android",
    app="notebook",
    says='read the text of the note whose title is {title} in the notebook "Collected" of the phone\'s Notebook app',
    steps='on the phone, open Notebook, choose the notebook "Collected", tap the note whose title is {title} and read '
    "its text",
    refers="the text of the note whose title is {title} in Notebook",
    inputs={"title": short_line("Wash ten candles")},
    hidden={"text": short_line("Measure the blue tent"), "old": short_line("Repair the red crates")},
    output="line",
    called="text you read",
    produce=lambda params: str(params.text),
    keys=("title",),
    setup=_two_notes,
    checkpoints=_notebook_open,
    oracle={"notebook_open": _read_note},
    alternatives={"among_all": _read_among_all, "second_look": _read_at_second_look},
    backends=("sim", "adb"),
    tags=("notebook",),
)
