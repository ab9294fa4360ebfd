"""Notes: checklists, and a sub-task that tells what of one is to be done next."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import short_line
from crab_tasks.kits.android.details.words import as_typed
from crab_tasks.kits.android.notes import NOTES, plant_note
from crab_tasks.kits.android.pages import open_first_page, scroll_to
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened

__all__ = ["NEXT_ITEM", "TITLE", "open_note", "plant_checklist", "search_notes", "some_items", "to_note"]

TITLE = "index_note_title"
"""The resource id of the titles in the list of notes."""

_ITEMS = (
    "Candles", "Door key", "Drill", "Extension lead", "First-aid kit", "Folding table", "Gloves", "Hammer", "Matches",
    "Rope", "Stamps", "String",
)  # fmt: skip


def plant_checklist(phone: Setup, title: str, items: Sequence[tuple[str, bool]]) -> None:
    """Makes a checklist the only note of its title.

    Args:
        phone: The phone.
        title: Its title.
        items: Its items' texts, and whether they are ticked.
    """
    plant_note(phone, title, "")
    notes = list(phone.table(NOTES, "note"))
    notes[-1] = {**notes[-1], "is_checklist": 1}
    there = {row["_id"] for row in notes[:-1]}
    rows = [row for row in phone.table(NOTES, "list_item") if row["note_id"] in there]
    last = max((row["_id"] for row in rows), default=0)
    for i, (text, done) in enumerate(items):
        rows.append(
            {"_id": last + 1 + i, "note_id": notes[-1]["_id"], "text": text, "is_checked": int(done), "position": i}
        )
    phone.set_table(NOTES, "note", notes)
    phone.set_table(NOTES, "list_item", rows)


def some_items(rng: random.Random, count: int) -> list[str]:
    """Returns short items of checklists."""
    return rng.sample(_ITEMS, count)


def to_note(look: Look, title: str) -> Iterator[Action]:
    """Scrolls the list of notes to the one of a title; another one may have it as its text."""
    yield from open_first_page(look, "Notes", "new_note_button")
    yield from scroll_to(look, title, rid=TITLE)


def open_note(look: Look, title: str) -> Iterator[Action]:
    """Opens the note of a title, if it is there."""
    yield from to_note(look, title)
    if has(look, "android", title, rid=TITLE):
        yield tap(look, title, rid=TITLE)


def search_notes(look: Look, words: str) -> Iterator[Action]:
    """Searches notes."""
    yield from open_first_page(look, "Notes", "new_note_button")
    yield tap(look, rid="open_search_bar")
    yield action("android", "write_text", text=words)


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
