"""Carry the line of a note on the desktop over to the phone's to-dos."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.tasks.state import todos_are
from crab_tasks.kits.learn import (
    NOTES,
    add_todo,
    chore,
    more_todos,
    new_todo_page,
    open_files,
    open_note,
    open_tasks,
    other_chores,
    page_in_front,
    plant_notes,
    plant_todos,
)
from crab_tasks.kits.moves import nothing_more
from crab_tasks.kits.state import app_opened, whereabouts
from crab_tasks.kits.ubuntu.windows import window_in_front


def present(params: Params) -> list[str]:
    """Returns the to-dos that are there already."""
    return other_chores(params.title, 2, random.Random(params.order))


def other_note(params: Params) -> tuple[str, str]:
    """Returns name and line of the note that isn't asked for."""
    rng = random.Random(params.order + 1)
    line = next(one for one in other_chores(params.title, 3, rng) if one not in present(params))
    return rng.choice([name for name in NOTES if name != params.note]), line


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants two to-dos and two notes."""
    plant_todos(devices, present(params))
    plant_notes(devices, {params.note: params.title, **dict([other_note(params)])})


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The file manager, then the note; beside them the list, its page, any to-do more; at last the right one."""
    rows = [(title, "", False) for title in (*present(params), params.title)]
    page = check(page_in_front, app="tasks", title="New task")
    note = check(window_in_front, app="text_editor", title=f"{params.note}.txt")
    return [
        app_opened("files", "files_open", "ubuntu"),
        whereabouts(id="note_open", device="ubuntu", app="text_editor", evaluator=note, after=("files_open",)),
        app_opened("tasks", "list_open"),
        whereabouts(id="page_open", device="android", app="tasks", evaluator=page, after=("list_open",)),
        Checkpoint(
            id="saved",
            device="android",
            app="tasks",
            evaluator=check(more_todos, than=len(rows) - 1),
            after=("page_open",),
        ),
        Checkpoint(
            id="added",
            device="android",
            app="tasks",
            evaluator=check(todos_are, rows=rows),
            after=("note_open", "saved"),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The new to-do."""
    return [may_add("android", "todo", most=1, title=params.title)]


def read(params: Params, look: Look) -> Iterator[Action]:
    """Opens the note."""
    yield from open_note(look, params.note)


def add(params: Params, look: Look) -> Iterator[Action]:
    """Types the note's line and saves."""
    yield from add_todo(look, params.title)


def other_line(params: Params, look: Look) -> Iterator[Action]:
    """Adds the line of the other note."""
    yield from read(params, look)
    yield from add_todo(look, other_note(params)[1])


def unread(params: Params, look: Look) -> Iterator[Action]:
    """Adds the right line without a look at the note."""
    yield from open_tasks(params, look)
    yield from add_todo(look, params.title)


def phone_first(params: Params, look: Look) -> Iterator[Action]:
    """Adds the to-do, and opens the note afterwards."""
    yield from open_tasks(params, look)
    yield from add(params, look)
    yield from open_files(params, look)
    yield from read(params, look)


def other_note_first(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the other note first."""
    yield from open_note(look, other_note(params)[0])
    yield from open_files(params, look)
    yield from read(params, look)
    yield from open_tasks(params, look)
    yield from add(params, look)


TASK = Task(
    name="learn.todo_from_note",
    description=(
        "On the desktop, open {note}.txt in the home folder. Add the line in it to the phone's Tasks app, without "
        "notes."
    ),
    devices=("ubuntu", "android"),
    parameters={"note": choice(NOTES, type="file_name"), "title": chore(), "order": integer(0, 9999, 0)},
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "files_open": open_files,
        "note_open": read,
        "list_open": open_tasks,
        "page_open": new_todo_page,
        "saved": add,
        "added": nothing_more,
    },
    footprint=footprint,
    alternatives={"phone_first": phone_first, "other_note_first": other_note_first},
    near_misses={"other_line": other_line, "unread": unread},
    step_limit=16,
    version=3,
    tags=("curriculum", "files", "tasks", "form"),
    backends={"ubuntu": ("sim",), "android": ("sim",)},
)
