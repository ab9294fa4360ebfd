"""Endeavour: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, phone_number
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.moves import click, has
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.calendar.moves import fill
from crab_tasks.kits.ubuntu.calendar.state import moment
from crab_tasks.kits.ubuntu.endeavour.moves import click_task, complete, scroll_to_task, set_due, show_all
from crab_tasks.kits.ubuntu.endeavour.state import note_is, task_done, task_due
from crab_tasks.kits.ubuntu.windows import click_soon, start
from crab_tasks.kits.values import as_date, as_typed, date_ahead

__all__ = ["NOTE_NUMBER", "SET_DUE", "TICK_OFF"]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from show_all(look)


def _like(title: str) -> str:
    """Returns the title of a task that is easily taken for another one."""
    return f"{title} for the club"


def _both(devices: Devices, title: str, rng: random.Random) -> None:
    """Adds the task, and another one that begins like it."""
    rows = [title, _like(title)]
    rng.shuffle(rows)
    for row in rows:
        devices.ubuntu.add_todo(row)


def _show_inbox(look: Look) -> Iterator[Action]:
    yield from start("Endeavour")
    yield from click_soon(look, text="Inbox", role="list_item")


_ERRANDS = ("Insure the bicycle", "Mow the lawn", "Renew the passport", "Service the boiler", "Sweep the chimney")


def _with_errand(devices: Devices, params: Params, rng: random.Random) -> None:
    _both(devices, params.task, rng)


def _due(params: Params) -> Sequence[Checkpoint]:
    """Endeavour; then the task has its day."""
    wanted = check(task_due, title=params.task, day=moment(as_date(params.date), (0, 0)))
    return [
        app_opened("endeavour", "endeavour_open", "ubuntu"),
        Checkpoint(id="due", device="ubuntu", app="endeavour", evaluator=wanted, after=("endeavour_open",)),
    ]


def _may_set_due(params: Params) -> Footprint:
    return [may_change("ubuntu", "todo", ("due",), title=params.task)]


def _set(params: Params, look: Look) -> Iterator[Action]:
    yield from set_due(look, params.task, as_date(params.date))


def _set_twice(params: Params, look: Look) -> Iterator[Action]:
    """Lets the task be due today first."""
    yield from show_all(look)
    yield from click_task(look, params.task)
    yield click(look, text="Today", role="button")
    yield click(look, text="Done", role="button")
    yield from _set(params, look)


def _set_in_inbox(params: Params, look: Look) -> Iterator[Action]:
    """Opens the task in the inbox, and confirms with Enter."""
    yield from _show_inbox(look)
    yield from click_task(look, params.task)
    yield from fill(look, "Due date", params.date)
    yield action("ubuntu", "press", key="enter")


def _set_other(params: Params, look: Look) -> Iterator[Action]:
    """Sets the day of the other task."""
    yield from set_due(look, _like(params.task), as_date(params.date))


def _set_both(params: Params, look: Look) -> Iterator[Action]:
    yield from _set_other(params, look)
    yield from _set(params, look)


def _cancelled(params: Params, look: Look) -> Iterator[Action]:
    """Enters the day, and doesn't confirm it."""
    yield from show_all(look)
    yield from click_task(look, params.task)
    yield from fill(look, "Due date", params.date)
    yield click(look, text="Cancel", role="button")


SET_DUE = SubTask(
    name="errands.set_due",
    device="ubuntu",
    app="endeavour",
    says="let the task {task} in Endeavour on the desktop be due on {date}",
    steps="on the desktop, open Endeavour, click All, click the task {task}, enter {date} as its due date, and click "
    "Done",
    inputs={"task": choice(_ERRANDS, "Mow the lawn"), "date": date_ahead("2026-12-14")},
    setup=_with_errand,
    checkpoints=_due,
    oracle={"endeavour_open": _open, "due": _set},
    footprint=_may_set_due,
    alternatives={"twice": _set_twice, "in_the_inbox": _set_in_inbox},
    near_misses={"other_task": _set_other, "both": _set_both, "cancelled": _cancelled},
    step_limit=45,
    tags=("todo",),
)


_CALLS = ("Cancel the newspaper", "Find a plumber", "Reserve a table", "Return the projector", "Thank the sponsor")


def _with_call(devices: Devices, params: Params, rng: random.Random) -> None:
    _both(devices, params.task, rng)


def _noted(params: Params) -> Sequence[Checkpoint]:
    """Endeavour; then the number is in the task's note."""
    wanted = check(note_is, title=params.task, kind="phone_number", value=params.number)
    noted = Checkpoint(id="noted", device="ubuntu", app="endeavour", evaluator=wanted, after=("endeavour_open",))
    return [app_opened("endeavour", "endeavour_open", "ubuntu"), noted]


def _may_note(params: Params) -> Footprint:
    return [may_change("ubuntu", "todo", ("notes",), title=params.task)]


