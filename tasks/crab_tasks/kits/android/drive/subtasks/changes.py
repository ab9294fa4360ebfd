"""Drive: sub-tasks that rename a document, and move one into a folder."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_gym.task.types import short_line, states
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.account import DRIVE
from crab_tasks.kits.android.drive.moves import open_tab, search_drive
from crab_tasks.kits.android.drive.state import Entry, document_in, document_named, plant_entries
from crab_tasks.kits.android.pages import open_row, scroll_to
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import after_opening
from crab_tasks.kits.values import as_typed, some_of

__all__ = ["MOVE", "RENAME"]


def _menu(look: Look, name: str, item: str) -> Generator[Action, None, bool]:
    """Chooses an item of the menu of a document, and returns whether there is one of the name in no folder."""
    yield from open_tab(look, "Files")
    yield from open_row(look, name)
    if not has(look, "android", description="More options"):
        return False
    yield tap(look, description="More options")
    yield tap(look, text=item)
    return True


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_tab(look, "Files")


def _two_documents(devices: Devices, params: Params, rng: random.Random) -> None:
    """The document, and one whose name begins like its own; nothing has the new name."""
    phone, title = devices.android, as_typed(params, "title")
    rows = phone.table(DRIVE, "entry")
    gone = {row["_id"] for row in rows if states(params.kinds["name"], str(row["title"] or ""), params.name)}
    if gone:
        phone.set_table(DRIVE, "entry", [row for row in rows if not gone & {row["_id"], row["parent_id"]}])
    plant_entries(phone, [Entry(title, params.content), Entry(f"{title} (2)", params.other)])


def _renamed(params: Params) -> Sequence[Checkpoint]:
    """Drive; then the name."""
    right = check(
        document_named,
        kind=params.kinds["name"],
        value=params.name,
        content=params.content,
        before=as_typed(params, "title"),
    )
    return after_opening("drive", "renamed", right)


def _may_rename(params: Params) -> Footprint:
    return [
        may_change(
            "android", "drive_file", ("title",), title=as_typed(params, "title"),
            becomes={"title": same_value(params.kinds["name"], params.name)},
        )
    ]  # fmt: skip


def _type_name(look: Look, title: str, name: str, button: str = "Rename") -> Iterator[Action]:
    """Types a document's new name into the dialog, and taps one of its buttons."""
    if (yield from _menu(look, title, "Rename")):
        yield action("android", "write_text", text=name)
        yield tap(look, text=button, role="button")


