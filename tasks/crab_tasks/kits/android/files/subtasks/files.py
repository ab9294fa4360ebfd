"""Files: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_gym.task.types import states, typed
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.files.moves import open_folder
from crab_tasks.kits.android.files.state import STORAGE, folder_named
from crab_tasks.kits.android.pages import at_root, scroll_to
from crab_tasks.kits.moves import hold, tap
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.values import date_ahead, phrase

__all__ = ["ADD_FOLDER", "ONLY_FILE"]

_DOCUMENTS, _DOWNLOADS = f"{STORAGE}/Documents", f"{STORAGE}/Download"


def _files_open(params: Params) -> Sequence[Checkpoint]:
    """Files is in front."""
    return [app_opened("files", "files_open")]


def _one_file(devices: Devices, params: Params, rng: random.Random) -> None:
    """The folder with its only file, and one whose name begins like its own with another file."""
    phone = devices.android
    for folder, name in ((params.folder, params.file), (f"{params.folder} 2", params.other)):
        phone.remove(f"{_DOCUMENTS}/{folder}")
        phone.write_file(f"{_DOCUMENTS}/{folder}/{name}", f"{name}\n")


def _see_folder(params: Params, look: Look) -> Iterator[Action]:
    """Opens the folder."""
    yield from open_folder(look, "Documents", params.folder)


def _see_larger(params: Params, look: Look) -> Iterator[Action]:
    """Opens the folder, shows its file in a grid, and goes back to the list."""
    yield from _see_folder(params, look)
    for view in ("Grid view", "List view"):
        yield tap(look, description="More options")
        yield tap(look, text=view)


def _see_selected(params: Params, look: Look) -> Iterator[Action]:
    """Opens the folder, selects its file, and cancels the selection."""
    yield from _see_folder(params, look)
    yield hold(look, params.file)
    yield tap(look, description="Cancel selection")


_ABOUT = ("harbour", "orchard", "castle", "island", "garden", "station", "valley", "summit")
_PAPERS = ("invoice.txt", "permit.txt", "timetable.txt", "lease.txt", "receipt.txt", "map.txt")

ONLY_FILE = SubTask(
    name="files.only_file",
    device="android",
    app="files",
    says="look up the name of the only file in the folder {folder} among the phone's documents",
    steps="on the phone, open Files, open Internal storage, Documents and {folder}, and read the name of the only file "
    "there",
    refers="the name of the only file in the phone's folder {folder}",
    inputs={"folder": choice(("Receipts", "Contracts", "Schedules", "Permits", "Letters"))},
    hidden={"file": phrase(_ABOUT, _PAPERS, "castle lease.txt"), "other": phrase(_ABOUT, _PAPERS, "valley permit.txt")},
    output="line",
    called="file name",
    produce=lambda params: str(params.file),
    setup=_one_file,
    checkpoints=_files_open,
    oracle={"files_open": _see_folder},
    alternatives={"larger": _see_larger, "selected": _see_selected},
    backends=("sim", "adb"),
    tags=("files",),
)


def _no_folder(devices: Devices, params: Params, rng: random.Random) -> None:
    """Removes what has the folder's name."""
    phone = devices.android
    for name in phone.list_dir(_DOWNLOADS):
        if states(params.kinds["date"], name, params.date):
            phone.remove(f"{_DOWNLOADS}/{name}")


def _folder_made(params: Params) -> Sequence[Checkpoint]:
    """Files; then the folder."""
    right = check(folder_named, parent=_DOWNLOADS, kind=params.kinds["date"], value=params.date)
    return after_opening("files", "folder_made", right)


def _may_make(params: Params) -> Footprint:
    def right(path: object) -> bool:
        folder, _, name = str(path).rpartition("/")
        return folder == _DOWNLOADS and states(params.kinds["date"], name, params.date)

    return [may_add("android", "file", most=1, kind="folder", path=right)]


def _open_files(params: Params, look: Look) -> Iterator[Action]:
    yield from at_root(look, "Files", description="Show roots")


def _type_name(look: Look, folder: str, name: str) -> Iterator[Action]:
    """Types the name of a new folder in a folder into the dialog."""
    yield from open_folder(look, folder)
    yield tap(look, description="More options")
    yield tap(look, text="New folder")
    yield action("android", "write_text", text=name)


def _make_folder(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_name(look, "Download", typed("date", params.date))
    yield tap(look, text="Create", role="button")


def _make_with_digits(params: Params, look: Look) -> Iterator[Action]:
    """Writes the date with digits only, and presses Enter."""
    yield from _type_name(look, "Download", params.date)
    yield action("android", "press", key="enter")


def _make_and_rename(params: Params, look: Look) -> Iterator[Action]:
    """Makes a folder with another name, and renames it."""
    yield from _type_name(look, "Download", "New things")
    yield tap(look, text="Create", role="button")
    yield from open_folder(look, "Download")
    yield from scroll_to(look, "New things")
    yield hold(look, "New things")
    yield tap(look, description="More options")
    yield tap(look, text="Rename")
    yield action("android", "write_text", text=typed("date", params.date))
    yield tap(look, text="OK", role="button")


def _make_elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Makes the folder among the documents."""
    yield from _type_name(look, "Documents", typed("date", params.date))
    yield tap(look, text="Create", role="button")


def _only_typed(params: Params, look: Look) -> Iterator[Action]:
    """Types the name, and cancels."""
    yield from _type_name(look, "Download", typed("date", params.date))
    yield tap(look, text="Cancel", role="button")


ADD_FOLDER = SubTask(
    name="files.add_folder",
    device="android",
    app="files",
    says="make a new folder in the phone's folder Download, with {date} as its name",
    steps="on the phone, open Files, open Internal storage and Download, tap More options and New folder, type {date} "
    "as the name and tap Create",
    inputs={"date": date_ahead("2026-12-03")},
    setup=_no_folder,
    checkpoints=_folder_made,
    oracle={"files_open": _open_files, "folder_made": _make_folder},
    footprint=_may_make,
    alternatives={"with_digits": _make_with_digits, "renamed": _make_and_rename},
    near_misses={"elsewhere": _make_elsewhere, "only_typed": _only_typed},
    backends=("sim", "adb"),
    tags=("files",),
)