def _note(params: Params, look: Look, title: str = "", field: str = "Notes") -> Iterator[Action]:
    """Writes the number into a field of the task, or of another one, and confirms it.

    Args:
        params: The sub-task's values.
        look: Shows the screens.
        title: The other task's title; "" for the right one.
        field: The field.
    """
    yield from show_all(look)
    yield from click_task(look, title or params.task)
    yield from fill(look, field, params.number)
    yield click(look, text="Done", role="button")


def _note_number(params: Params, look: Look) -> Iterator[Action]:
    yield from _note(params, look)


def _note_in_inbox(params: Params, look: Look) -> Iterator[Action]:
    """Opens the task in the inbox, and types another number first."""
    yield from _show_inbox(look)
    yield from click_task(look, params.task)
    yield from fill(look, "Notes", "+1 555 0000")
    yield from fill(look, "Notes", params.number)
    yield click(look, text="Done", role="button")


def _note_twice(params: Params, look: Look) -> Iterator[Action]:
    """Opens the task once more to see the note."""
    yield from _note(params, look)
    yield from click_task(look, params.task)
    yield click(look, text="Cancel", role="button")


def _note_other(params: Params, look: Look) -> Iterator[Action]:
    yield from _note(params, look, title=_like(params.task))


def _note_as_title(params: Params, look: Look) -> Iterator[Action]:
    """Types the number in place of the task's title."""
    yield from _note(params, look, field="Title")


NOTE_NUMBER = SubTask(
    name="errands.note_number",
    device="ubuntu",
    app="endeavour",
    says="write {number} into the note of the task {task} in Endeavour on the desktop",
    steps="on the desktop, open Endeavour, click All, click the task {task}, type {number} into its notes, and click "
    "Done",
    inputs={"task": choice(_CALLS, "Reserve a table"), "number": phone_number("+1 555 0162")},
    setup=_with_call,
    checkpoints=_noted,
    oracle={"endeavour_open": _open, "noted": _note_number},
    footprint=_may_note,
    alternatives={"in_the_inbox": _note_in_inbox, "twice": _note_twice},
    near_misses={"other_task": _note_other, "as_title": _note_as_title},
    step_limit=45,
    tags=("todo",),
)


def _with_text(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds both tasks, and no others have their titles: which is meant would be open."""
    title = as_typed(params, "text")
    rows = devices.ubuntu.todos()
    others = [row for row in rows if row.title not in (title, _like(title))]
    if len(others) < len(rows):
        devices.ubuntu.clear_todos()
        for row in others:
            devices.ubuntu.add_todo(row.title, row.notes, row.done)
    _both(devices, title, rng)


def _ticked(params: Params) -> Sequence[Checkpoint]:
    """Endeavour; then the task is completed."""
    done = Checkpoint(
        id="ticked",
        device="ubuntu",
        app="endeavour",
        evaluator=check(task_done, title=as_typed(params, "text")),
        after=("endeavour_open",),
    )
    return [app_opened("endeavour", "endeavour_open", "ubuntu"), done]


def _may_tick(params: Params) -> Footprint:
    return [may_change("ubuntu", "todo", ("done",), title=as_typed(params, "text"))]


def _tick(params: Params, look: Look) -> Iterator[Action]:
    """Ticks the task off, if there is such a one."""
    yield from show_all(look)
    yield from scroll_to_task(look, as_typed(params, "text"))
    if has(look, "ubuntu", description=f"Complete {as_typed(params, 'text')}", role="checkbox"):
        yield from complete(look, as_typed(params, "text"))


def _tick_in_inbox(params: Params, look: Look) -> Iterator[Action]:
    yield from _show_inbox(look)
    yield from scroll_to_task(look, as_typed(params, "text"))
    yield click(look, description=f"Complete {as_typed(params, 'text')}", role="checkbox")


def _look_first(params: Params, look: Look) -> Iterator[Action]:
    """Opens the task first, and leaves it as it is."""
    yield from show_all(look)
    yield from click_task(look, as_typed(params, "text"))
    yield click(look, text="Cancel", role="button")
    yield from _tick(params, look)


def _tick_other(params: Params, look: Look) -> Iterator[Action]:
    yield from complete(look, _like(as_typed(params, "text")))


def _tick_both(params: Params, look: Look) -> Iterator[Action]:
    yield from _tick_other(params, look)
    yield from _tick(params, look)


def _delete(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the task."""
    yield from show_all(look)
    yield from click_task(look, as_typed(params, "text"))
    yield click(look, text="Delete", role="button")


TICK_OFF = SubTask(
    name="errands.tick_off",
    device="ubuntu",
    app="endeavour",
    says="mark the task with {text} as its title in Endeavour on the desktop as completed",
    steps="on the desktop, open Endeavour, click All, find the task with {text} as its title, and tick its box",
    inputs={"text": short_line("Order two lamps")},
    setup=_with_text,
    checkpoints=_ticked,
    oracle={"endeavour_open": _open, "ticked": _tick},
    footprint=_may_tick,
    alternatives={"in_the_inbox": _tick_in_inbox, "looked_first": _look_first},
    near_misses={"other_task": _tick_other, "both": _tick_both, "deleted": _delete},
    keys=("text",),
    tags=("todo",),
)
