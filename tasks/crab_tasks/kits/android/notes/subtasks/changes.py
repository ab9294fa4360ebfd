"""Notes: sub-tasks that add an item to a checklist, and pin a note."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.notes.moves import open_note, search_notes, to_note
from crab_tasks.kits.android.notes.state import TITLE, item_added, note_pinned, plant_checklist, plant_note, some_items
from crab_tasks.kits.android.pages import open_first_page
from crab_tasks.kits.moves import find, has, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed

__all__ = ["ADD_ITEM", "PIN"]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Notes", "new_note_button")


def _items(params: Params) -> list[tuple[str, bool]]:
    return [(params.first, True), (params.second, False)]


def _two_lists(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The checklist, and one whose title begins like its own."""
    phone, title = devices["android"], as_typed(params, "title")
    plant_checklist(phone, f"{title} (old)", [(item, False) for item in some_items(rng, 2)])
    plant_checklist(phone, title, _items(params))


def _added(params: Params) -> Sequence[Checkpoint]:
    """Notes; then the item."""
    right = {
        "title": as_typed(params, "title"), "items": _items(params), "kind": params.kinds["text"], "value": params.text,
    }  # fmt: skip
    return [
        app_opened("notes", "notes_open"),
        Checkpoint("added", "android", "notes", item_added, right, after=("notes_open",)),
    ]


def _may_add(params: Params) -> Footprint:
    return [may_change("android", "note", ("items",), title=as_typed(params, "title"))]


def _add_to(look: Look, title: str, text: str) -> Iterator[Action]:
    """Adds an item to a checklist, if there is one of this title."""
    yield from open_note(look, title)
    if has(look, "android", "List item", role="button"):
        yield tap(look, text="List item", role="button")
        yield action("android", "write_text", text=text)
        yield action("android", "press", key="back")


def _add(params: Params, look: Look) -> Iterator[Action]:
    yield from _add_to(look, as_typed(params, "title"), as_typed(params, "text"))


def _add_after_search(params: Params, look: Look) -> Iterator[Action]:
    """Searches the checklist, and leaves it by the arrow."""
    yield from search_notes(look, as_typed(params, "title"))
    yield tap(look, text=as_typed(params, "title"), rid=TITLE)
    yield tap(look, text="List item", role="button")
    yield action("android", "write_text", text=as_typed(params, "text"))
    yield tap(look, description="Navigate up")


def _add_corrected(params: Params, look: Look) -> Iterator[Action]:
    """Adds something else first, deletes it, and adds the item."""
    yield from _add_to(look, as_typed(params, "title"), "Something else")
    yield from open_note(look, as_typed(params, "title"))
    last = [one for one in look("android") if one.description == "Delete list item"][-1]
    yield action("android", "tap", x=last.center[0], y=last.center[1])
    yield action("android", "press", key="back")
    yield from _add(params, look)


def _add_to_other(params: Params, look: Look) -> Iterator[Action]:
    """Adds it to the checklist whose title begins like the one that is meant."""
    yield from _add_to(look, f"{as_typed(params, 'title')} (old)", as_typed(params, "text"))


def _add_ticked(params: Params, look: Look) -> Iterator[Action]:
    """Adds it, and ticks it before it is saved."""
    yield from open_note(look, as_typed(params, "title"))
    yield tap(look, text="List item", role="button")
    yield action("android", "write_text", text=as_typed(params, "text"))
    last = [one for one in look("android") if one.role == "checkbox"][-1]
    yield action("android", "tap", x=last.center[0], y=last.center[1])
    yield action("android", "press", key="back")


ADD_ITEM = SubTask(
    name="notes.add_item",
    device="android",
    app="notes",
    says="add {text} as a new item to the checklist whose title is {title} in the phone's Notes app",
    steps="on the phone, open Notes, tap the checklist whose title is {title}, tap List item, type {text} as a new "
    "item, and go back",
    inputs={"text": short_line("Collect both kettles"), "title": short_line("Paint the spare keys")},
    hidden={"first": short_line("Order the red crates"), "second": short_line("Label the long ladder")},
    keys=("title",),
    setup=_two_lists,
    checkpoints=_added,
    oracle={"notes_open": _open, "added": _add},
    footprint=_may_add,
    alternatives={"searched": _add_after_search, "corrected": _add_corrected},
    near_misses={"other_list": _add_to_other, "ticked": _add_ticked},
    backends=("sim", "adb"),
    tags=("notes",),
)


def _two_notes(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The note, and one whose title begins like its own."""
    phone, title = devices["android"], as_typed(params, "title")
    for name in (f"{title} (old)", title):
        plant_note(phone, name, "\n".join(some_items(rng, 2)))


def _pinned(params: Params) -> Sequence[Checkpoint]:
    """Notes; then the pin."""
    return [
        app_opened("notes", "notes_open"),
        Checkpoint(
            "pinned", "android", "notes", note_pinned, {"title": as_typed(params, "title")}, after=("notes_open",)
        ),
    ]


def _may_pin(params: Params) -> Footprint:
    return [may_change("android", "note", ("pinned",), title=as_typed(params, "title"))]


def _pin_one(look: Look, title: str) -> Iterator[Action]:
    """Opens a note, if it is there, and pins it or takes the pin off."""
    yield from open_note(look, title)
    for name in ("Pin", "Unpin"):
        if has(look, "android", description=name):
            yield tap(look, description=name)
            yield action("android", "press", key="back")
            return


def _pin(params: Params, look: Look) -> Iterator[Action]:
    yield from _pin_one(look, as_typed(params, "title"))


def _pin_selected(params: Params, look: Look) -> Iterator[Action]:
    """Selects the note in the list."""
    yield from to_note(look, as_typed(params, "title"))
    x, y = find(look, "android", as_typed(params, "title"), rid=TITLE).center
    yield action("android", "long_tap", x=x, y=y)
    yield tap(look, description="Pin")


def _pin_after_other(params: Params, look: Look) -> Iterator[Action]:
    """Pins the other note first, and takes its pin off again."""
    for title in (f"{as_typed(params, 'title')} (old)", as_typed(params, "title")):
        yield from _pin_one(look, title)
    yield from _pin_one(look, f"{as_typed(params, 'title')} (old)")


def _pin_other(params: Params, look: Look) -> Iterator[Action]:
    """Pins the note whose title begins like the one that is meant."""
    yield from _pin_one(look, f"{as_typed(params, 'title')} (old)")


def _archive(params: Params, look: Look) -> Iterator[Action]:
    """Archives the note instead."""
    yield from open_note(look, as_typed(params, "title"))
    yield tap(look, description="Archive")


PIN = SubTask(
    name="notes.pin",
    device="android",
    app="notes",
    says="pin the note whose title is {title} in the phone's Notes app",
    steps="on the phone, open Notes, tap the note whose title is {title}, tap Pin, and go back",
    inputs={"title": short_line("Measure the spare keys")},
    keys=("title",),
    setup=_two_notes,
    checkpoints=_pinned,
    oracle={"notes_open": _open, "pinned": _pin},
    footprint=_may_pin,
    alternatives={"selected": _pin_selected, "after_other": _pin_after_other},
    near_misses={"other_note": _pin_other, "archived": _archive},
    backends=("sim", "adb"),
    tags=("notes",),
)
