"""Tasks: sub-tasks about to-dos that are there: when they are due, their parts, whether they are done."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, left_to_graph, may_add, may_change, no_other
from crab_tasks.kits.android.calendar.state import moment
from crab_tasks.kits.android.pages import open_first_page, open_row, replace_text, scroll_to, type_into
from crab_tasks.kits.android.pickers import pick_date
from crab_tasks.kits.android.tasks.moves import new_todo, search_todo, see_todo, sort_todos
from crab_tasks.kits.android.tasks.state import give_due, part_added, todo_completed, todo_due, todo_title
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_date, as_typed, date_ahead

__all__ = ["ADD_PART", "COMPLETE", "DELIVERY_NOTE", "DUE_DATE", "SET_DUE"]


def _twin(params: Params) -> str:
    """Returns the title of a to-do that is easily taken for the right one."""
    return f"{todo_title(params)} again"


def _two_todos(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the to-do, and one whose title begins like its own."""
    titles = [todo_title(params), _twin(params)]
    rng.shuffle(titles)
    for title in titles:
        devices.android.add_todo(title)


def _open(look: Look, title: str) -> Iterator[Action]:
    """Opens a to-do, if there is one of this title: it may have been read elsewhere."""
    yield from open_first_page(look, "Tasks", "fab")
    yield from open_row(look, title)


def _is_open(look: Look) -> bool:
    return has(look, "android", description="Delete task")


# The date -----------------------------------------------------------------------------------------------------------


