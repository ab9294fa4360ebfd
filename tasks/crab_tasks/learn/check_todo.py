"""Check one of several to-dos off, and no other."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import integer
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.tasks.state import todo_is_done, todos_are
from crab_tasks.kits.footprints import nothing_else
from crab_tasks.kits.learn import chore, chore_like, open_tasks, other_chores, plant_todos
from crab_tasks.kits.moves import nothing_more, tap
from crab_tasks.kits.state import app_opened


def titles(params: Params) -> list[str]:
    """Returns all to-dos: the one to check off, one that begins like it, and three more."""
    rng = random.Random(params.order)
    others = [chore_like(params.title, rng)]
    others += other_chores(params.title, 4, rng)
    found = [params.title, *dict.fromkeys(others)][:5]
    rng.shuffle(found)
    return found


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the to-dos."""
    plant_todos(devices, titles(params))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The list, then the to-do is done, then it is the only one."""
    rows = [(title, "", title == params.title) for title in titles(params)]
    return [
        app_opened("tasks", "list_open"),
        Checkpoint(
            id="done",
            device="android",
            app="tasks",
            evaluator=check(todo_is_done, title=params.title),
            after=("list_open",),
        ),
        Checkpoint(
            id="only_that", device="android", app="tasks", evaluator=check(todos_are, rows=rows), after=("done",)
        ),
    ]


def footprint(params: Params) -> Footprint:
    """One to-do is completed, and nothing else."""
    return [may_change("android", "todo", ("done",), title=params.title), *nothing_else("android")]


def tick(params: Params, look: Look) -> Iterator[Action]:
    """Ticks the to-do."""
    yield tap(look, description=f"Mark as completed: {params.title}")


def two_done(params: Params, look: Look) -> Iterator[Action]:
    """Checks another off first."""
    yield from open_tasks(params, look)
    other = next(title for title in titles(params) if title != params.title)
    yield tap(look, description=f"Mark as completed: {other}")
    yield tap(look, description=f"Mark as completed: {params.title}")


def opened(params: Params, look: Look) -> Iterator[Action]:
    """Only opens the to-do."""
    yield from open_tasks(params, look)
    yield tap(look, text=params.title, role="list_item")


def by_name(params: Params, look: Look) -> Iterator[Action]:
    """Opens the app by its name."""
    yield action("android", "open_app", name="Tasks")
    yield from tick(params, look)


def other_unchecked(params: Params, look: Look) -> Iterator[Action]:
    """Checks another to-do off by mistake, and takes that back."""
    other = next(title for title in titles(params) if title != params.title)
    yield from open_tasks(params, look)
    yield tap(look, description=f"Mark as completed: {other}")
    yield tap(look, description=f"Mark as not completed: {other}")
    yield from tick(params, look)


TASK = Task(
    name="learn.check_todo",
    description='In the phone\'s Tasks app, mark "{title}" as completed, and nothing else.',
    devices=("android",),
    parameters={"title": chore(), "order": integer(0, 9999, 0)},
    setup=setup,
    checkpoints=checkpoints,
    oracle={"list_open": open_tasks, "done": tick, "only_that": nothing_more},
    footprint=footprint,
    alternatives={"by_name": by_name, "other_unchecked": other_unchecked},
    near_misses={"two_done": two_done, "opened": opened},
    step_limit=8,
    version=5,
    tags=("curriculum", "tasks"),
    backends={"android": ("sim",)},
)
