"""Tasks: evaluators, moves and sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import person
from crab_gym.task.types import Value, short_line, states, typed
from crab_sim.devices.footprints import Footprint, may_add, no_other
from crab_tasks.kits.android.pages import leave_pages, open_first_page, open_row, replace_text, scroll_to, type_into
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import State, app_in_front
from crab_tasks.kits.values import another, other_person

__all__ = [
    "ADD", "ASKED_BY", "DATABASE", "NOTE_FOR", "Entry", "check_off", "new_todo", "only_todo", "plant_todos",
    "search_todo", "see_todo", "sort_todos", "todo_exists", "todo_has_notes", "todo_is_done", "todo_states",
    "todo_title", "todos_are",
]  # fmt: skip

DATABASE = "/data/data/org.tasks/databases/database"
"""The database of the to-dos, in the table ``tasks``; times in milliseconds."""
_DAY = 86_400


def only_todo(state: State, answer: str | None, title: str, start: str, end: str) -> bool:
    """One entry of the Tasks app starts and ends like this, in capital or small letters: the one of this title, open.

    So guesses don't count.

    Args:
        state: The devices' states.
        answer: Not used.
        title: Its title.
        start: Beginning of the titles that count as guesses.
        end: End of these titles.
    """
    found = [
        (todo.title, todo.done)
        for todo in state["android"].todos()
        if todo.title.casefold().startswith(start.casefold()) and todo.title.casefold().endswith(end.casefold())
    ]
    return found == [(title, False)]


def todo_exists(state: State, answer: str | None, title: str) -> bool:
    """An open entry of the Tasks app has this title."""
    return any(todo.title == title and not todo.done for todo in state["android"].todos())


def todo_states(state: State, answer: str | None, kind: str, title: Value) -> bool:
    """The title of an open entry of the Tasks app is a value, however it is written, and nothing else.

    Args:
        state: The devices' states.
        answer: Not used.
        kind: The value's type.
        title: The value.
    """
    return any(states(kind, todo.title, title) and not todo.done for todo in state["android"].todos())


def todo_has_notes(state: State, answer: str | None, title: str, notes: str) -> bool:
    """An open entry of the Tasks app has this title and these notes."""
    return any((t.title, t.notes.strip(), t.done) == (title, notes, False) for t in state["android"].todos())


def todo_is_done(state: State, answer: str | None, title: str) -> bool:
    """The entry of the Tasks app is still there, the only one of its title, and marked as completed."""
    return [todo.done for todo in state["android"].todos() if todo.title == title] == [True]


def todos_are(state: State, answer: str | None, rows: Sequence[tuple[str, str, bool]]) -> bool:
    """The entries of the Tasks app are exactly these, in any order: title, notes, whether it is completed."""
    return sorted((t.title, t.notes.strip(), t.done) for t in state["android"].todos()) == sorted(rows)


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


def plant_todos(phone: Setup, entries: Sequence[Entry]) -> None:
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


def sort_todos(look: Look, order: str) -> Iterator[Action]:
    """Opens the Tasks app and sorts its list, by ``"Due date"`` or ``"Priority"``."""
    yield from open_first_page(look, "Tasks", "fab")
    yield tap(look, description="Sort")
    yield tap(look, text=order)


def new_todo(look: Look, title: str, notes: str = "") -> Iterator[Action]:
    """Adds an entry to the phone's Tasks app."""
    yield from open_first_page(look, "Tasks", "fab")
    yield tap(look, rid="fab")
    yield from type_into(look, "Title", title)
    if notes:
        yield from type_into(look, "Notes", notes)
    yield tap(look, text="Save")


def check_off(look: Look, title: str) -> Iterator[Action]:
    """Marks an entry of the phone's Tasks app as completed."""
    yield from open_first_page(look, "Tasks", "fab")
    yield from scroll_to(look, title)
    yield tap(look, description=f"Mark as completed: {title}")


def todo_title(params: Params) -> str:
    """Returns a to-do's title as it is typed."""
    return typed(params.kinds["title"], params.title)


def _added(params: Params) -> Sequence[Checkpoint]:
    value = {"kind": params.kinds["title"], "title": params.title}
    return [Checkpoint("added", "android", "tasks", todo_states, value)]


def _may_add(params: Params) -> Footprint:
    """The to-do, and no second one of its title: that would contradict it."""
    title = same_value(params.kinds["title"], params.title)
    return [may_add("android", "todo", most=1, title=title), no_other("android", "todo", title=title)]


def _add(params: Params, look: Look) -> Iterator[Action]:
    yield from new_todo(look, todo_title(params))


def _reworded(params: Params, look: Look) -> Iterator[Action]:
    """Saves another title first, and replaces it."""
    yield from new_todo(look, f"Not yet: {todo_title(params)}")
    yield from scroll_to(look, f"Not yet: {todo_title(params)}")
    yield tap(look, text=f"Not yet: {todo_title(params)}", role="list_item")
    yield from replace_text(look, "Title", todo_title(params))
    yield tap(look, text="Save")


