"""The Tasks app's data: rows, their listing, the to-dos of a lived-in phone, and the database.

State: slice ``"todos"``, a tuple of `TodoRow` in the list's order, and ``"todo_stars"``, the ids of the starred ones.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from crab_sim.content import words
from crab_sim.engines.days import DAY, short_day
from crab_sim.machine.rows import next_id
from crab_sim.machine.slices import Slice
from crab_sim.phone.app import Database, Dump, Tables
from crab_sim.phone.times import clock

__all__ = [
    "DATABASE", "NO_PRIORITY", "PRIORITIES", "SORTS", "Rows", "TodoRow", "add", "completed", "due_at", "due_text",
    "family", "has_time", "listed", "seed", "seed_stars",
]  # fmt: skip

STARS: Final = Slice[tuple[int, ...]]("todo_stars")

NO_PRIORITY: Final = 3
PRIORITIES: Final = ("High", "Medium", "Low", "None")
"""Names of the values of `TodoRow.importance`."""
SORTS: Final = {"order": "My order", "due": "Due date", "importance": "Priority", "title": "Title"}
"""The orders of the list."""


class TodoRow(NamedTuple):
    """One to-do. Times are milliseconds since 1970, 0 for none.

    Attributes:
        due: At noon where only a day was chosen, else at a second after the minute; see `has_time`.
        importance: 0 to 3, as `PRIORITIES`.
        parent: The to-do that it is a part of, 0 for none.
        recurrence: A rule such as ``FREQ=WEEKLY``, kept as the database has it.
    """

    id: int
    title: str
    notes: str = ""
    done: bool = False
    due: int = 0
    importance: int = NO_PRIORITY
    created: int = 0
    modified: int = 0
    completed: int = 0
    parent: int = 0
    recurrence: str = ""


Rows = tuple[TodoRow, ...]

TODOS: Final = Slice[Rows](
    "todos",
    volatile={
        "created": "when it was made",
        "modified": "when it was changed",
        "completed": "when it was ticked off; whether it is, is a fact",
        "done": "the time of completion tells it",
    },
)


def seed(rng: random.Random, now: float) -> Rows:
    """Returns 5 to 9 to-dos, some of them done, some with a day or a priority."""
    rows = []
    for i, title in enumerate(rng.sample(words.CHORES, rng.randrange(5, 10))):
        notes = rng.choice(words.NOTES) if rng.random() < 0.4 else ""
        done = rng.random() < 0.3
        made = int(now - rng.randrange(DAY, 12 * DAY)) * 1000
        due = due_at(int(now // DAY) + rng.randrange(-1, 9)) if rng.random() < 0.45 else 0
        importance = rng.randrange(4) if rng.random() < 0.4 else NO_PRIORITY
        ended = made + rng.randrange(3600, DAY) * 1000 if done else 0
        rows.append(TodoRow(i + 1, title, notes, done, due, importance, made, max(made, ended), ended))
    return tuple(rows)


def seed_stars(rng: random.Random, now: float) -> tuple[int, ...]:
    """Returns the ids of one or two starred to-dos."""
    return tuple(sorted(rng.sample(range(1, 6), rng.randrange(1, 3))))


def add(rows: Rows, title: str, notes: str = "", done: bool = False, now: float = 0.0) -> tuple[Rows, int]:
    """Adds a to-do at the list's end; returns the list and the to-do's id.

    Args:
        rows: The to-dos.
        title: The title.
        notes: The notes below it.
        done: Whether it is completed.
        now: The present, in seconds since 1970.

    >>> rows, new = add((), "Buy stamps")
    >>> rows[0].title, rows[0].done, new
    ('Buy stamps', False, 1)
    """
    new, made = next_id(rows), int(now * 1000)
    row = TodoRow(new, title, notes, done, created=made, modified=made, completed=max(1, made) if done else 0)
    return (*rows, row), new


def completed(row: TodoRow, done: bool, now: float) -> TodoRow:
    """Returns the row ticked off, or no longer."""
    made = int(now * 1000)
    return row._replace(done=done, completed=made if done else 0, modified=made)


def family(rows: Rows, ids: Iterable[int]) -> frozenset[int]:
    """Returns ids with those of all their parts."""
    known = set(ids)
    while True:
        more = {row.id for row in rows if row.parent in known} - known
        if not more:
            return frozenset(known)
        known |= more


def due_at(day: int, minute: int | None = None) -> int:
    """Returns the time that stands for a day, or for a minute of it."""
    return day * DAY * 1000 + (DAY // 2 * 1000 if minute is None else minute * 60_000 + 1000)


def has_time(due: int) -> bool:
    """Returns whether a time stands for more than its day.

    >>> has_time(due_at(20_740)), has_time(due_at(20_740, 545))
    (False, True)
    """
    return due % 60_000 > 0


def due_text(due: int, today: int, full: bool) -> str:
    """Returns when something is due, in words.

    >>> due_text(due_at(20_740, 545), 20_739, True)
    'Tomorrow, 09:05'
    """
    day = due // (DAY * 1000)
    near = {-1: "Yesterday", 0: "Today", 1: "Tomorrow"}
    text = near.get(day - today) or short_day(day)
    return f"{text}, {clock(due / 1000, full)}" if has_time(due) else text


@lru_cache(maxsize=64)
def listed(rows: Rows, sort: str) -> tuple[tuple[TodoRow, int], ...]:
    """Returns the rows in the order of a list, parts after their to-do, each with how deep it is."""
    keys: Mapping[str, Any] = {
        "order": lambda row: 0,
        "due": lambda row: (not row.due, row.due),
        "importance": lambda row: row.importance,
        "title": lambda row: row.title.casefold(),
    }
    known = {row.id for row in rows}
    below: dict[int, list[TodoRow]] = {}
    for row in sorted(rows, key=keys[sort]):
        below.setdefault(row.parent if row.parent in known and row.parent != row.id else 0, []).append(row)
    found: list[tuple[TodoRow, int]] = []
    stack = [(row, 0) for row in reversed(below.get(0, []))]
    while stack:
        row, depth = stack.pop()
        found.append((row, depth))
        stack += [(part, depth + 1) for part in reversed(below.get(row.id, []))]
    if len(found) < len(rows):  # those that are parts of each other in a circle
        seen = {row.id for row, _ in found}
        found += [(row, 0) for row in rows if row.id not in seen]
    return tuple(found)


# The database -------------------------------------------------------------------------------------------------------

_SCHEMA = """
CREATE TABLE tasks (
    _id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    title TEXT,
    importance INTEGER DEFAULT 3,
    dueDate INTEGER NOT NULL DEFAULT 0,
    hideUntil INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL DEFAULT 0,
    modified INTEGER NOT NULL DEFAULT 0,
    completed INTEGER NOT NULL DEFAULT 0,
    deleted INTEGER NOT NULL DEFAULT 0,
    notes TEXT,
    estimatedSeconds INTEGER NOT NULL DEFAULT 0,
    elapsedSeconds INTEGER NOT NULL DEFAULT 0,
    timerStart INTEGER NOT NULL DEFAULT 0,
    notificationFlags INTEGER NOT NULL DEFAULT 0,
    lastNotified INTEGER NOT NULL DEFAULT 0,
    recurrence TEXT,
    repeat_from INTEGER NOT NULL DEFAULT 0,
    calendarUri TEXT,
    remoteId TEXT,
    collapsed INTEGER NOT NULL DEFAULT 0,
    parent INTEGER NOT NULL DEFAULT 0,
    "order" INTEGER,
    read_only INTEGER NOT NULL DEFAULT 0
);
"""


def _dump(rows: Rows) -> Dump:
    return {
        "tasks": [
            (
                row.id, row.title, row.importance, row.due, 0, row.created, row.modified, row.completed, 0,
                row.notes or None, 0, 0, 0, 0, 0, row.recurrence or None, 0, None, str(row.id), 0, row.parent, i, 0,
            )
            for i, row in enumerate(rows)
        ]
    }  # fmt: skip


def _load(tables: Tables) -> tuple[Rows]:
    """Deleted rows are left out; those without an order come last."""
    kept = [row for row in tables["tasks"] if not row["deleted"]]
    kept.sort(key=lambda row: (row["order"] is None, row["order"] or 0, row["_id"]))
    rows = []
    for row in kept:
        importance = NO_PRIORITY if row["importance"] is None else min(3, max(0, int(row["importance"])))
        rows.append(
            TodoRow(
                int(row["_id"]), str(row["title"] or ""), str(row["notes"] or ""), bool(row["completed"]),
                int(row["dueDate"] or 0), importance, int(row["created"] or 0), int(row["modified"] or 0),
                int(row["completed"] or 0), int(row["parent"] or 0), str(row["recurrence"] or ""),
            )
        )  # fmt: skip
    return (tuple(rows),)


DATABASE = Database("/data/data/org.tasks/databases/database", (TODOS,), _SCHEMA, _dump, _load)
