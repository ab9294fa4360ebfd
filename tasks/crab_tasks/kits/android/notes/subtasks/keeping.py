"""Notes: sub-tasks that lock notes, tidy checklists, and exchange notes with files."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
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
    plant_note,
    some_items,
)
from crab_tasks.kits.android.pages import open_first_page, scroll_to
from crab_tasks.kits.compare import same_text
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed

__all__ = ["CLEAR_TICKED", "FROM_FILE", "LOCK", "SAVE_FILE"]

_DOWNLOAD = f"{STORAGE}/Download"


def _open_notes(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Notes", "new_note_button")


def _two_notes(devices: Devices, params: Params, rng: random.Random) -> None:
    """The note, and one whose title begins like its own."""
    title = as_typed(params, "title")
    for name in (f"{title} (old)", title):
        plant_note(devices.android, name, "\n".join(some_items(rng, 2)))


# Locks --------------------------------------------------------------------------------------------------------------


def _locked(params: Params) -> Sequence[Checkpoint]:
    """Notes; then the lock."""
    right = check(note_locked, title=as_typed(params, "title"), pin=str(params.pin))
    return [
        app_opened("notes", "notes_open"),
        Checkpoint(id="locked", device="android", app="notes", evaluator=right, after=("notes_open",)),
    ]


def _may_lock(params: Params) -> Footprint:
    becomes = {"lock": pin_hash(str(params.pin))}
    return [may_change("android", "note", ("lock",), becomes=becomes, title=as_typed(params, "title"))]


def _lock_one(look: Look, title: str, pin: int, button: str = "OK") -> Iterator[Action]:
    yield from note_action(look, title, "Lock note")
    if has(look, "android", "Lock note"):
        yield action("android", "write_text", text=str(pin))
        yield tap(look, button, role="button")
        yield action("android", "press", key="back")


def _lock(params: Params, look: Look) -> Iterator[Action]:
    yield from _lock_one(look, as_typed(params, "title"), params.pin)


def _lock_anew(params: Params, look: Look) -> Iterator[Action]:
    """Locks the note with another PIN, opens it by that, and takes the lock off first."""
    title = as_typed(params, "title")
    yield from _lock_one(look, title, params.pin + 1)
    yield from open_note(look, title)
    yield action("android", "write_text", text=str(params.pin + 1))
    yield tap(look, "OK", role="button")
    yield tap(look, description="Action")
    yield tap(look, "Unlock note")
    yield action("android", "press", key="back")
    yield from _lock(params, look)


def _lock_searched(params: Params, look: Look) -> Iterator[Action]:
    """Searches the note, and leaves it by the arrow."""
    yield from search_notes(look, as_typed(params, "title"))
    yield tap(look, text=as_typed(params, "title"), rid=TITLE)
    yield tap(look, description="Action")
    yield tap(look, "Lock note")
    yield action("android", "write_text", text=str(params.pin))
    yield action("android", "press", key="enter")
    yield tap(look, description="Navigate up")


def _lock_other(params: Params, look: Look) -> Iterator[Action]:
    """Locks the note whose title begins like the one that is meant."""
    yield from _lock_one(look, f"{as_typed(params, 'title')} (old)", params.pin)


def _lock_wrongly(params: Params, look: Look) -> Iterator[Action]:
    yield from _lock_one(look, as_typed(params, "title"), params.pin + 1)


def _not_locked(params: Params, look: Look) -> Iterator[Action]:
    yield from _lock_one(look, as_typed(params, "title"), params.pin, "Cancel")


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
    checkpoints=_locked,
    oracle={"notes_open": _open_notes, "locked": _lock},
    footprint=_may_lock,
    alternatives={"anew": _lock_anew, "searched": _lock_searched},
    near_misses={"other_note": _lock_other, "other_pin": _lock_wrongly, "cancelled": _not_locked},
    backends=("sim", "adb"),
    tags=("notes",),
)

# Checklists ---------------------------------------------------------------------------------------------------------


def _items(params: Params) -> list[tuple[str, bool]]:
    names = (params.first, params.second, params.third, params.fourth)
    return [(name, bool(params.ticks >> i & 1)) for i, name in enumerate(names)]


def _lists(devices: Devices, params: Params, rng: random.Random) -> None:
    """The checklist, and one whose title begins like its own."""
    title = as_typed(params, "title")
    plant_checklist(devices.android, f"{title} (old)", [(item, i > 0) for i, item in enumerate(some_items(rng, 3))])
    plant_checklist(devices.android, title, _items(params))


def _cleared(params: Params) -> Sequence[Checkpoint]:
    """Notes; then the checklist without ticked items."""
    left = [item for item in _items(params) if not item[1]]
    right = check(items_are, title=as_typed(params, "title"), items=left)
    return [
        app_opened("notes", "notes_open"),
        Checkpoint(id="cleared", device="android", app="notes", evaluator=right, after=("notes_open",)),
    ]


def _may_clear(params: Params) -> Footprint:
    return [may_change("android", "note", ("items",), title=as_typed(params, "title"))]


def _menu_item(look: Look, title: str, item: str) -> Iterator[Action]:
    yield from note_action(look, title, item)
    yield action("android", "press", key="back")


def _clear(params: Params, look: Look) -> Iterator[Action]:
    yield from _menu_item(look, as_typed(params, "title"), "Delete checked items")


def _clear_one_by_one(params: Params, look: Look) -> Iterator[Action]:
    """Deletes each ticked item by its cross, the last one first."""
    yield from open_note(look, as_typed(params, "title"))
    for i, (_, ticked) in reversed(list(enumerate(_items(params)))):
        if ticked:
            crosses = [one for one in look("android") if one.description == "Delete list item"]
            x, y = crosses[i].center
            yield action("android", "tap", x=x, y=y)
    yield action("android", "press", key="back")


def _clear_after_undo(params: Params, look: Look) -> Iterator[Action]:
    """Takes the ticks off by mistake, undoes that, and deletes the items."""
    yield from note_action(look, as_typed(params, "title"), "Uncheck all items")
    yield tap(look, description="Undo")
    yield tap(look, description="Action")
    yield tap(look, "Delete checked items")
    yield tap(look, description="Navigate up")


def _untick(params: Params, look: Look) -> Iterator[Action]:
    yield from _menu_item(look, as_typed(params, "title"), "Uncheck all items")


def _clear_other(params: Params, look: Look) -> Iterator[Action]:
    yield from _menu_item(look, f"{as_typed(params, 'title')} (old)", "Delete checked items")


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
    checkpoints=_cleared,
    oracle={"notes_open": _open_notes, "cleared": _clear},
    footprint=_may_clear,
    alternatives={"one_by_one": _clear_one_by_one, "after_undo": _clear_after_undo},
    near_misses={"unticked": _untick, "other_list": _clear_other},
    backends=("sim", "adb"),
    tags=("notes",),
)  # fmt: skip

# Files --------------------------------------------------------------------------------------------------------------


def _two_texts(devices: Devices, params: Params, rng: random.Random) -> None:
    """The note, and one whose title begins like its own."""
    title = as_typed(params, "title")
    for name, text in ((f"{title} (old)", params.old), (title, params.text)):
        plant_note(devices.android, name, text)


def _saved(params: Params) -> Sequence[Checkpoint]:
    """Notes; then the file."""
    right = check(note_saved, folder=_DOWNLOAD, text=params.text)
    return [
        app_opened("notes", "notes_open"),
        Checkpoint(id="saved", device="android", app="notes", evaluator=right, after=("notes_open",)),
    ]


def _may_save(params: Params) -> Footprint:
    def right(path: object) -> bool:
        folder, _, name = str(path).rpartition("/")
        return folder == _DOWNLOAD and name.endswith(".txt")

    return [may_add("android", "file", most=1, path=right, kind="file")]


def _save_one(look: Look, title: str, up: bool = False) -> Iterator[Action]:
    """Saves a note as a file in the folder that is offered, or in the one above."""
    yield from note_action(look, title, "Export as file")
    if has(look, "android", "Save here"):
        if up:
            yield tap(look, "..", role="list_item")
        yield tap(look, "Save here", role="button")
        yield tap(look, "OK", role="button")


def _save(params: Params, look: Look) -> Iterator[Action]:
    yield from _save_one(look, as_typed(params, "title"))


def _save_roundabout(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the folder that is offered, and comes back to it."""
    yield from note_action(look, as_typed(params, "title"), "Export as file")
    yield tap(look, "..", role="list_item")
    yield from scroll_to(look, "Download", role="list_item")
    yield tap(look, "Download", role="list_item")
    yield tap(look, "Save here", role="button")


