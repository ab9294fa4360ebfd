"""Endeavour, the desktop's to-do list: evaluators of its tasks, moves and a sub-task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.devices.footprints import Footprint, may_add
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import Value, short_line, states, typed
from crab_tasks.kits.moves import click
from crab_tasks.kits.state import State, app_in_front
from crab_tasks.kits.ubuntu.calendar import Date, fill
from crab_tasks.kits.ubuntu.windows import start, wait_for

__all__ = ["ADD", "add_task", "complete", "set_due", "task_done", "task_due", "task_once"]


def task_done(state: State, answer: str | None, title: str) -> bool:
    """All tasks with this title are completed, and there is one."""
    found = [row.done for row in state["ubuntu"].todos() if row.title == title]
    return bool(found) and all(found)


def task_due(state: State, answer: str | None, title: str, day: float) -> bool:
    """There is one task with this title, it is open, and it is due on a day, in seconds since 1970."""
    return [(row.due, row.done) for row in state["ubuntu"].todos() if row.title == title] == [(day, False)]


def task_once(state: State, answer: str | None, kind: str, value: Value) -> bool:
    """There is one task whose title is a value, and it is open."""
    return [row.done for row in state["ubuntu"].todos() if states(kind, row.title, value)] == [False]


def _show_all(look: Look) -> Iterator[Action]:
    yield from start("Endeavour")
    yield from wait_for(look, text="All Tasks", role="list_item")
    yield click(look, text="All Tasks", role="list_item")


def complete(look: Look, title: str) -> Iterator[Action]:
    """Ticks a task off."""
    yield from _show_all(look)
    yield click(look, description=f"Complete {title}", role="checkbox")


def set_due(look: Look, title: str, date: Date) -> Iterator[Action]:
    """Sets the day on which a task is due."""
    year, month, day = date
    yield from _show_all(look)
    yield click(look, text=title, role="list_item")
    yield from fill(look, "Due date", f"{year}-{month:02}-{day:02}")
    yield click(look, text="Done", role="button")


def add_task(look: Look, title: str) -> Iterator[Action]:
    """Adds a task."""
    yield from _show_all(look)
    yield click(look, description="New task…", role="text_field")
    yield action("ubuntu", "write_text", text=f"{title}\n")


def _added(params: Params) -> Sequence[Checkpoint]:
    """Endeavour; then the task."""
    front, value = {"device": "ubuntu", "app": "endeavour"}, {"kind": params.kinds["text"], "value": params.text}
    return [
        Checkpoint("endeavour_open", "ubuntu", "endeavour", app_in_front, front, hold=False),
        Checkpoint("added", "ubuntu", "endeavour", task_once, value, after=("endeavour_open",)),
    ]


def _may_add(params: Params) -> Footprint:
    def right(title: object) -> bool:
        return isinstance(title, str) and states(params.kinds["text"], title, params.text)

    return [may_add("ubuntu", "todo", most=1, title=right)]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from _show_all(look)


def _words(params: Params) -> str:
    return typed(params.kinds["text"], params.text)


def _add(params: Params, look: Look) -> Iterator[Action]:
    yield from add_task(look, _words(params))


def _add_and_rename(params: Params, look: Look) -> Iterator[Action]:
    """Adds a task under another title, and changes that."""
    yield from add_task(look, f"Draft {_words(params)}")
    yield click(look, text=f"Draft {_words(params)}", role="list_item")
    yield from fill(look, "Title", _words(params))
    yield click(look, text="Done", role="button")


def _add_today(params: Params, look: Look) -> Iterator[Action]:
    """Adds the task on the page for today."""
    yield from _show_all(look)
    yield click(look, text="Today", role="list_item")
    yield click(look, description="New task…", role="text_field")
    yield action("ubuntu", "write_text", text=f"{_words(params)}\n")


def _only_typed(params: Params, look: Look) -> Iterator[Action]:
    """Types the title, and doesn't add the task."""
    yield from _show_all(look)
    yield click(look, description="New task…", role="text_field")
    yield action("ubuntu", "write_text", text=_words(params))


def _longer(params: Params, look: Look) -> Iterator[Action]:
    """Adds a task with one more word."""
    yield from add_task(look, f"{_words(params)} today")


ADD = SubTask(
    name="endeavour.add",
    device="ubuntu",
    app="endeavour",
    says="add {text} as a task to Endeavour on the desktop",
    steps="on the desktop, open Endeavour, click All Tasks, type {text} into New task, and press Enter",
    inputs={"text": short_line("Measure the heavy door")},
    checkpoints=_added,
    oracle={"endeavour_open": _open, "added": _add},
    footprint=_may_add,
    alternatives={"renamed": _add_and_rename, "today": _add_today},
    near_misses={"only_typed": _only_typed, "longer": _longer},
    tags=("todo",),
)
