"""Notebook: sub-tasks that tick a to-do, and set its alarm."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.notebook.moves import delete_note, open_notebook, search_notes
from crab_tasks.kits.android.notebook.state import Note, add_notes, todo_done, todo_once
from crab_tasks.kits.android.pages import open_first_page, open_row, scroll_to
from crab_tasks.kits.android.pickers import choose_time, pick_date
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_date, as_typed, date_ahead, time_of_day

__all__ = ["REMIND", "TICK"]

_CHORES, _APPOINTMENTS = "Chores", "Appointments"


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Notebook", "fab")


def _plant(devices: Mapping[str, Setup], notebook: str, title: str) -> None:
    """Adds the to-do to a notebook, and one whose title begins like its own."""
    new = [Note(notebook, f"{title} (again)", "", True), Note(notebook, title, "", True)]
    add_notes(devices["android"], notebook, new)


def _two_chores(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    _plant(devices, _CHORES, as_typed(params, "title"))


def _ticked(params: Params) -> Sequence[Checkpoint]:
    """Notebook; then the tick."""
    right = {"title": as_typed(params, "title")}
    return [
        app_opened("notebook", "notebook_open"),
        Checkpoint("ticked", "android", "notebook", todo_done, right, after=("notebook_open",)),
    ]


def _may_tick(params: Params) -> Footprint:
    return [may_change("android", "notebook_note", ("completed",), title=as_typed(params, "title"))]


def _tick_one(look: Look, title: str) -> Iterator[Action]:
    """Ticks a to-do of the chores, if it is there, or takes its tick off."""
    yield from open_notebook(look, _CHORES)
    yield from scroll_to(look, title)
    for words in ("completed", "not completed"):
        box = f"Mark as {words}: {title}"
        if has(look, "android", description=box):
            yield tap(look, description=box)
            return


def _tick(params: Params, look: Look) -> Iterator[Action]:
    yield from _tick_one(look, as_typed(params, "title"))


def _tick_opened(params: Params, look: Look) -> Iterator[Action]:
    """Opens the to-do, and ticks it there."""
    yield from search_notes(look, as_typed(params, "title"))
    yield from open_row(look, as_typed(params, "title"))
    yield tap(look, rid="todo_checkbox")
    yield action("android", "press", key="back")


def _tick_after_other(params: Params, look: Look) -> Iterator[Action]:
    """Ticks the other one first, and takes its tick off again."""
    for title in (f"{as_typed(params, 'title')} (again)", as_typed(params, "title")):
        yield from _tick_one(look, title)
    yield from _tick_one(look, f"{as_typed(params, 'title')} (again)")


def _tick_other(params: Params, look: Look) -> Iterator[Action]:
    """Ticks the to-do whose title begins like the one that is meant."""
    yield from _tick_one(look, f"{as_typed(params, 'title')} (again)")


def _delete(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the to-do instead."""
    yield from delete_note(look, _CHORES, as_typed(params, "title"))


TICK = SubTask(
    name="notebook.tick",
    device="android",
    app="notebook",
    says="mark the to-do whose title is {title} in the phone's Notebook app as completed",
    steps='on the phone, open Notebook, choose the notebook "Chores" and tick the to-do whose title is {title}',
    inputs={"title": short_line("Wash the blue tent")},
    keys=("title",),
    setup=_two_chores,
    checkpoints=_ticked,
    oracle={"notebook_open": _open, "ticked": _tick},
    footprint=_may_tick,
    alternatives={"opened": _tick_opened, "after_other": _tick_after_other},
    near_misses={"other_todo": _tick_other, "deleted": _delete},
    backends=("sim", "adb"),
    tags=("notebook",),
)


def _two_appointments(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    _plant(devices, _APPOINTMENTS, as_typed(params, "title"))


def _due(params: Params) -> float:
    return datetime.fromisoformat(f"{params.date}T{params.time}").replace(tzinfo=UTC).timestamp()


def _reminded(params: Params) -> Sequence[Checkpoint]:
    """Notebook; then the alarm."""
    right = {"notebook": _APPOINTMENTS, "title": as_typed(params, "title"), "due": _due(params)}
    return [
        app_opened("notebook", "notebook_open"),
        Checkpoint("reminded", "android", "notebook", todo_once, right, after=("notebook_open",)),
    ]


def _may_remind(params: Params) -> Footprint:
    return [may_change("android", "notebook_note", ("due",), title=as_typed(params, "title"))]


def _open_todo(look: Look, title: str) -> Generator[Action, None, bool]:
    """Opens a to-do of the appointments, and returns whether there is one of the title."""
    yield from open_notebook(look, _APPOINTMENTS)
    yield from scroll_to(look, title)
    if not has(look, "android", title, role="list_item"):
        return False
    yield tap(look, text=title, role="list_item")
    return True


def _set_alarm(look: Look, day: str, time: str) -> Iterator[Action]:
    """Sets the alarm of the to-do whose page is shown."""
    hour, _, minute = time.partition(":")
    yield tap(look, description="Actions")
    yield tap(look, text="Set alarm")
    yield from pick_date(look, as_date(day))
    yield from choose_time(look, int(hour), int(minute))


def _remind_of(look: Look, title: str, day: str, time: str) -> Iterator[Action]:
    if (yield from _open_todo(look, title)):
        yield from _set_alarm(look, day, time)


def _next_day(iso: str) -> str:
    return (date.fromisoformat(iso) + timedelta(days=1)).isoformat()


def _remind(params: Params, look: Look) -> Iterator[Action]:
    yield from _remind_of(look, as_typed(params, "title"), params.date, params.time)


def _remind_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the to-do, and goes back in the end."""
    yield from search_notes(look, as_typed(params, "title"))
    yield from open_row(look, as_typed(params, "title"))
    yield from _set_alarm(look, params.date, params.time)
    yield action("android", "press", key="back")


def _remind_corrected(params: Params, look: Look) -> Iterator[Action]:
    """Sets it a day later first."""
    yield from _remind_next_day(params, look)
    yield from _set_alarm(look, params.date, params.time)


def _remind_next_day(params: Params, look: Look) -> Iterator[Action]:
    """Sets it a day later."""
    yield from _remind_of(look, as_typed(params, "title"), _next_day(params.date), params.time)


def _remind_of_other(params: Params, look: Look) -> Iterator[Action]:
    """Sets the alarm of the to-do whose title begins like the one that is meant."""
    yield from _remind_of(look, f"{as_typed(params, 'title')} (again)", params.date, params.time)


REMIND = SubTask(
    name="notebook.remind",
    device="android",
    app="notebook",
    says="set the alarm of the to-do whose title is {title} in the phone's Notebook app to {date} at {time}",
    steps='on the phone, open Notebook, choose the notebook "Appointments", tap the to-do whose title is {title}, tap '
    "Actions and Set alarm, choose {date} and then {time}",
    inputs={
        "title": short_line("Collect the heavy door"), "date": date_ahead("2026-11-26"), "time": time_of_day("10:20"),
    },
    keys=("title",),
    setup=_two_appointments,
    checkpoints=_reminded,
    oracle={"notebook_open": _open, "reminded": _remind},
    footprint=_may_remind,
    alternatives={"searched": _remind_found, "corrected": _remind_corrected},
    near_misses={"next_day": _remind_next_day, "other_todo": _remind_of_other},
    backends=("sim", "adb"),
    step_limit=60,
    tags=("notebook",),
)  # fmt: skip
