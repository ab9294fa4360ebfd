"""Tasks: evaluators and setups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from crab_gym.backends.base import PhoneSetup
from crab_gym.task import Params
from crab_gym.task.types import Value, states
from crab_tasks.kits.android.calendar.state import moment
from crab_tasks.kits.state import State
from crab_tasks.kits.values import as_date, as_typed

__all__ = [
    "DATABASE", "Entry", "give_due", "only_todo", "part_added", "plant_todos", "todo_completed", "todo_due",
    "todo_exists", "todo_has_notes", "todo_is_done", "todo_states", "todo_title", "todos_are",
]  # fmt: skip

DATABASE = "/data/data/org.tasks/databases/database"
"""The database of the to-dos, in the table ``tasks``; times in milliseconds."""
_DAY = 86_400


def only_todo(state: State, title: str, start: str, end: str) -> bool:
    """One entry of the Tasks app starts and ends like this, in capital or small letters: the one of this title, open.

    So guesses don't count.

    Args:
        state: The devices' states.
        title: Its title.
        start: Beginning of the titles that count as guesses.
        end: End of these titles.
    """
    found = [
        (todo.title, todo.done)
        for todo in state.android.todos()
        if todo.title.casefold().startswith(start.casefold()) and todo.title.casefold().endswith(end.casefold())
    ]
    return found == [(title, False)]


def todo_exists(state: State, title: str) -> bool:
    """An open entry of the Tasks app has this title."""
    return any(todo.title == title and not todo.done for todo in state.android.todos())


def todo_states(state: State, kind: str, title: Value) -> bool:
    """The title of an open entry of the Tasks app is a value, however it is written, and nothing else.

    Args:
        state: The devices' states.
        kind: The value's type.
        title: The value.
    """
    return any(states(kind, todo.title, title) and not todo.done for todo in state.android.todos())


def todo_has_notes(state: State, title: str, notes: str) -> bool:
    """An open entry of the Tasks app has this title and these notes."""
    return any((t.title, t.notes.strip(), t.done) == (title, notes, False) for t in state.android.todos())


def todo_is_done(state: State, title: str) -> bool:
    """The entry of the Tasks app is still there, the only one of its title, and marked as completed."""
    return [todo.done for todo in state.android.todos() if todo.title == title] == [True]


def todos_are(state: State, rows: Sequence[tuple[str, str, bool]]) -> bool:
    """The entries of the Tasks app are exactly these, in any order: title, notes, whether it is completed."""
    return sorted((t.title, t.notes.strip(), t.done) for t in state.android.todos()) == sorted(rows)


class Entry(NamedTuple):
    """A to-do that a setup plants.

    Attributes:
        title: Its title.
        due: The days from today to its due date; None for no due date.
        minute: The minute of that day at which it is due; None for the whole day.
        priority: 0 for high, 1 for medium, 2 for low, 3 for none.
        done: Whether it is completed.
        notes: Its notes.
    """

    title: str
    due: int | None = None
    minute: int | None = None
    priority: int = 3
    done: bool = False
    notes: str = ""


def _due(entry: Entry, midnight: int) -> int:
    """Returns when a to-do is due as the app stores it: a day as its noon, a minute by a second after it."""
    if entry.due is None:
        return 0
    day = midnight + entry.due * _DAY
    return (day + _DAY // 2 if entry.minute is None else day + 60 * entry.minute + 1) * 1000


def plant_todos(phone: PhoneSetup, entries: Sequence[Entry]) -> None:
    """Replaces the entries of the Tasks app."""
    midnight = int(phone.now()) // _DAY * _DAY
    rows = []
    for i, entry in enumerate(entries):
        made = (midnight - _DAY * (8 + i % 5)) * 1000
        rows.append(
            {"_id": i + 1, "title": entry.title, "importance": entry.priority, "dueDate": _due(entry, midnight),
             "hideUntil": 0, "created": made, "modified": made,
             "completed": made + 3 * _DAY * 1000 if entry.done else 0, "deleted": 0, "notes": entry.notes or None,
             "estimatedSeconds": 0, "elapsedSeconds": 0, "timerStart": 0, "notificationFlags": 0, "lastNotified": 0,
             "recurrence": None, "repeat_from": 0, "calendarUri": None, "remoteId": str(i + 1), "collapsed": 0,
             "parent": 0, "order": i, "read_only": 0}
        )  # fmt: skip
    phone.set_table(DATABASE, "tasks", rows)


def todo_title(params: Params) -> str:
    """Returns a to-do's title as it is typed."""
    return as_typed(params, "title")


_DAY_MS = 86_400_000  # milliseconds


def _rows(state: State, kind: str, title: Value) -> list[Mapping[str, object]]:
    """Returns the to-dos whose title is a value, however it is written."""
    rows = state.android.table(DATABASE, "tasks")
    return [row for row in rows if not row["deleted"] and states(kind, row["title"], title)]


def todo_due(state: State, kind: str, title: Value, day: float) -> bool:
    """Exactly one to-do has this title; it is open, and due on a day.

    Args:
        state: The devices' states.
        kind: The type of the title.
        title: Its title.
        day: The day's beginning, in seconds since 1970.
    """
    found = [(row["dueDate"], bool(row["completed"])) for row in _rows(state, kind, title)]
    return len(found) == 1 and not found[0][1] and int(str(found[0][0])) // _DAY_MS == day * 1000 // _DAY_MS


def todo_completed(state: State, kind: str, title: Value) -> bool:
    """Exactly one to-do has this title, and it is done."""
    return [bool(row["completed"]) for row in _rows(state, kind, title)] == [True]


def part_added(state: State, kind: str, title: Value, part_kind: str, part: Value) -> bool:
    """Exactly one to-do has this title, and one open to-do of another title is a part of it.

    Args:
        state: The devices' states.
        kind: The type of the title.
        title: Its title.
        part_kind: The type of the part's title.
        part: The part's title.
    """
    ids = [row["_id"] for row in _rows(state, kind, title)]
    parts = [row for row in _rows(state, part_kind, part) if row["parent"] and not row["completed"]]
    return len(ids) == 1 and [row["parent"] for row in parts] == ids


def give_due(phone: PhoneSetup, todo_id: int, date: str) -> None:
    """Makes a to-do due on a date, without a time of day."""
    due = int(moment(*as_date(date))) * 1000 + _DAY_MS // 2
    rows = [{**row, "dueDate": due} if row["_id"] == todo_id else row for row in phone.table(DATABASE, "tasks")]
    phone.set_table(DATABASE, "tasks", rows)
