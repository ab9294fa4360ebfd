"""Notebook: sub-tasks that tell when a to-do is due, and somebody's e-mail address."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from crab_gym.backends.base import Setup
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import person
from crab_gym.task.types import short_line
from crab_tasks.kits.android.notebook.moves import open_notebook, search_notes
from crab_tasks.kits.android.notebook.state import DATABASE, Note, add_notes
from crab_tasks.kits.android.pages import open_row, scroll_to
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed, date_ahead, email_address, other_person

__all__ = ["DUE_DAY", "EMAIL_OF"]

_DEADLINES = "Deadlines"


def _two_todos(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The to-do, and one whose title begins like its own."""
    title, new = as_typed(params, "title"), []
    for name, iso in ((title, params.due), (f"{title} (again)", params.other)):
        moment = datetime.fromisoformat(iso).replace(tzinfo=UTC, hour=rng.randint(8, 18)).timestamp()
        new.append(Note(_DEADLINES, name, "", True, round(moment) * 1000))
    rng.shuffle(new)
    add_notes(devices["android"], _DEADLINES, new)


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


def _listed(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Adds the person to the list, beside somebody with the same first name."""
    phone = devices["android"]
    before = [str(row["body"]) for row in phone.table(DATABASE, "notes") if row["title"] == _ADDRESSES]
    new = [f"- {params.name}: {params.email}", f"- {other_person(rng, params.name)}: {params.other}"]
    rng.shuffle(new)
    add_notes(phone, _PEOPLE, [Note(_PEOPLE, _ADDRESSES, "\n".join([*before, *new]))])


def _read_list(params: Params, look: Look) -> Iterator[Action]:
    """Opens the list in its notebook."""
    yield from open_notebook(look, _PEOPLE)
    yield from open_row(look, _ADDRESSES)


def _read_among_all(params: Params, look: Look) -> Iterator[Action]:
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
    alternatives={"among_all": _read_among_all, "searched": _read_found},
    backends=("sim", "adb"),
    tags=("notebook",),
)
