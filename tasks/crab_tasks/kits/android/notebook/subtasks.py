"""Notebook: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import person
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_add, may_change
from crab_tasks.kits.android.notebook.moves import delete_note, move_note, open_notebook, search_notes, type_note
from crab_tasks.kits.android.notebook.state import (
    DATABASE,
    Note,
    add_notes,
    plant_notes,
    todo_done,
    todo_noted,
    todo_once,
)
from crab_tasks.kits.android.pages import open_first_page, open_row, scroll_to
from crab_tasks.kits.android.pickers import choose_time, pick_date
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.values import as_date, as_typed, date_ahead, email_address, other_person, time_of_day

__all__ = ["ADD_TODO", "DUE_DAY", "EMAIL_OF", "NOTE", "REMIND", "TICK"]


_ERRANDS, _ELSEWHERE = "Errands", "Some day"


def _with_notebooks(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds two notebooks, unless they are there."""
    phone = devices.android
    there = {str(row["title"]).strip() for row in phone.table(DATABASE, "folders")}
    plant_notes(phone, [title for title in (_ERRANDS, _ELSEWHERE) if title not in there], ())


def _notebook_open(params: Params) -> Sequence[Checkpoint]:
    """Notebook is in front."""
    return [app_opened("notebook", "notebook_open")]


def _noted(params: Params) -> Sequence[Checkpoint]:
    """Notebook; then the to-do."""
    right = check(todo_noted, notebook=_ERRANDS, kind=params.kinds["text"], value=params.text)
    return after_opening("notebook", "noted", right)


def _may_note(params: Params) -> Footprint:
    right = same_value(params.kinds["text"], params.text)
    return [may_add("android", "notebook_note", most=1, title=right, is_todo=1)]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Notebook", "fab")


def _note(params: Params, look: Look) -> Iterator[Action]:
    yield from type_note(look, _ERRANDS, "New to-do", as_typed(params, "text"))


def _note_and_move(params: Params, look: Look) -> Iterator[Action]:
    """Makes the to-do in another notebook, and moves it."""
    yield from _note_elsewhere(params, look)
    yield from move_note(look, _ELSEWHERE, as_typed(params, "text"), _ERRANDS)


def _note_anew(params: Params, look: Look) -> Iterator[Action]:
    """Makes a note instead at first, and deletes it."""
    yield from _as_note(params, look)
    yield from delete_note(look, _ERRANDS, as_typed(params, "text"))
    yield from _note(params, look)


def _note_elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Makes the to-do in another notebook."""
    yield from type_note(look, _ELSEWHERE, "New to-do", as_typed(params, "text"))


def _as_note(params: Params, look: Look) -> Iterator[Action]:
    """Makes a note instead."""
    yield from type_note(look, _ERRANDS, "New note", as_typed(params, "text"))


ADD_TODO = SubTask(
    name="notebook.add_todo",
    device="android",
    app="notebook",
    says='write {text} as a to-do into the notebook "Errands" of the phone\'s Notebook app',
    steps='on the phone, open Notebook, choose the notebook "Errands", tap the button for new notes and New to-do, '
    "type {text} as its title, and save it",
    inputs={"text": short_line("Repair a garden chair")},
    keys=("text",),
    setup=_with_notebooks,
    checkpoints=_noted,
    oracle={"notebook_open": _open, "noted": _note},
    footprint=_may_note,
    alternatives={"moved": _note_and_move, "anew": _note_anew},
    near_misses={"elsewhere": _note_elsewhere, "as_note": _as_note},
    backends=("sim", "adb"),
    step_limit=40,
    tags=("notebook",),
)


_SHELF = "Collected"


def _two_notes(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the note, and one whose title begins like its own, to the notes of a notebook."""
    new = [
        Note(_SHELF, as_typed(params, "title"), params.text),
        Note(_SHELF, f"{as_typed(params, 'title')} (old)", params.old),
    ]
    add_notes(devices.android, _SHELF, new)


def _read_note(params: Params, look: Look) -> Iterator[Action]:
    """Opens the note in its notebook."""
    yield from open_notebook(look, _SHELF)
    yield from open_row(look, as_typed(params, "title"))


