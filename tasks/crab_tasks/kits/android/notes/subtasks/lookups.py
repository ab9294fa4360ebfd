"""Notes: checklists, and a sub-task that tells what of one is to be done next."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from crab_gym.backends.base import Setup
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.types import short_line
from crab_tasks.kits.android.notes.moves import open_note, search_notes, to_note
from crab_tasks.kits.android.notes.state import plant_checklist, some_items
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed

__all__ = ["NEXT_ITEM"]


def _two_lists(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The checklist, and one whose title begins like its own."""
    title, done = as_typed(params, "title"), some_items(rng, 4)
    lists = [
        (title, [(done[0], True), (done[1], True), (params.item, False), (params.later, False)]),
        (f"{title} (old)", [(done[2], True), (params.later, False), (params.item, True)]),
    ]
    rng.shuffle(lists)
    for name, items in lists:
        plant_checklist(devices["android"], name, items)


def _read_list(params: Params, look: Look) -> Iterator[Action]:
    """Opens the checklist."""
    yield from open_note(look, as_typed(params, "title"))


def _glance(params: Params, look: Look) -> Iterator[Action]:
    """Reads the checklist's card in the list."""
    yield from to_note(look, as_typed(params, "title"))


def _search_list(params: Params, look: Look) -> Iterator[Action]:
    """Searches the title."""
    yield from search_notes(look, as_typed(params, "title"))


NEXT_ITEM = SubTask(
    name="notes.next_item",
    device="android",
    app="notes",
    says="look up the first item that isn't ticked yet in the checklist whose title is {title} in the phone's Notes "
    "app",
    steps="on the phone, open Notes, tap the checklist whose title is {title} and read its first item that isn't "
    "ticked yet",
    refers="the first item that isn't ticked in the phone's checklist whose title is {title}",
    inputs={"title": short_line("Collect the red crates")},
    hidden={"item": short_line("Wash both kettles"), "later": short_line("Measure old maps")},
    output="line",
    called="unticked item",
    produce=lambda params: str(params.item),
    keys=("title",),
    setup=_two_lists,
    checkpoints=lambda params: [app_opened("notes", "notes_open")],
    oracle={"notes_open": _read_list},
    alternatives={"in_the_list": _glance, "searched": _search_list},
    backends=("sim", "adb"),
    tags=("notes",),
)