def _due_todos(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds both to-dos, which are due on different dates."""
    phone = devices.android
    rows = [(todo_title(params), params.date), (_twin(params), params.other)]
    rng.shuffle(rows)
    for title, due in rows:
        give_due(phone, phone.add_todo(title), due)


def _tasks_open(params: Params) -> Sequence[Checkpoint]:
    """Tasks is in front."""
    return [app_opened("tasks", "tasks_open")]


def _read(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(look, todo_title(params))


DUE_DATE = SubTask(
    name="todos.due_date",
    device="android",
    app="tasks",
    says="look up on which date the to-do whose title is {title} is due in the phone's Tasks app",
    steps="on the phone, open Tasks, tap the to-do whose title is {title} and read on which date it is due",
    refers="the date on which the to-do in the phone's Tasks app whose title is {title} is due",
    inputs={"title": short_line("Bring two lamps")},
    hidden={"date": date_ahead("2026-11-30"), "other": date_ahead("2026-12-11")},
    output="date",
    called="due date",
    produce=lambda params: str(params.date),
    keys=("title",),
    setup=_due_todos,
    checkpoints=_tasks_open,
    oracle={"tasks_open": _read},
    alternatives={"in_the_list": see_todo, "by_search": search_todo},
    backends=("sim", "adb"),
    tags=("tasks",),
)


def _deliveries(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds two deliveries, which are due on different dates."""
    phone = devices.android
    rows = [(params.date, params.note), (params.other, params.wrong)]
    rng.shuffle(rows)
    for due, note in rows:
        give_due(phone, phone.add_todo("Delivery", note), due)


def _read_deliveries(params: Params, look: Look) -> Iterator[Action]:
    """Reads dates and notes in the list."""
    yield from open_first_page(look, "Tasks", "fab")
    yield from scroll_to(look, "Delivery")


def _read_sorted(params: Params, look: Look) -> Iterator[Action]:
    """Sorts the to-dos by their dates."""
    yield from sort_todos(look, "Due date")
    yield from scroll_to(look, "Delivery")


def _open_deliveries(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the deliveries, and opens one."""
    yield from open_first_page(look, "Tasks", "fab")
    yield tap(look, description="Search tasks")
    yield from type_into(look, "Search tasks", params.note)
    yield from open_row(look, "Delivery")


DELIVERY_NOTE = SubTask(
    name="todos.delivery_note",
    device="android",
    app="tasks",
    says="look up the note of the delivery that is due on {date} in the phone's Tasks app",
    steps="on the phone, open Tasks, find the to-do Delivery that is due on {date}, tap it and read its note",
    refers="the note of the delivery in the phone's Tasks app that is due on {date}",
    inputs={"date": date_ahead("2026-11-19")},
    hidden={
        "note": short_line("Pack the garden chair"), "wrong": short_line("Wash old maps"),
        "other": date_ahead("2026-12-15"),
    },
    output="line",
    called="delivery's note",
    produce=lambda params: str(params.note),
    keys=("date",),
    setup=_deliveries,
    checkpoints=_tasks_open,
    oracle={"tasks_open": _read_deliveries},
    alternatives={"sorted": _read_sorted, "opened": _open_deliveries},
    backends=("sim", "adb"),
    tags=("tasks",),
)  # fmt: skip


def _is_due(params: Params) -> Sequence[Checkpoint]:
    right = check(todo_due, kind=params.kinds["title"], title=params.title, day=moment(*as_date(params.date)))
    return [Checkpoint(id="due", device="android", app="tasks", evaluator=right)]


def _may_set_due(params: Params) -> Footprint:
    """The change, and no other to-do of the title."""
    title = same_value(params.kinds["title"], params.title)
    return [
        may_change("android", "todo", fields=("due",), most=1, title=title),
        no_other("android", "todo", title=title),
    ]


def _choose_due(look: Look, date: str) -> Iterator[Action]:
    """Chooses the date of the to-do that is open."""
    if not has(look, "android", rid="due_date"):
        yield from scroll_to(look, text="Due date")
    yield tap(look, rid="due_date")
    yield from pick_date(look, as_date(date))


def _set_due(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(look, todo_title(params))
    if _is_open(look):
        yield from _choose_due(look, params.date)
        yield tap(look, text="Save")


def _set_due_found(params: Params, look: Look) -> Iterator[Action]:
    """Opens the to-do from the search."""
    yield from search_todo(params, look)
    yield tap(look, text=todo_title(params), role="list_item")
    yield from _choose_due(look, params.date)
    yield tap(look, text="Save")


def _set_due_again(params: Params, look: Look) -> Iterator[Action]:
    """Chooses the date, removes it, and chooses it again."""
    yield from _open(look, todo_title(params))
    yield from _choose_due(look, params.date)
    yield tap(look, description="Remove due date")
    yield from _choose_due(look, params.date)
    yield tap(look, text="Save")


def _due_unsaved(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(look, todo_title(params))
    yield from _choose_due(look, params.date)


def _twin_due(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(look, _twin(params))
    yield from _choose_due(look, params.date)
    yield tap(look, text="Save")


def _new_one_due(params: Params, look: Look) -> Iterator[Action]:
    """Makes another to-do of the title for the date."""
    yield from open_first_page(look, "Tasks", "fab")
    yield tap(look, rid="fab")
    yield from type_into(look, "Title", todo_title(params))
    yield from _choose_due(look, params.date)
    yield tap(look, text="Save")


SET_DUE = SubTask(
    name="todos.set_due",
    device="android",
    app="tasks",
    says="make {date} the due date of the to-do whose title is {title} in the phone's Tasks app",
    steps="on the phone, open Tasks, tap the to-do whose title is {title}, tap Due date, choose {date} and tap Save",
    inputs={"title": short_line("Paint the long ladder"), "date": date_ahead("2026-12-04")},
    keys=("title",),
    setup=_two_todos,
    checkpoints=_is_due,
    oracle={"due": _set_due},
    footprint=_may_set_due,
    alternatives={"by_search": _set_due_found, "again": _set_due_again},
    near_misses={"not_saved": _due_unsaved, "twin": _twin_due, "another": _new_one_due},
    backends=("sim", "adb"),
    step_limit=40,
    tags=("tasks", "form"),
)

# Completion ---------------------------------------------------------------------------------------------------------


def _done(params: Params) -> Sequence[Checkpoint]:
    right = check(todo_completed, kind=params.kinds["title"], title=params.title)
    return [Checkpoint(id="done", device="android", app="tasks", evaluator=right)]


def _may_complete(params: Params) -> Footprint:
    title = same_value(params.kinds["title"], params.title)
    return [may_change("android", "todo", fields=("done",), most=1, title=title)]


def _check(look: Look, title: str) -> Iterator[Action]:
    """Ticks a to-do off, if there is one of this title."""
    yield from open_first_page(look, "Tasks", "fab")
    box = f"Mark as completed: {title}"
    yield from scroll_to(look, description=box)
    if has(look, "android", description=box):
        yield tap(look, description=box)


def _complete(params: Params, look: Look) -> Iterator[Action]:
    yield from _check(look, todo_title(params))


def _complete_picked(params: Params, look: Look) -> Iterator[Action]:
    """Selects the to-do first."""
    yield from open_first_page(look, "Tasks", "fab")
    yield from scroll_to(look, todo_title(params), role="list_item")
    yield hold(look, todo_title(params), role="list_item")
    yield tap(look, description="Mark selected as completed")


def _complete_found(params: Params, look: Look) -> Iterator[Action]:
    """Ticks the to-do off in the search."""
    yield from search_todo(params, look)
    yield tap(look, description=f"Mark as completed: {todo_title(params)}")


def _complete_twin(params: Params, look: Look) -> Iterator[Action]:
    yield from _check(look, _twin(params))


def _complete_both(params: Params, look: Look) -> Iterator[Action]:
    yield from _complete_twin(params, look)
    yield from _complete(params, look)


def _delete(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the to-do instead."""
    yield from _open(look, todo_title(params))
    yield tap(look, description="Delete task")
    yield tap(look, text="Delete", role="button")


COMPLETE = SubTask(
    name="todos.complete",
    device="android",
    app="tasks",
    says="mark the to-do whose title is {title} as completed in the phone's Tasks app",
    steps="on the phone, open Tasks and tick off the to-do whose title is {title}",
    inputs={"title": short_line("Bring the spare keys")},
    keys=("title",),
    setup=_two_todos,
    checkpoints=_done,
    oracle={"done": _complete},
    footprint=_may_complete,
    alternatives={"selected": _complete_picked, "by_search": _complete_found},
    near_misses={"twin": _complete_twin, "both": _complete_both, "deleted": _delete},
    backends=("sim", "adb"),
    tags=("tasks",),
)

# Parts --------------------------------------------------------------------------------------------------------------


def _has_part(params: Params) -> Sequence[Checkpoint]:
    right = check(
        part_added, kind=params.kinds["title"], title=params.title, part_kind=params.kinds["text"], part=params.text
    )
    return [Checkpoint(id="part_added", device="android", app="tasks", evaluator=right)]


def _may_add_part(params: Params) -> Footprint:
    """The part, and no second to-do of its title."""
    text = same_value(params.kinds["text"], params.text)
    return [
        may_add("android", "todo", most=1, title=text, parent=left_to_graph),
        no_other("android", "todo", title=text),
    ]


def _type_part(look: Look, title: str, part: str) -> Iterator[Action]:
    """Types the title of a new part of a to-do, if there is one of this title."""
    yield from _open(look, title)
    if _is_open(look):
        yield from scroll_to(look, text="Add subtask")
        yield tap(look, text="Add subtask")
        yield from type_into(look, "Title", part)


def _add_part(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_part(look, todo_title(params), as_typed(params, "text"))
    if has(look, "android", text="Save", role="button"):
        yield tap(look, text="Save")


def _part_reworded(params: Params, look: Look) -> Iterator[Action]:
    """Saves the part with another title first."""
    yield from _type_part(look, todo_title(params), "Something")
    yield tap(look, text="Save")
    yield from scroll_to(look, text="Something")
    yield tap(look, text="Something", role="list_item")
    yield from replace_text(look, "Title", as_typed(params, "text"))
    yield tap(look, text="Save")


def _part_found(params: Params, look: Look) -> Iterator[Action]:
    """Opens the to-do from the search."""
    yield from search_todo(params, look)
    yield tap(look, text=todo_title(params), role="list_item")
    yield from scroll_to(look, text="Add subtask")
    yield tap(look, text="Add subtask")
    yield from type_into(look, "Title", as_typed(params, "text"))
    yield tap(look, text="Save")


def _part_alone(params: Params, look: Look) -> Iterator[Action]:
    """Adds a to-do that is no part of another one."""
    yield from new_todo(look, as_typed(params, "text"))


def _twins_part(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_part(look, _twin(params), as_typed(params, "text"))
    yield tap(look, text="Save")


def _part_unsaved(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_part(look, todo_title(params), as_typed(params, "text"))


ADD_PART = SubTask(
    name="todos.add_part",
    device="android",
    app="tasks",
    says="add {text} as a subtask to the to-do whose title is {title} in the phone's Tasks app",
    steps="on the phone, open Tasks, tap the to-do whose title is {title}, tap Add subtask, enter {text} as "
    "the title and tap Save",
    inputs={"title": short_line("Measure the red crates"), "text": short_line("Collect the blue tent")},
    keys=("title", "text"),
    setup=_two_todos,
    checkpoints=_has_part,
    oracle={"part_added": _add_part},
    footprint=_may_add_part,
    alternatives={"reworded": _part_reworded, "by_search": _part_found},
    near_misses={"alone": _part_alone, "twins": _twins_part, "not_saved": _part_unsaved},
    backends=("sim", "adb"),
    tags=("tasks", "form"),
)