def _rename(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_name(look, as_typed(params, "title"), as_typed(params, "name"))


def _rename_opened(params: Params, look: Look) -> Iterator[Action]:
    """Opens the document, renames it from there, and presses Enter."""
    yield from search_drive(look, as_typed(params, "title"))
    yield from open_row(look, as_typed(params, "title"))
    yield tap(look, description="More options")
    yield tap(look, text="Rename")
    yield action("android", "write_text", text=as_typed(params, "name"))
    yield action("android", "press", key="enter")


def _rename_twice(params: Params, look: Look) -> Iterator[Action]:
    """Gives it another name first."""
    yield from _type_name(look, as_typed(params, "title"), "My new one")
    yield from _type_name(look, "My new one", as_typed(params, "name"))


def _rename_other(params: Params, look: Look) -> Iterator[Action]:
    """Renames the document whose name begins like the one that is meant."""
    yield from _type_name(look, f"{as_typed(params, 'title')} (2)", as_typed(params, "name"))


def _cancel(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_name(look, as_typed(params, "title"), as_typed(params, "name"), "Cancel")


RENAME = SubTask(
    name="drive.rename",
    device="android",
    app="drive",
    says="change the name of the document whose name is {title} in the phone's Drive app to {name}",
    steps="on the phone, open Drive, tap Files, tap the document whose name is {title}, tap More options and Rename, "
    "type {name} as its new name and tap Rename",
    inputs={"title": short_line("Return both kettles"), "name": short_line("Label ten candles")},
    hidden={"content": short_line("Wash two lamps"), "other": short_line("Paint old maps")},
    keys=("title", "name"),
    setup=_two_documents,
    checkpoints=_renamed,
    oracle={"drive_open": _open, "renamed": _rename},
    footprint=_may_rename,
    alternatives={"opened": _rename_opened, "twice": _rename_twice},
    near_misses={"other_document": _rename_other, "cancelled": _cancel},
    backends=("sim", "adb"),
    tags=("drive",),
)


_BRACKETED = ("(draft) Budget", "(draft) Contract", "(draft) Speech", "(old) Inventory", "(old) Rota")


def _document_and_folders(devices: Devices, params: Params, rng: random.Random) -> None:
    """The document, one whose name begins like its own, the folder, and one whose name begins like its own.

    Some other documents stand before one that is called by a number or a date.
    """
    title, folder = as_typed(params, "title"), params.folder
    others = some_of(rng, _BRACKETED)
    plant_entries(
        devices.android,
        [
            Entry(folder, folder=True), Entry(f"{folder} 2", folder=True), Entry(title, params.content),
            Entry(f"{title} (2)", params.other), *[Entry(other, "Nothing yet.") for other in others],
        ],
    )  # fmt: skip


def _moved(params: Params) -> Sequence[Checkpoint]:
    """Drive; then the document in the folder."""
    right = check(document_in, title=as_typed(params, "title"), content=params.content, folder=params.folder)
    return after_opening("drive", "moved", right)


def _may_move(params: Params) -> Footprint:
    return [may_change("android", "drive_file", ("parent",), title=as_typed(params, "title"))]


def _take(look: Look, folder: str) -> Iterator[Action]:
    """Chooses a folder on the page that asks for one."""
    yield from scroll_to(look, folder, role="list_item")
    yield tap(look, text=folder, role="list_item")
    yield tap(look, text="Move here", role="button")


def _move_to(look: Look, title: str, folder: str) -> Iterator[Action]:
    if (yield from _menu(look, title, "Move")):
        yield from _take(look, folder)


def _move(params: Params, look: Look) -> Iterator[Action]:
    yield from _move_to(look, as_typed(params, "title"), params.folder)


def _move_selected(params: Params, look: Look) -> Iterator[Action]:
    """Selects the document in the list."""
    yield from open_tab(look, "Files")
    yield from scroll_to(look, as_typed(params, "title"))
    yield hold(look, text=as_typed(params, "title"), role="list_item")
    yield tap(look, description="Move")
    yield from _take(look, params.folder)


def _move_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the document, opens it, and moves it."""
    yield from search_drive(look, as_typed(params, "title"))
    yield from open_row(look, as_typed(params, "title"))
    yield tap(look, description="More options")
    yield tap(look, text="Move")
    yield from _take(look, params.folder)


def _move_elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Moves it into the folder whose name begins like the one that is meant."""
    yield from _move_to(look, as_typed(params, "title"), f"{params.folder} 2")


def _not_confirmed(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the folder, and cancels."""
    yield from _menu(look, as_typed(params, "title"), "Move")
    yield from scroll_to(look, params.folder, role="list_item")
    if has(look, "android", params.folder, role="list_item"):
        yield tap(look, text=params.folder, role="list_item")
    yield tap(look, text="Cancel", role="button")


MOVE = SubTask(
    name="drive.move",
    device="android",
    app="drive",
    says="move the document whose name is {title} into the folder {folder} in the phone's Drive app",
    steps="on the phone, open Drive, tap Files, tap the document whose name is {title}, tap More options and Move, "
    "open the folder {folder} and tap Move here",
    inputs={
        "title": short_line("Bring the spare keys"),
        "folder": choice(("Archive", "Family", "Insurance", "Lessons", "Workshop"), "Insurance"),
    },
    hidden={"content": short_line("Measure the red crates"), "other": short_line("Order the long ladder")},
    keys=("title",),
    setup=_document_and_folders,
    checkpoints=_moved,
    oracle={"drive_open": _open, "moved": _move},
    footprint=_may_move,
    alternatives={"selected": _move_selected, "searched": _move_found},
    near_misses={"other_folder": _move_elsewhere, "cancelled": _not_confirmed},
    backends=("sim", "adb"),
    tags=("drive",),
)
