"""Add a to-do with the title that the goal gives."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import integer
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.tasks.state import todos_are
from crab_tasks.kits.learn import (
    add_todo,
    chore,
    more_todos,
    new_todo_page,
    open_tasks,
    other_chores,
    page_in_front,
    plant_todos,
)
from crab_tasks.kits.moves import nothing_more, tap
from crab_tasks.kits.state import app_opened, whereabouts


def present(params: Params) -> list[str]:
    """Returns the to-dos that are there already."""
    return other_chores(params.title, 2, random.Random(params.order))


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants two other to-dos."""
    plant_todos(devices, present(params))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The list, then the page for a new to-do, then any one more, then the right one beside the others."""
    rows = [(title, "", False) for title in (*present(params), params.title)]
    page = check(page_in_front, app="tasks", title="New task")
    return [
        app_opened("tasks", "list_open"),
        whereabouts(id="page_open", device="android", app="tasks", evaluator=page, after=("list_open",)),
        Checkpoint(
            id="saved",
            device="android",
            app="tasks",
            evaluator=check(more_todos, than=len(rows) - 1),
            after=("page_open",),
        ),
        Checkpoint(id="added", device="android", app="tasks", evaluator=check(todos_are, rows=rows), after=("saved",)),
    ]


def footprint(params: Params) -> Footprint:
    """The new to-do."""
    return [may_add("android", "todo", most=1, title=params.title)]


def add(params: Params, look: Look) -> Iterator[Action]:
    """Types the title and saves."""
    yield from add_todo(look, params.title)


def not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Types the title, but doesn't save."""
    yield from new_todo_page(params, look)
    yield action("android", "write_text", text=params.title)


def other_title(params: Params, look: Look) -> Iterator[Action]:
    """Adds a to-do that is there already."""
    yield from add_todo(look, present(params)[0])


def as_notes(params: Params, look: Look) -> Iterator[Action]:
    """Types the title into both fields."""
    yield from new_todo_page(params, look)
    yield action("android", "write_text", text=params.title)
    yield tap(look, description="Notes", role="text_field")
    yield action("android", "write_text", text=params.title)
    yield tap(look, text="Save")


def by_name(params: Params, look: Look) -> Iterator[Action]:
    """Opens the app by its name."""
    yield action("android", "open_app", name="Tasks")
    yield tap(look, rid="fab")
    yield from add(params, look)


def notes_deleted(params: Params, look: Look) -> Iterator[Action]:
    """Types into the notes by mistake, and deletes that."""
    yield from new_todo_page(params, look)
    yield tap(look, description="Notes", role="text_field")
    yield action("android", "write_text", text="x")
    yield action("android", "press", key="delete")
    yield tap(look, description="Title", role="text_field")
    yield from add(params, look)


TASK = Task(
    name="learn.new_todo",
    description='Add "{title}" to the phone\'s Tasks app, without notes.',
    devices=("android",),
    parameters={"title": chore(), "order": integer(0, 9999, 0)},
    setup=setup,
    checkpoints=checkpoints,
    oracle={"list_open": open_tasks, "page_open": new_todo_page, "saved": add, "added": nothing_more},
    footprint=footprint,
    alternatives={"by_name": by_name, "notes_deleted": notes_deleted},
    near_misses={"other_title": other_title, "not_saved": not_saved, "as_notes": as_notes},
    step_limit=12,
    version=3,
    tags=("curriculum", "tasks", "form"),
    backends={"android": ("sim",)},
)
