"""Notebook: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.notebook.moves import delete_note, move_note, open_notebook, type_note
from crab_tasks.kits.android.notebook.state import DATABASE, Note, add_notes, plant_notes, todo_noted
from crab_tasks.kits.android.pages import open_first_page, open_row
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed

__all__ = ["ADD_TODO", "NOTE"]

_ERRANDS, _ELSEWHERE = "Errands", "Some day"


def _with_notebooks(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Adds two notebooks, unless they are there."""
    phone = devices["android"]
    there = {str(row["title"]).strip() for row in phone.table(DATABASE, "folders")}
    plant_notes(phone, [title for title in (_ERRANDS, _ELSEWHERE) if title not in there], ())


def _notebook_open(params: Params) -> Sequence[Checkpoint]:
    """Notebook is in front."""
    return [app_opened("notebook", "notebook_open")]


def _noted(params: Params) -> Sequence[Checkpoint]:
    """Notebook; then the to-do."""
    right = {"notebook": _ERRANDS, "kind": params.kinds["text"], "value": params.text}
    return [
        app_opened("notebook", "notebook_open"),
        Checkpoint("noted", "android", "notebook", todo_noted, right, after=("notebook_open",)),
    ]


def _may_note(params: Params) -> Footprint:
    right = same_value(params.kinds["text"], params.text)
    return [may_add("android", "notebook_note", most=1, title=right)]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Notebook", "fab")


def _note(params: Params, look: Look) -> Iterator[Action]:
    yield from type_note(look, _ERRANDS, "New to-do", as_typed(params, "text"))


def _note_and_move(params: Params, look: Look) -> Iterator[Action]:
    """Makes the to-do in another notebook, and moves it."""
    yield from _note_elsewhere(params, look)
    yield from move_note(look, _ELSEWHERE, as_typed(params, "text"), _ERRANDS)


def _note_anew(params: Params, look: Look) -> Iterator[Action]:
    """Makes a note instead at first, and deletes it."""
    yield from _as_note(params, look)
    yield from delete_note(look, _ERRANDS, as_typed(params, "text"))
    yield from _note(params, look)


def _note_elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Makes the to-do in another notebook."""
    yield from type_note(look, _ELSEWHERE, "New to-do", as_typed(params, "text"))


def _as_note(params: Params, look: Look) -> Iterator[Action]:
    """Makes a note instead."""
    yield from type_note(look, _ERRANDS, "New note", as_typed(params, "text"))


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


def _two_notes(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Adds the note, and one whose title begins like its own, to the notes of a notebook."""
    new = [
        Note(_SHELF, as_typed(params, "title"), params.text),
        Note(_SHELF, f"{as_typed(params, 'title')} (old)", params.old),
    ]
    add_notes(devices["android"], _SHELF, new)


def _read_note(params: Params, look: Look) -> Iterator[Action]:
    """Opens the note in its notebook."""
    yield from open_notebook(look, _SHELF)
    yield from open_row(look, as_typed(params, "title"))


def _read_among_all(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the note among those of all notebooks."""
    yield from open_notebook(look, "All notes")
    yield from open_row(look, as_typed(params, "title"))


def _read_at_second_look(params: Params, look: Look) -> Iterator[Action]:
    """Opens the other note first."""
    yield from open_notebook(look, _SHELF)
    yield from open_row(look, f"{as_typed(params, 'title')} (old)")
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
