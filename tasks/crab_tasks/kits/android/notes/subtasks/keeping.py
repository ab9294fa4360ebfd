"""Notes: sub-tasks that lock notes, tidy checklists, and exchange notes with files."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from crab_gym.backends.base import Devices
from crab_gym.evaluation import check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, integer
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_add, may_change
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.notes.moves import add_note, note_action, open_note, search_notes
from crab_tasks.kits.android.notes.state import (
    TITLE,
    items_are,
    note_holds,
    note_locked,
    note_saved,
    pin_hash,
    plant_checklist,
    plant_in_any_order,
    plant_note,
    some_items,
)
from crab_tasks.kits.android.pages import open_first_page, scroll_to
from crab_tasks.kits.compare import same_text
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.paths import stem_of
from crab_tasks.kits.state import after_opening
from crab_tasks.kits.values import as_typed

__all__ = ["CLEAR_TICKED", "FROM_FILE", "LOCK", "SAVE_FILE"]

_DOWNLOAD = f"{STORAGE}/Download"


def _open_notes(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Notes", "new_note_button")


def _title(params: Params, old: bool = False) -> str:
    """Returns the title of the note, or of the one whose title begins like its own."""
    return as_typed(params, "title") + " (old)" * old


def _two_notes(devices: Devices, params: Params, rng: random.Random) -> None:
    phone = devices.android
    both = [partial(plant_note, phone, _title(params, old), "\n".join(some_items(rng, 2))) for old in (True, False)]
    plant_in_any_order(phone, both, rng)


def _search(params: Params, look: Look, item: str) -> Iterator[Action]:
    """Finds the note by a search, and chooses an item of its menu."""
    yield from search_notes(look, _title(params))
    yield tap(look, text=_title(params), rid=TITLE)
    yield tap(look, description="Action")
    yield tap(look, item)


# Locks --------------------------------------------------------------------------------------------------------------


def _lock(params: Params, look: Look, pin: int, old: bool = False, button: str = "OK") -> Iterator[Action]:
    yield from note_action(look, _title(params, old), "Lock note")
    if has(look, "android", "Lock note"):
        yield action("android", "write_text", text=str(pin))
        yield tap(look, button, role="button")
        yield action("android", "press", key="back")


def _lock_anew(params: Params, look: Look) -> Iterator[Action]:
    """Locks the note with another PIN, opens it by that, and takes the lock off first."""
    yield from _lock(params, look, params.pin + 1)
    yield from open_note(look, _title(params))
    yield action("android", "write_text", text=str(params.pin + 1))
    yield tap(look, "OK", role="button")
    yield tap(look, description="Action")
    yield tap(look, "Unlock note")
    yield action("android", "press", key="back")
    yield from _lock(params, look, params.pin)


def _lock_searched(params: Params, look: Look) -> Iterator[Action]:
    yield from _search(params, look, "Lock note")
    yield action("android", "write_text", text=str(params.pin))
    yield action("android", "press", key="enter")
    yield tap(look, description="Navigate up")


LOCK = SubTask(
    name="notes.lock",
    device="android",
    app="notes",
    says="lock the note whose title is {title} in the phone's Notes app with {pin} as its PIN",
    steps="on the phone, open Notes, tap the note whose title is {title}, tap Action, tap Lock note, type {pin} as its "
    "PIN, tap OK, and go back",
    inputs={"title": short_line("Return the long ladder"), "pin": integer(1000, 9998, 4711, type="count")},
    keys=("title",),
    setup=_two_notes,
    checkpoints=lambda params: after_opening(
        "notes", "locked", check(note_locked, title=_title(params), pin=str(params.pin))
    ),
    oracle={"notes_open": _open_notes, "locked": lambda params, look: _lock(params, look, params.pin)},
    footprint=lambda params: [
        may_change("android", "note", ("lock",), becomes={"lock": pin_hash(str(params.pin))}, title=_title(params))
    ],
    alternatives={"anew": _lock_anew, "searched": _lock_searched},
    near_misses={
        "other_note": lambda params, look: _lock(params, look, params.pin, old=True),
        "other_pin": lambda params, look: _lock(params, look, params.pin + 1),
        "cancelled": lambda params, look: _lock(params, look, params.pin, button="Cancel"),
    },
    backends=("sim", "adb"),
    tags=("notes",),
)

# Checklists ---------------------------------------------------------------------------------------------------------


def _items(params: Params) -> list[tuple[str, bool]]:
    names = (params.first, params.second, params.third, params.fourth)
    return [(name, bool(params.ticks >> i & 1)) for i, name in enumerate(names)]


def _lists(devices: Devices, params: Params, rng: random.Random) -> None:
    """The checklist, and one whose title begins like its own."""
    phone, old = devices.android, [(item, i > 0) for i, item in enumerate(some_items(rng, 3))]
    both = [
        partial(plant_checklist, phone, _title(params, old=True), old),
        partial(plant_checklist, phone, _title(params), _items(params)),
    ]
    plant_in_any_order(phone, both, rng)


def _choose(params: Params, look: Look, item: str, old: bool = False) -> Iterator[Action]:
    yield from note_action(look, _title(params, old), item)
    yield action("android", "press", key="back")


def _clear_one_by_one(params: Params, look: Look) -> Iterator[Action]:
    """Deletes each ticked item by its cross, the last one first."""
    yield from open_note(look, _title(params))
    for i, (_, ticked) in reversed(list(enumerate(_items(params)))):
        if ticked:
            crosses = [one for one in look("android") if one.description == "Delete list item"]
            x, y = crosses[i].center
            yield action("android", "tap", x=x, y=y)
    yield action("android", "press", key="back")


def _clear_after_undo(params: Params, look: Look) -> Iterator[Action]:
    """Takes the ticks off by mistake, undoes that, and deletes the items."""
    yield from note_action(look, _title(params), "Uncheck all items")
    yield tap(look, description="Undo")
    yield tap(look, description="Action")
    yield tap(look, "Delete checked items")
    yield tap(look, description="Navigate up")


_WORDS = ("Apples", "Bread", "Cheese", "Dates", "Eggs", "Flour", "Grapes", "Honey")

CLEAR_TICKED = SubTask(
    name="notes.clear_ticked",
    device="android",
    app="notes",
    says="delete the ticked items of the checklist whose title is {title} in the phone's Notes app",
    steps="on the phone, open Notes, tap the checklist whose title is {title}, tap Action, tap Delete checked items, "
    "and go back",
    inputs={"title": short_line("Bring ten candles")},
    hidden={
        "first": choice(_WORDS[:2], "Apples"), "second": choice(_WORDS[2:4], "Dates"),
        "third": choice(_WORDS[4:6], "Eggs"), "fourth": choice(_WORDS[6:], "Honey"),
        "ticks": choice((0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100), 0b0101),
    },
    keys=("title",),
    setup=_lists,
    checkpoints=lambda params: after_opening(
        "notes",
        "cleared",
        check(items_are, title=_title(params), items=[item for item in _items(params) if not item[1]]),
    ),
    oracle={
        "notes_open": _open_notes,
        "cleared": lambda params, look: _choose(params, look, "Delete checked items"),
    },
    footprint=lambda params: [may_change("android", "note", ("items",), title=_title(params))],
    alternatives={"one_by_one": _clear_one_by_one, "after_undo": _clear_after_undo},
    near_misses={
        "unticked": lambda params, look: _choose(params, look, "Uncheck all items"),
        "other_list": lambda params, look: _choose(params, look, "Delete checked items", old=True),
    },
    backends=("sim", "adb"),
    tags=("notes",),
)  # fmt: skip

# Files --------------------------------------------------------------------------------------------------------------


def _two_texts(devices: Devices, params: Params, rng: random.Random) -> None:
    phone, texts = devices.android, ((True, params.old), (False, params.text))
    plant_in_any_order(phone, [partial(plant_note, phone, _title(params, old), text) for old, text in texts], rng)


def _may_save(params: Params) -> Footprint:
    def right(path: object) -> bool:
        folder, _, name = str(path).rpartition("/")
        return folder == _DOWNLOAD and name.endswith(".txt")

    return [may_add("android", "file", most=1, path=right, kind="file")]


def _save(params: Params, look: Look, old: bool = False, up: bool = False) -> Iterator[Action]:
    """Saves a note as a file in the folder that is offered, or in the one above."""
    yield from note_action(look, _title(params, old), "Export as file")
    if has(look, "android", "Save here"):
        if up:
            yield tap(look, "..", role="list_item")
        yield tap(look, "Save here", role="button")
        yield tap(look, "OK", role="button")


def _save_roundabout(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the folder that is offered, and comes back to it."""
    yield from note_action(look, _title(params), "Export as file")
    yield tap(look, "..", role="list_item")
    yield from scroll_to(look, "Download", role="list_item")
    yield tap(look, "Download", role="list_item")
    yield tap(look, "Save here", role="button")


