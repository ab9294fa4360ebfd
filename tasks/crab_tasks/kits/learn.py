"""Evaluators, setups and moves of the small tasks for learning.

The moves only point and type, as an agent that chooses elements can do, too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.task import Action, Look, Params, action
from crab_gym.task.parameters import Parameter, text
from crab_tasks.kits.android.pages import leave_pages
from crab_tasks.kits.compare import digits
from crab_tasks.kits.moves import click, find, has, tap
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.settings import scroll_to_panel

__all__ = [
    "NOTES", "add_todo", "chore", "chore_like", "contact_with_number", "more_todos", "new_todo_page", "open_files",
    "open_note", "open_settings", "open_tasks", "other_chores", "page_in_front", "plant_notes", "plant_todos",
    "show_panel", "tap_icon",
]  # fmt: skip


def page_in_front(state: State, app: str, title: str) -> bool:
    """The phone shows this page of the app."""
    return state.android.foreground() == (app, title)


def more_todos(state: State, than: int) -> bool:
    """The Tasks app has more entries than so many."""
    return len(state.android.todos()) > than


def contact_with_number(state: State, phone: str) -> bool:
    """A contact of any name has this number."""
    return any(digits(contact.phone) == digits(phone) for contact in state.android.contacts())


_VERBS = (
    "Water", "Paint", "Repair", "Sell", "Clean", "Sketch", "Label", "Measure", "Move", "Dust", "Order", "Sort", "Wrap",
    "Return", "Borrow", "Polish",
)  # fmt: skip
_THINGS = (
    "the ferns", "the fence", "the lamp", "the kettle", "the ladder", "the attic", "the canoe", "the piano",
    "the stove", "the boots", "the globe", "the curtains", "the saddle", "the cupboard", "the tent", "the mirror",
    "the skates", "the hammock", "the toolbox", "the doorbell", "the bench", "the vases", "the carpet", "the telescope",
)  # fmt: skip
NOTES = ("market", "garden", "harbour", "kitchen", "office", "school", "village", "workshop")
"""Names of notes, without their extension."""


def _draw(rng: random.Random) -> str:
    return f"{rng.choice(_VERBS)} {rng.choice(_THINGS)}"


def chore() -> Parameter:
    """Returns a parameter that is something to do, one of some four hundred."""
    return text(_draw, "Water the ferns", "todo_title")


def chore_like(title: str, rng: random.Random) -> str:
    """Returns something to do that shares its first word with another."""
    verb = title.partition(" ")[0]
    return rng.choice([other for thing in _THINGS if (other := f"{verb} {thing}") != title])


def other_chores(title: str, count: int, rng: random.Random) -> list[str]:
    """Returns different things to do, none of which is this one."""
    found: dict[str, None] = {}
    while len(found) < count:
        drawn = _draw(rng)
        if drawn != title:
            found[drawn] = None
    return list(found)


def plant_todos(devices: Devices, titles: Sequence[str]) -> None:
    """Makes these the only entries of the Tasks app, in this order."""
    phone = devices.android
    phone.clear_todos()
    for title in titles:
        phone.add_todo(title)


def plant_notes(devices: Devices, notes: Mapping[str, str]) -> None:
    """Writes notes into the home folder, by their names without extension."""
    for name, content in notes.items():
        devices.ubuntu.write_file(f"{HOME}/{name}.txt", content)


def open_tasks(params: Params, look: Look) -> Iterator[Action]:
    """Opens the phone's Tasks app by its icon."""
    if not has(look, "android", text="Tasks", role="icon"):
        yield action("android", "press", key="home")
    yield from tap_icon(look, "Tasks")


def tap_icon(look: Look, name: str) -> Iterator[Action]:
    """Taps an icon of the phone's home screen, on whichever page it is."""
    for _ in range(3):
        if has(look, "android", text=name, role="icon"):
            break
        x, y = find(look, "android", role="icon").center
        yield action("android", "swipe", x=x, y=y, direction="right", distance="medium")
    yield tap(look, text=name, role="icon")


def new_todo_page(params: Params, look: Look) -> Iterator[Action]:
    """Opens the page for a new to-do."""
    if not has(look, "android", rid="fab"):
        yield from open_tasks(params, look)
        yield from leave_pages(look, "fab")
    yield tap(look, rid="fab")


def add_todo(look: Look, title: str) -> Iterator[Action]:
    """Types a title on the page for a new to-do, whose first field has the focus, and saves."""
    if not has(look, "android", description="Title", role="text_field"):
        yield from new_todo_page(Params(), look)
    yield action("android", "write_text", text=title)
    yield tap(look, text="Save")


def open_settings(params: Params, look: Look) -> Iterator[Action]:
    """Opens the desktop's Settings from the dock."""
    yield click(look, text="Settings", description="Dock")


def show_panel(look: Look, panel: str) -> Iterator[Action]:
    """Opens a panel of the desktop's Settings."""
    if not has(look, "ubuntu", text="Settings", role="text"):
        yield from open_settings(Params(), look)
    yield from scroll_to_panel(look, panel)  # large text, or a small window, makes the list longer than the window
    yield click(look, text=panel, role="list_item")


def open_files(params: Params, look: Look) -> Iterator[Action]:
    """Opens the desktop's file manager from the dock."""
    yield click(look, text="Files", description="Dock")


def open_note(look: Look, name: str) -> Iterator[Action]:
    """Opens a text file of the home folder."""
    if not has(look, "ubuntu", text=f"{name}.txt", role="cell"):
        yield from open_files(Params(), look)
    x, y = find(look, "ubuntu", text=f"{name}.txt", role="cell").center
    yield action("ubuntu", "double_click", x=x, y=y)