def _read_among_all(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the note among those of all notebooks."""
    yield from open_notebook(look, "All notes")
    yield from open_row(look, as_typed(params, "title"))


def _read_at_second_look(params: Params, look: Look) -> Iterator[Action]:
    """Opens the other note first."""
    yield from open_notebook(look, _SHELF)
    yield from open_row(look, f"{as_typed(params, 'title')} (old)")
    yield from _read_note(params, look)


NOTE = SubTask(
    name="notebook.note",
    device="android",
    app="notebook",
    says='read the text of the note whose title is {title} in the notebook "Collected" of the phone\'s Notebook app',
    steps='on the phone, open Notebook, choose the notebook "Collected", tap the note whose title is {title} and read '
    "its text",
    refers="the text of the note whose title is {title} in Notebook",
    inputs={"title": short_line("Wash ten candles")},
    hidden={"text": short_line("Measure the blue tent"), "old": short_line("Repair the red crates")},
    output="line",
    called="text you read",
    produce=lambda params: str(params.text),
    keys=("title",),
    setup=_two_notes,
    checkpoints=_notebook_open,
    oracle={"notebook_open": _read_note},
    alternatives={"among_all": _read_among_all, "second_look": _read_at_second_look},
    backends=("sim", "adb"),
    tags=("notebook",),
)

_DEADLINES = "Deadlines"


def _two_todos(devices: Devices, params: Params, rng: random.Random) -> None:
    """The to-do, and one whose title begins like its own."""
    title, new = as_typed(params, "title"), []
    for name, iso in ((title, params.due), (f"{title} (again)", params.other)):
        moment = datetime.fromisoformat(iso).replace(tzinfo=UTC, hour=rng.randint(8, 18)).timestamp()
        new.append(Note(_DEADLINES, name, "", True, round(moment) * 1000))
    rng.shuffle(new)
    add_notes(devices.android, _DEADLINES, new)


def _see_todo(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the to-do in its notebook."""
    yield from open_notebook(look, _DEADLINES)
    yield from scroll_to(look, as_typed(params, "title"))


def _open_todo(params: Params, look: Look) -> Iterator[Action]:
    """Opens the to-do."""
    yield from open_notebook(look, _DEADLINES)
    yield from open_row(look, as_typed(params, "title"))


def _search_todo(params: Params, look: Look) -> Iterator[Action]:
    """Searches the to-do."""
    yield from search_notes(look, as_typed(params, "title"))


DUE_DAY = SubTask(
    name="notebook.due_day",
    device="android",
    app="notebook",
    says="look up the day on which the to-do whose title is {title} in the phone's Notebook app is due",
    steps='on the phone, open Notebook, choose the notebook "Deadlines", find the to-do whose title is {title} and '
    "read the day on which it is due",
    refers="the day on which the to-do whose title is {title} in Notebook is due",
    inputs={"title": short_line("Return the long ladder")},
    hidden={"due": date_ahead("2026-11-24"), "other": date_ahead("2026-12-02")},
    output="date",
    called="due date",
    produce=lambda params: str(params.due),
    keys=("title",),
    setup=_two_todos,
    checkpoints=lambda params: [app_opened("notebook", "notebook_open")],
    oracle={"notebook_open": _see_todo},
    alternatives={"opened": _open_todo, "searched": _search_todo},
    backends=("sim", "adb"),
    tags=("notebook",),
)


_PEOPLE, _ADDRESSES = "People", "E-mail addresses"


def _listed(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the person to the list, beside somebody with the same first name."""
    phone = devices.android
    before = [str(row["body"]) for row in phone.table(DATABASE, "notes") if row["title"] == _ADDRESSES]
    new = [f"- {params.name}: {params.email}", f"- {other_person(rng, params.name)}: {params.other}"]
    rng.shuffle(new)
    add_notes(phone, _PEOPLE, [Note(_PEOPLE, _ADDRESSES, "\n".join([*before, *new]))])


def _read_list(params: Params, look: Look) -> Iterator[Action]:
    """Opens the list in its notebook."""
    yield from open_notebook(look, _PEOPLE)
    yield from open_row(look, _ADDRESSES)


def _read_due_among_all(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the list among the notes of all notebooks."""
    yield from open_notebook(look, "All notes")
    yield from open_row(look, _ADDRESSES)


def _read_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the name, which the list has in its text."""
    yield from search_notes(look, params.name)
    yield from open_row(look, _ADDRESSES)


EMAIL_OF = SubTask(
    name="notebook.email_of",
    device="android",
    app="notebook",
    says="look up the e-mail address of {name} in the list of e-mail addresses in the phone's Notebook app",
    steps='on the phone, open Notebook, choose the notebook "People", tap the note "E-mail addresses" and read the '
    "e-mail address of {name}",
    refers="the e-mail address of {name} in Notebook's list of e-mail addresses",
    inputs={"name": person("Inês Albers")},
    hidden={"email": email_address("heron41@quarry.example"), "other": email_address("juniper58@quarry.example")},
    output="email",
    produce=lambda params: str(params.email),
    setup=_listed,
    checkpoints=lambda params: [app_opened("notebook", "notebook_open")],
    oracle={"notebook_open": _read_list},
    alternatives={"among_all": _read_due_among_all, "searched": _read_found},
    backends=("sim", "adb"),
    tags=("notebook",),
)

_CHORES, _APPOINTMENTS = "Chores", "Appointments"
_OTHERS = ("Air the blankets", "Ask about the key", "Bring the boxes back", "Oil the gate", "Sweep the porch")


def _plant(devices: Devices, notebook: str, title: str, rng: random.Random) -> None:
    """Adds the to-do to a notebook, one whose title begins like its own, and some others, in any order."""
    titles = [title, f"{title} (again)", *rng.sample(_OTHERS, rng.randrange(2, len(_OTHERS)))]
    rng.shuffle(titles)
    add_notes(devices.android, notebook, [Note(notebook, each, "", True) for each in titles])


def _two_chores(devices: Devices, params: Params, rng: random.Random) -> None:
    _plant(devices, _CHORES, as_typed(params, "title"), rng)


def _ticked(params: Params) -> Sequence[Checkpoint]:
    """Notebook; then the tick."""
    right = check(todo_done, title=as_typed(params, "title"))
    return after_opening("notebook", "ticked", right)


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


def _two_appointments(devices: Devices, params: Params, rng: random.Random) -> None:
    _plant(devices, _APPOINTMENTS, as_typed(params, "title"), rng)


def _due(params: Params) -> float:
    return datetime.fromisoformat(f"{params.date}T{params.time}").replace(tzinfo=UTC).timestamp()


def _reminded(params: Params) -> Sequence[Checkpoint]:
    """Notebook; then the alarm."""
    right = check(todo_once, notebook=_APPOINTMENTS, title=as_typed(params, "title"), due=_due(params))
    return after_opening("notebook", "reminded", right)


def _may_remind(params: Params) -> Footprint:
    return [may_change("android", "notebook_note", ("due",), title=as_typed(params, "title"))]


def _reach_todo(look: Look, title: str) -> Generator[Action, None, bool]:
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
    if (yield from _reach_todo(look, title)):
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