def _taken_up_again(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the editor once before anything is saved."""
    yield from open_first_page(look, "Tasks", "fab")
    yield tap(look, rid="fab")
    yield action("android", "press", key="back")
    yield from leave_pages(look, "fab")
    yield from new_todo(look, todo_title(params))


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Only types the title."""
    yield from open_first_page(look, "Tasks", "fab")
    yield tap(look, rid="fab")
    yield from type_into(look, "Title", todo_title(params))


def _as_note(params: Params, look: Look) -> Iterator[Action]:
    """Writes the title into the notes of a to-do."""
    yield from new_todo(look, "To do", todo_title(params))


ADD = SubTask(
    name="tasks.add",
    device="android",
    app="tasks",
    says="add a to-do whose title is {title} to the phone's Tasks app",
    steps="on the phone, open Tasks, tap Add task, enter {title} as the title and tap Save",
    inputs={"title": short_line("Wash both kettles")},
    keys=("title",),
    checkpoints=_added,
    oracle={"added": _add},
    footprint=_may_add,
    alternatives={"reworded": _reworded, "taken_up_again": _taken_up_again},
    near_misses={"not_saved": _not_saved, "as_note": _as_note},
    backends=("sim", "adb"),
    crab=5,
    crab_inputs=("title",),
    tags=("tasks", "form"),
)


def _errand(params: Params) -> str:
    return f"Errand for {params.name}"


def _errands(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Adds the to-do among one for somebody with the same first name, and one that only names the same person."""
    notes = [params.note]
    todos = [_errand(params), f"Errand for {other_person(rng, params.name)}", f"Visit {params.name}"]
    for _ in todos[1:]:
        notes.append(another(short_line(""), rng, *notes))
    rows = list(zip(todos, notes, strict=True))
    rng.shuffle(rows)
    for title, note in rows:
        devices["android"].add_todo(title, note)


def _tasks_open(params: Params) -> Sequence[Checkpoint]:
    """Tasks is in front."""
    front = {"device": "android", "app": "tasks"}
    return [Checkpoint("tasks_open", "android", "tasks", app_in_front, front, hold=False)]


def _open_errand(params: Params, look: Look) -> Iterator[Action]:
    """Opens the to-do."""
    yield from open_first_page(look, "Tasks", "fab")
    yield from scroll_to(look, _errand(params))
    yield tap(look, text=_errand(params), role="list_item")


def _glance(params: Params, look: Look) -> Iterator[Action]:
    """Reads a to-do in the list, which shows the beginning of its note, and its date."""
    yield from open_first_page(look, "Tasks", "fab")
    yield from scroll_to(look, _errand(params))


def _search(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the to-do."""
    yield from open_first_page(look, "Tasks", "fab")
    yield tap(look, description="Search tasks")
    yield from type_into(look, "Search tasks", _errand(params))


NOTE_FOR = SubTask(
    name="tasks.note_for",
    device="android",
    app="tasks",
    says="look up the note of the errand for {name} in the phone's Tasks app",
    steps="on the phone, open Tasks, tap the errand for {name} and read its note",
    refers="the note of the errand for {name} in the phone's Tasks app",
    inputs={"name": person("Kira Jansen")},
    hidden={"note": short_line("Collect ten candles")},
    output="line",
    called="errand's note",
    produce=lambda params: str(params.note),
    setup=_errands,
    checkpoints=_tasks_open,
    oracle={"tasks_open": _open_errand},
    alternatives={"in_the_list": _glance, "by_search": _search},
    backends=("sim", "adb"),
    tags=("tasks",),
)


def _asked_todos(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Adds the to-do, and one whose title begins like its own."""
    rows = [(todo_title(params), params.person), (f"{todo_title(params)} again", params.other)]
    rng.shuffle(rows)
    for title, name in rows:
        devices["android"].add_todo(title, f"Asked for by {name}")


def see_todo(params: Params, look: Look) -> Iterator[Action]:
    """Reads a to-do in the list, which shows the beginning of its note, and its date."""
    yield from open_first_page(look, "Tasks", "fab")
    yield from scroll_to(look, todo_title(params))


def _open_asked(params: Params, look: Look) -> Iterator[Action]:
    """Opens the to-do."""
    yield from open_first_page(look, "Tasks", "fab")
    yield from open_row(look, todo_title(params))


def search_todo(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the to-do."""
    yield from open_first_page(look, "Tasks", "fab")
    yield tap(look, description="Search tasks")
    yield from type_into(look, "Search tasks", todo_title(params))


ASKED_BY = SubTask(
    name="tasks.asked_by",
    device="android",
    app="tasks",
    says="look up who asked for the to-do whose title is {title} in the phone's Tasks app",
    steps="on the phone, open Tasks, tap the to-do whose title is {title} and read in its note who asked for it",
    refers="the person who, according to the phone's Tasks app, asked for the to-do whose title is {title}",
    inputs={"title": short_line("Order the long ladder")},
    hidden={"person": person("Nils Castell"), "other": person("Amara Lindt")},
    output="person_name",
    called="asker",
    produce=lambda params: str(params.person),
    keys=("title",),
    setup=_asked_todos,
    checkpoints=_tasks_open,
    oracle={"tasks_open": _open_asked},
    alternatives={"in_the_list": see_todo, "by_search": search_todo},
    backends=("sim", "adb"),
    tags=("tasks",),
)
