"""Endeavour: evaluators."""

from __future__ import annotations

from crab_gym.task.types import Value, states
from crab_tasks.kits.state import State

__all__ = ["note_is", "task_done", "task_due", "task_once"]


def task_done(state: State, title: str) -> bool:
    """All tasks with this title are completed, and there is one."""
    found = [row.done for row in state.ubuntu.todos() if row.title == title]
    return bool(found) and all(found)


def task_due(state: State, title: str, day: float) -> bool:
    """There is one task with this title, it is open, and it is due on a day, in seconds since 1970."""
    return [(row.due, row.done) for row in state.ubuntu.todos() if row.title == title] == [(day, False)]


def task_once(state: State, kind: str, value: Value) -> bool:
    """There is one task whose title is a value, and it is open."""
    return [row.done for row in state.ubuntu.todos() if states(kind, row.title, value)] == [False]


def note_is(state: State, title: str, kind: str, value: Value) -> bool:
    """There is one task with this title, it is open, and its note is a value and nothing else.

    Args:
        state: The devices' states.
        title: The task's title.
        kind: The value's type.
        value: The value.
    """
    found = [row for row in state.ubuntu.todos() if row.title == title]
    return len(found) == 1 and not found[0].done and states(kind, found[0].notes, value)
