"""Notes: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_add, may_change
from crab_tasks.kits.android.notes.moves import add_note, open_note, search_notes, to_note
from crab_tasks.kits.android.notes.state import (
    TITLE,
    item_added,
    note_pinned,
    plant_checklist,
    plant_in_any_order,
    plant_note,
    some_items,
    value_noted,
)
from crab_tasks.kits.android.pages import open_first_page, open_row, replace_text, scroll_to, type_into
from crab_tasks.kits.compare import stating
from crab_tasks.kits.moves import find, has, hold, tap
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.values import as_typed

__all__ = ["ADD", "ADD_ITEM", "LINE", "NEXT_ITEM", "PIN"]


def _notes_open(params: Params) -> Sequence[Checkpoint]:
    """Notes is in front."""
    return [app_opened("notes", "notes_open")]


def _open_notes(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Notes", "new_note_button")


def _noted(params: Params) -> Sequence[Checkpoint]:
    """Notes; then the note, and no other one that begins like it."""
    value = check(value_noted, kind=params.kinds["text"], value=params.text)
    return after_opening("notes", "written", value)


def _may_note(params: Params) -> Footprint:
    right = stating(params.kinds["text"], params.text)
    return [may_add("android", "note", most=1, title="", text=right)]


def _write(look: Look, text: str) -> Iterator[Action]:
    """Writes a note without a title, and leaves its page open."""
    yield from open_first_page(look, "Notes", "new_note_button")
    yield tap(look, rid="new_note_button")
    yield from type_into(look, "Note", text)


def _write_note(params: Params, look: Look) -> Iterator[Action]:
    yield from _write(look, as_typed(params, "text"))
    yield action("android", "press", key="back")


def _corrected(params: Params, look: Look) -> Iterator[Action]:
    """Writes something else first, opens the note again and replaces it."""
    draft = f"Draft {as_typed(params, 'text')}"
    yield from _write(look, draft)
    yield action("android", "press", key="back")
    yield from scroll_to(look, draft)
    yield tap(look, text=draft)
    yield from replace_text(look, "Note", as_typed(params, "text"))
    yield action("android", "press", key="back")


def _written_anew(params: Params, look: Look) -> Iterator[Action]:
    """Writes a note with another text, deletes it, and writes a new one."""
    draft = f"Draft {as_typed(params, 'text')}"
    yield from _write(look, draft)
    yield action("android", "press", key="back")
    yield from scroll_to(look, draft)
    yield hold(look, draft)
    yield tap(look, description="Delete")
    yield from _write_note(params, look)


def _as_title(params: Params, look: Look) -> Iterator[Action]:
    """Writes the text into the title."""
    yield from add_note(look, as_typed(params, "text"))


def _longer(params: Params, look: Look) -> Iterator[Action]:
    """Writes something more into the note."""
    yield from _write(look, f"{as_typed(params, 'text')} (today)")
    yield action("android", "press", key="back")


ADD = SubTask(
    name="notes.add",
    device="android",
    app="notes",
    says="write {text} in a new note without a title in the phone's Notes app",
    steps="on the phone, open Notes, tap New text note, leave its title empty, type {text} as its text, and go back",
    inputs={"text": short_line("Oil the garden gate")},
    checkpoints=_noted,
    oracle={"notes_open": _open_notes, "written": _write_note},
    footprint=_may_note,
    alternatives={"corrected": _corrected, "written_anew": _written_anew},
    near_misses={"as_title": _as_title, "longer": _longer},
    backends=("sim", "adb"),
    crab=2,
    tags=("notes",),
)


def _two_notes(devices: Devices, params: Params, rng: random.Random) -> None:
    """The note, and one whose title begins like its own."""
    pairs = [(as_typed(params, "title"), params.text), (f"{as_typed(params, 'title')} (old)", params.old)]
    rng.shuffle(pairs)
    for title, text in pairs:
        plant_note(devices.android, title, text)


def _read_note(params: Params, look: Look) -> Iterator[Action]:
    """Opens the note."""
    yield from _open_notes(params, look)
    yield from open_row(look, as_typed(params, "title"), role="")


def _glance(params: Params, look: Look) -> Iterator[Action]:
    """Reads the note's card in the list."""
    yield from _open_notes(params, look)
    yield from scroll_to(look, as_typed(params, "title"))


