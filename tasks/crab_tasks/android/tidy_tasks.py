"""Check off one entry of the Tasks app and add another with notes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_add, may_change
from crab_tasks.kits.android.pages import open_first_page, scroll_to, type_into
from crab_tasks.kits.android.tasks.moves import check_off, new_todo
from crab_tasks.kits.android.tasks.state import todo_exists, todo_has_notes, todo_is_done, todos_are
from crab_tasks.kits.footprints import nothing_else
from crab_tasks.kits.moves import nothing_more, tap

OTHERS = ("Sweep the stairs", "Renew the library card", "Repair the bicycle", "Sort the photos")


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the entry to check off among others."""
    phone = devices.android
    phone.clear_todos()
    titles = [*OTHERS, params.done]
    rng.shuffle(titles)
    for title in titles:
        phone.add_todo(title)


def notes(params: Params) -> str:
    """Returns the new entry's notes."""
    return f"at least {params.amount}"


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Checked off, and beside it added, then its notes; at last nothing else has changed."""
    new = check(todo_has_notes, title=params.new, notes=notes(params))
    rows = [(title, "", False) for title in OTHERS]
    rows += [(params.done, "", True), (params.new, notes(params), False)]
    everything = check(todos_are, rows=tuple(rows))
    return [
        Checkpoint(id="checked_off", device="android", app="tasks", evaluator=check(todo_is_done, title=params.done)),
        Checkpoint(id="added", device="android", app="tasks", evaluator=check(todo_exists, title=params.new)),
        Checkpoint(id="notes_right", device="android", app="tasks", evaluator=new, after=("added",)),
        Checkpoint(
            id="list_right", device="android", app="tasks", evaluator=everything, after=("checked_off", "notes_right")
        ),
    ]


def footprint(params: Params) -> Footprint:
    """One to-do is completed, and one is new; everything else stays as it is."""
    return [
        may_change("android", "todo", ("done",), title=params.done),
        may_add("android", "todo", most=1, title=params.new, notes=notes(params)),
        *nothing_else("android"),
    ]


def tick(params: Params, look: Look) -> Iterator[Action]:
    """Taps the entry's checkbox."""
    yield from check_off(look, params.done)


def add(params: Params, look: Look) -> Iterator[Action]:
    """Adds the entry without notes."""
    yield from new_todo(look, params.new)


def add_notes(params: Params, look: Look) -> Iterator[Action]:
    """Adds the notes to the entry."""
    yield from open_first_page(look, "Tasks", "fab")
    yield from scroll_to(look, params.new)
    yield tap(look, text=params.new, role="list_item")
    yield from type_into(look, "Notes", notes(params))
    yield tap(look, text="Save")


def deleted(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the entry instead of checking it off."""
    yield from new_todo(look, params.new, notes(params))
    yield from scroll_to(look, params.done)
    yield tap(look, text=params.done, role="list_item")
    yield tap(look, description="Delete task")
    yield tap(look, text="Delete", role="button")


def one_too_many(params: Params, look: Look) -> Iterator[Action]:
    """Checks off another entry too."""
    yield from check_off(look, OTHERS[0])
    yield from check_off(look, params.done)
    yield from new_todo(look, params.new, notes(params))


def meddled(params: Params, look: Look) -> Iterator[Action]:
    """Writes notes into another entry too."""
    yield from check_off(look, params.done)
    yield tap(look, text=OTHERS[0], role="list_item")
    yield from type_into(look, "Notes", "soon")
    yield tap(look, text="Save")
    yield from new_todo(look, params.new, notes(params))


def unchecked(params: Params, look: Look) -> Iterator[Action]:
    """Checks the entry off, then undoes it before the rest."""
    yield from check_off(look, params.done)
    yield tap(look, description=f"Mark as not completed: {params.done}")
    yield from new_todo(look, params.new, notes(params))


def at_once(params: Params, look: Look) -> Iterator[Action]:
    """Adds the entry with its notes at once."""
    yield from new_todo(look, params.new, notes(params))
    yield from tick(params, look)


def other_unchecked(params: Params, look: Look) -> Iterator[Action]:
    """Checks another entry off by mistake, and takes that back."""
    yield from check_off(look, OTHERS[0])
    yield tap(look, description=f"Mark as not completed: {OTHERS[0]}")
    yield from at_once(params, look)


TASK = Task(
    name="android.tidy_tasks",
    description=(
        'In the phone\'s Tasks app, mark "{done}" as completed, and add the task "{new}" with the notes "at least '
        '{amount}". Leave everything else as it is.'
    ),
    devices=("android",),
    parameters={
        "done": choice(("Water the plants", "Return the drill", "Buy stamps", "Pay the rent"), type="todo_title"),
        "new": choice(("Order envelopes", "Buy apples", "Print posters", "Fetch chairs"), type="todo_title"),
        "amount": integer(2, 60, 12),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"checked_off": tick, "added": add, "notes_right": add_notes, "list_right": nothing_more},
    footprint=footprint,
    alternatives={"at_once": at_once, "other_unchecked": other_unchecked},
    near_misses={"deleted": deleted, "one_too_many": one_too_many, "meddled": meddled, "unchecked": unchecked},
    backends={"android": ("sim", "adb")},
    version=5,
    tags=("tasks",),
)