def _save_searched(params: Params, look: Look) -> Iterator[Action]:
    yield from _search(params, look, "Export as file")
    yield tap(look, "Save here", role="button")


SAVE_FILE = SubTask(
    name="notes.save_file",
    device="android",
    app="notes",
    says="save the text of the note whose title is {title} in the phone's Notes app as a .txt file in the phone's "
    "folder Download",
    steps="on the phone, open Notes, tap the note whose title is {title}, tap Action, tap Export as file, choose the "
    "folder Download and tap Save here",
    inputs={"title": short_line("Order a garden chair")},
    hidden={"text": short_line("Paint two lamps"), "old": short_line("Wash the red crates")},
    keys=("title",),
    setup=_two_texts,
    checkpoints=lambda params: after_opening("notes", "saved", check(note_saved, folder=_DOWNLOAD, text=params.text)),
    oracle={"notes_open": _open_notes, "saved": lambda params, look: _save(params, look)},
    footprint=_may_save,
    alternatives={"roundabout": _save_roundabout, "searched": _save_searched},
    near_misses={
        "other_note": lambda params, look: _save(params, look, old=True),
        "other_folder": lambda params, look: _save(params, look, up=True),
    },
    backends=("sim", "adb"),
    tags=("notes",),
)


_FILES = tuple(f"{first}_{second}.txt" for first in ("agenda", "ideas", "meals", "presents", "repairs", "songs")
               for second in ("june", "may", "spring", "summer"))  # fmt: skip