def _save_searched(params: Params, look: Look) -> Iterator[Action]:
    yield from search_notes(look, as_typed(params, "title"))
    yield tap(look, text=as_typed(params, "title"), rid=TITLE)
    yield tap(look, description="Action")
    yield tap(look, "Export as file")
    yield tap(look, "Save here", role="button")


def _save_other(params: Params, look: Look) -> Iterator[Action]:
    yield from _save_one(look, f"{as_typed(params, 'title')} (old)")


def _save_above(params: Params, look: Look) -> Iterator[Action]:
    yield from _save_one(look, as_typed(params, "title"), up=True)


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
    checkpoints=_saved,
    oracle={"notes_open": _open_notes, "saved": _save},
    footprint=_may_save,
    alternatives={"roundabout": _save_roundabout, "searched": _save_searched},
    near_misses={"other_note": _save_other, "other_folder": _save_above},
    backends=("sim", "adb"),
    tags=("notes",),
)


def _two_files(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file, and one whose name begins like its own; no note has either's name as its title."""
    phone = devices.android
    for name, text in ((params.file, params.text), (f"{params.file}_old", params.old)):
        phone.write_file(f"{_DOWNLOAD}/{name}.txt", f"{text}\n")


def _opened(params: Params) -> Sequence[Checkpoint]:
    """Notes; then the note."""
    right = check(note_holds, title=params.file, lines=(params.text,))
    return [
        app_opened("notes", "notes_open"),
        Checkpoint(id="opened", device="android", app="notes", evaluator=right, after=("notes_open",)),
    ]


def _may_open(params: Params) -> Footprint:
    return [may_add("android", "note", most=1, title=params.file, text=same_text(params.text))]


def _open_one(look: Look, name: str) -> Iterator[Action]:
    yield from open_first_page(look, "Notes", "new_note_button")
    yield tap(look, description="Open navigation drawer")
    yield tap(look, "Open file")
    yield from scroll_to(look, f"{name}.txt", role="list_item")
    yield tap(look, f"{name}.txt", role="list_item")


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_one(look, params.file)


def _typed_by_hand(params: Params, look: Look) -> Iterator[Action]:
    yield from add_note(look, params.file, (params.text,))


def _open_at_second_try(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the list of files once without a choice."""
    yield from open_first_page(look, "Notes", "new_note_button")
    yield tap(look, description="Open navigation drawer")
    yield tap(look, "Open file")
    yield action("android", "press", key="back")
    yield from _open(params, look)


def _open_other(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_one(look, f"{params.file}_old")


def _without_title(params: Params, look: Look) -> Iterator[Action]:
    yield from add_note(look, "", (params.text,))


FROM_FILE = SubTask(
    name="notes.from_file",
    device="android",
    app="notes",
    says="open the file {file}.txt of the phone's folder Download as a new note in the phone's Notes app",
    steps="on the phone, open Notes, tap Open navigation drawer, tap Open file, and tap {file}.txt of the folder "
    "Download",
    inputs={"file": choice(("agenda", "directions", "ideas", "meals", "presents", "repairs", "songs"), "repairs")},
    hidden={"text": short_line("Label the spare keys"), "old": short_line("Repair old maps")},
    setup=_two_files,
    checkpoints=_opened,
    oracle={"notes_open": _open_notes, "opened": _open},
    footprint=_may_open,
    alternatives={"by_hand": _typed_by_hand, "second_try": _open_at_second_try},
    near_misses={"other_file": _open_other, "without_title": _without_title},
    backends=("sim", "adb"),
    tags=("notes",),
)
