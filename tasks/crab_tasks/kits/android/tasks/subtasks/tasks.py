"""Tasks: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import person
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_add, no_other
from crab_tasks.kits.android.pages import leave_pages, open_first_page, open_row, replace_text, scroll_to, type_into
from crab_tasks.kits.android.tasks.moves import new_todo, search_todo, see_todo
from crab_tasks.kits.android.tasks.state import todo_states, todo_title
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import another, other_person

__all__ = ["ADD", "ASKED_BY", "NOTE_FOR"]


def _added(params: Params) -> Sequence[Checkpoint]:
    value = check(todo_states, kind=params.kinds["title"], title=params.title)
    return [Checkpoint(id="added", device="android", app="tasks", evaluator=value)]


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


def _errands(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the to-do among one for somebody with the same first name, and one that only names the same person."""
    notes = [params.note]
    todos = [_errand(params), f"Errand for {other_person(rng, params.name)}", f"Visit {params.name}"]
    for _ in todos[1:]:
        notes.append(another(short_line(""), rng, *notes))
    rows = list(zip(todos, notes, strict=True))
    rng.shuffle(rows)
    for title, note in rows:
        devices.android.add_todo(title, note)


def _tasks_open(params: Params) -> Sequence[Checkpoint]:
    """Tasks is in front."""
    return [app_opened("tasks", "tasks_open")]


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


def _asked_todos(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the to-do, and one whose title begins like its own."""
    rows = [(todo_title(params), params.person), (f"{todo_title(params)} again", params.other)]
    rng.shuffle(rows)
    for title, name in rows:
        devices.android.add_todo(title, f"Asked for by {name}")


def _open_asked(params: Params, look: Look) -> Iterator[Action]:
    """Opens the to-do."""
    yield from open_first_page(look, "Tasks", "fab")
    yield from open_row(look, todo_title(params))


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