def _other(params: Params) -> str:
    """Returns the title that the other file would give a note."""
    return f"{stem_of(params.file)}_old"


def _two_files(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file, and one whose name begins like its own."""
    files = (stem_of(params.file), params.text), (_other(params), params.old)
    for (name, text), age in zip(files, rng.sample(range(3, 90), 2), strict=True):
        devices.android.write_old_file(f"{_DOWNLOAD}/{name}.txt", f"{text}\n", 3600.0 * age)


def _open_file(look: Look, name: str) -> Iterator[Action]:
    yield from open_first_page(look, "Notes", "new_note_button")
    yield tap(look, description="Open navigation drawer")
    yield tap(look, "Open file")
    yield from scroll_to(look, f"{name}.txt", role="list_item")
    yield tap(look, f"{name}.txt", role="list_item")


def _open_instead(params: Params, look: Look) -> Iterator[Action]:
    """Opens the other file first, and deletes that note."""
    yield from _open_file(look, _other(params))
    yield from note_action(look, _other(params), "Delete")
    yield from _open_file(look, stem_of(params.file))


FROM_FILE = SubTask(
    name="notes.from_file",
    device="android",
    app="notes",
    says="open the file {file} of the phone's folder Download as a new note in the phone's Notes app",
    steps="on the phone, open Notes, tap Open navigation drawer, tap Open file, and tap {file} of the folder Download",
    inputs={"file": choice(_FILES, "repairs_may.txt")},
    hidden={"text": short_line("Label the spare keys"), "old": short_line("Repair old maps")},
    setup=_two_files,
    checkpoints=lambda params: after_opening(
        "notes", "opened", check(note_holds, title=stem_of(params.file), lines=(params.text,))
    ),
    oracle={"notes_open": _open_notes, "opened": lambda params, look: _open_file(look, stem_of(params.file))},
    footprint=lambda params: [
        may_add("android", "note", most=1, title=stem_of(params.file), text=same_text(params.text))
    ],
    alternatives={
        "by_hand": lambda params, look: add_note(look, stem_of(params.file), (params.text,)),
        "at_second_try": _open_instead,
    },
    near_misses={
        "other_file": lambda params, look: _open_file(look, _other(params)),
        "without_title": lambda params, look: add_note(look, "", (params.text,)),
    },
    backends=("sim", "adb"),
    tags=("notes",),
)
