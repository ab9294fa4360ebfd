"""Data of Endeavour: lists of tasks, and the panels that gather tasks by their dates.

State: slice ``"task_lists"`` (tuple of `ListRow`, the inbox first), slice ``"todos"`` (tuple of `TaskRow`, in the order
in which the lists show them).
"""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from crab_sim.content import words
from crab_sim.engines.days import DAY, short_day
from crab_sim.machine.rows import next_id
from crab_sim.machine.slices import Slice
from crab_sim.ui.theme import Color

__all__ = [
    "COLORS", "INBOX", "PANELS", "TASKS", "TASK_LISTS", "ListRow", "Lists", "TaskRow", "Tasks", "add", "due_text",
    "in_panel", "panel_name", "seed_lists", "seed_tasks",
]  # fmt: skip

INBOX: Final = 1
"""Id of the list that takes the tasks of no other."""
PANELS: Final = ("today", "next", "all")
"""The panels that gather tasks of all lists."""
_NAMES: Final = {"today": "Today", "next": "Next 7 Days", "all": "All"}
COLORS: Final[tuple[Color, ...]] = (
    (28, 103, 196), (38, 128, 60), (150, 104, 0), (186, 84, 10), (190, 34, 48), (122, 54, 164),
)  # fmt: skip
"""The colours of lists."""


class ListRow(NamedTuple):
    """A list of tasks, and the number of its colour."""

    id: int
    name: str
    color: int = 0


class TaskRow(NamedTuple):
    """One task.

    Attributes:
        list: Id of its list.
        title: Its title.
        notes: Further text.
        due: The day on which it is due, since 1970; 0 for none.
        done: Whether it is completed.
    """

    id: int
    list: int
    title: str
    notes: str = ""
    due: int = 0
    done: bool = False


Lists = tuple[ListRow, ...]
Tasks = tuple[TaskRow, ...]

TASK_LISTS: Final = Slice[Lists]("task_lists")
TASKS: Final = Slice[Tasks]("todos")


def seed_lists(rng: random.Random, now: float) -> Lists:
    """Returns the inbox and two other lists."""
    names = rng.sample(("Home", "Work", "Garden", "Trip", "Reading"), 2)
    return (ListRow(INBOX, "Inbox"), *[ListRow(i + 2, name, i + 1) for i, name in enumerate(names)])


def seed_tasks(rng: random.Random, now: float) -> Tasks:
    """Returns 7 to 10 tasks, some of them done."""
    today, titles = int(now // DAY), rng.sample(words.CHORES, rng.randrange(7, 11))
    rows = []
    for i, title in enumerate(titles):
        note = rng.choice(words.NOTES) if rng.random() < 0.3 else ""
        due = today + rng.randrange(-2, 20) if rng.random() < 0.5 else 0
        rows.append(TaskRow(i + 1, rng.randrange(1, 4), title, note, due, rng.random() < 0.25))
    return tuple(rows)


def add(rows: Tasks, new: TaskRow) -> Tasks:
    """Returns the tasks with another at their end, which gets an id."""
    return (*rows, new._replace(id=next_id(rows)))


def panel_name(panel: str | int, lists: Lists) -> str:
    """Returns the title of a panel, or of a list by its id."""
    if isinstance(panel, str):
        return _NAMES[panel]
    return next((row.name for row in lists if row.id == panel), "Inbox")


def in_panel(rows: Tasks, panel: str | int, today: int) -> list[TaskRow]:
    """Returns the tasks of a panel, by date, or those of a list; the completed ones come last."""
    if panel == "today":
        found = [row for row in rows if row.due and row.due <= today]
    elif panel == "next":
        found = [row for row in rows if today <= row.due < today + 7]
    elif panel == "all":
        found = list(rows)
    else:
        return sorted([row for row in rows if row.list == panel], key=lambda row: row.done)
    return sorted(found, key=lambda row: (row.done, row.due or 10**9))


def due_text(due: int, today: int) -> str:
    """Returns the day on which a task is due in words.

    >>> due_text(20740, 20740), due_text(20741, 20740), due_text(20739, 20740), due_text(20750, 20740)
    ('Today', 'Tomorrow', 'Yesterday', 'Sat, 24 Oct')
    """
    near = {0: "Today", 1: "Tomorrow", -1: "Yesterday"}
    return near.get(due - today) or short_day(due)
