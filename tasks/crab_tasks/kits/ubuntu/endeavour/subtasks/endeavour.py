"""Endeavour: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, phone_number
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import click
from crab_tasks.kits.state import app_in_front, app_opened, whereabouts
from crab_tasks.kits.ubuntu.calendar.moves import fill
from crab_tasks.kits.ubuntu.endeavour.moves import add_task, click_task, show_all
from crab_tasks.kits.ubuntu.endeavour.state import task_once
from crab_tasks.kits.ubuntu.windows import start, wait_for
from crab_tasks.kits.values import as_typed

__all__ = ["ADD", "NUMBER_IN_NOTE"]


def _added(params: Params) -> Sequence[Checkpoint]:
    """Endeavour; then the task."""
    front = check(app_in_front, device="ubuntu", app="endeavour")
    value = check(task_once, kind=params.kinds["text"], value=params.text)
    return [
        whereabouts(id="endeavour_open", device="ubuntu", app="endeavour", evaluator=front),
        Checkpoint(id="added", device="ubuntu", app="endeavour", evaluator=value, after=("endeavour_open",)),
    ]


def _may_add(params: Params) -> Footprint:
    right = same_value(params.kinds["text"], params.text)
    return [may_add("ubuntu", "todo", most=1, title=right)]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from show_all(look)


def _add(params: Params, look: Look) -> Iterator[Action]:
    yield from add_task(look, as_typed(params, "text"))


def _add_and_rename(params: Params, look: Look) -> Iterator[Action]:
    """Adds a task under another title, and changes that."""
    yield from add_task(look, f"Draft {as_typed(params, 'text')}")
    yield from click_task(look, f"Draft {as_typed(params, 'text')}")
    yield from fill(look, "Title", as_typed(params, "text"))
    yield click(look, text="Done", role="button")


def _add_in_inbox(params: Params, look: Look) -> Iterator[Action]:
    """Adds the task on the page of a list."""
    yield from show_all(look)
    yield click(look, text="Inbox", role="list_item")
    yield click(look, description="New task…", role="text_field")
    yield action("ubuntu", "write_text", text=f"{as_typed(params, 'text')}\n")


def _add_today(params: Params, look: Look) -> Iterator[Action]:
    """Adds the task on the page for today, by which it is due today."""
    yield from show_all(look)
    yield click(look, text="Today", role="list_item")
    yield click(look, description="New task…", role="text_field")
    yield action("ubuntu", "write_text", text=f"{as_typed(params, 'text')}\n")


def _only_typed(params: Params, look: Look) -> Iterator[Action]:
    """Types the title, and doesn't add the task."""
    yield from show_all(look)
    yield click(look, description="New task…", role="text_field")
    yield action("ubuntu", "write_text", text=as_typed(params, "text"))


def _longer(params: Params, look: Look) -> Iterator[Action]:
    """Adds a task with one more word."""
    yield from add_task(look, f"{as_typed(params, 'text')} today")


ADD = SubTask(
    name="endeavour.add",
    device="ubuntu",
    app="endeavour",
    says="add {text} as a task to Endeavour on the desktop",
    steps="on the desktop, open Endeavour, click All, type {text} into New task, and press Enter",
    inputs={"text": short_line("Measure the heavy door")},
    checkpoints=_added,
    oracle={"endeavour_open": _open, "added": _add},
    footprint=_may_add,
    alternatives={"renamed": _add_and_rename, "in_inbox": _add_in_inbox},
    near_misses={"only_typed": _only_typed, "longer": _longer, "today": _add_today},
    keys=("text",),
    tags=("todo",),
)


_CALLS = ("Ask about the boiler", "Book the hall", "Order the cake", "Rent the van", "Sell the piano")


def _two_tasks(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the task with its note, and another one that begins like it."""
    rows = [(params.task, params.number), (f"{params.task} again", params.other)]
    rng.shuffle(rows)
    for title, number in rows:
        devices.ubuntu.add_todo(title, f"Call {number}")


def _endeavour_open(params: Params) -> Sequence[Checkpoint]:
    """Endeavour is in front."""
    return [app_opened("endeavour", "endeavour_open", "ubuntu")]


def _open_task(params: Params, look: Look) -> Iterator[Action]:
    """Opens the task, reads its note, and leaves it as it is."""
    yield from start("Endeavour")
    yield from wait_for(look, text="Inbox", role="list_item")
    yield click(look, text="Inbox", role="list_item")
    yield from click_task(look, params.task)
    yield action("ubuntu", "press", key="escape")


def _look_at_today_first(params: Params, look: Look) -> Iterator[Action]:
    yield from start("Endeavour")
    yield from wait_for(look, text="Today", role="list_item")
    yield click(look, text="Today", role="list_item")
    yield from show_all(look)


NUMBER_IN_NOTE = SubTask(
    name="endeavour.number_in_note",
    device="ubuntu",
    app="endeavour",
    says="look up the telephone number in the note of the task {task} in Endeavour on the desktop",
    steps="on the desktop, open Endeavour, click Inbox, click the task {task} and read the telephone number in its "
    "note",
    refers="the telephone number in the note of the task {task} in Endeavour",
    inputs={"task": choice(_CALLS, "Rent the van")},
    hidden={"number": phone_number("+1 555 0118"), "other": phone_number("+1 555 0181")},
    output="phone_number",
    produce=lambda params: str(params.number),
    setup=_two_tasks,
    checkpoints=_endeavour_open,
    oracle={"endeavour_open": _open_task},
    alternatives={"in_the_list": _open, "after_today": _look_at_today_first},
    tags=("todo",),
)