def _search_note(params: Params, look: Look) -> Iterator[Action]:
    """Searches the title."""
    yield from _open_notes(params, look)
    yield tap(look, rid="open_search_bar")
    yield action("android", "write_text", text=as_typed(params, "title"))


LINE = SubTask(
    name="notes.line",
    device="android",
    app="notes",
    says="read the text of the note whose title is {title} in the phone's Notes app",
    steps="on the phone, open Notes, tap the note whose title is {title} and read its text",
    refers="the text of the phone's note whose title is {title}",
    inputs={"title": short_line("Return the spare keys")},
    hidden={"text": short_line("Pack two lamps"), "old": short_line("Label old maps")},
    output="line",
    called="text you read",
    produce=lambda params: str(params.text),
    setup=_two_notes,
    checkpoints=_notes_open,
    oracle={"notes_open": _read_note},
    alternatives={"in_the_list": _glance, "searched": _search_note},
    backends=("sim", "adb"),
    tags=("notes",),
)


def _two_lists(devices: Devices, params: Params, rng: random.Random) -> None:
    """The checklist, and one whose title begins like its own."""
    title, done = as_typed(params, "title"), some_items(rng, 4)
    lists = [
        (title, [(done[0], True), (done[1], True), (params.item, False), (params.later, False)]),
        (f"{title} (old)", [(done[2], True), (params.later, False), (params.item, True)]),
    ]
    rng.shuffle(lists)
    for name, items in lists:
        plant_checklist(devices.android, name, items)


def _read_list(params: Params, look: Look) -> Iterator[Action]:
    """Opens the checklist."""
    yield from open_note(look, as_typed(params, "title"))


def _glance_at_list(params: Params, look: Look) -> Iterator[Action]:
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
    alternatives={"in_the_list": _glance_at_list, "searched": _search_list},
    backends=("sim", "adb"),
    tags=("notes",),
)


def _items(params: Params) -> list[tuple[str, bool]]:
    return [(params.first, True), (params.second, False)]


def _lists_to_change(devices: Devices, params: Params, rng: random.Random) -> None:
    """The checklist, and one whose title begins like its own."""
    phone, title = devices.android, as_typed(params, "title")
    both = [
        partial(plant_checklist, phone, f"{title} (old)", [(item, False) for item in some_items(rng, 2)]),
        partial(plant_checklist, phone, title, _items(params)),
    ]
    plant_in_any_order(phone, both, rng)


def _added(params: Params) -> Sequence[Checkpoint]:
    """Notes; then the item."""
    right = check(
        item_added, title=as_typed(params, "title"), items=_items(params), kind=params.kinds["text"], value=params.text
    )
    return after_opening("notes", "added", right)


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
    setup=_lists_to_change,
    checkpoints=_added,
    oracle={"notes_open": _open_notes, "added": _add},
    footprint=_may_add,
    alternatives={"searched": _add_after_search, "corrected": _add_corrected},
    near_misses={"other_list": _add_to_other, "ticked": _add_ticked},
    backends=("sim", "adb"),
    tags=("notes",),
)


def _notes_to_pin(devices: Devices, params: Params, rng: random.Random) -> None:
    """The note, and one whose title begins like its own."""
    phone, title = devices.android, as_typed(params, "title")
    both = [partial(plant_note, phone, name, "\n".join(some_items(rng, 2))) for name in (f"{title} (old)", title)]
    plant_in_any_order(phone, both, rng)


def _pinned(params: Params) -> Sequence[Checkpoint]:
    """Notes; then the pin."""
    return after_opening("notes", "pinned", check(note_pinned, title=as_typed(params, "title")))


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
    setup=_notes_to_pin,
    checkpoints=_pinned,
    oracle={"notes_open": _open_notes, "pinned": _pin},
    footprint=_may_pin,
    alternatives={"selected": _pin_selected, "after_other": _pin_after_other},
    near_misses={"other_note": _pin_other, "archived": _archive},
    backends=("sim", "adb"),
    tags=("notes",),
)
