"""Drive: rows of folders and files, and sub-tasks that count a folder's files and tell who shared a document."""

from __future__ import annotations

import random
from collections.abc import Iterator

from crab_gym.backends.base import Devices
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice, integer, person
from crab_gym.task.types import short_line
from crab_tasks.kits.account import some_lines
from crab_tasks.kits.android.drive.moves import open_tab, search_drive
from crab_tasks.kits.android.drive.state import Entry, plant_entries
from crab_tasks.kits.android.pages import open_row, scroll_to
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed

__all__ = ["FILE_COUNT", "SHARED_BY"]


def _contents(look: Look, folder: str) -> Iterator[Action]:
    """Searches a folder, and opens its details, which tell how much is in it; no button lies above what is found."""
    yield from search_drive(look, folder)
    more = f"More actions for {folder}"
    yield from scroll_to(look, description=more)
    if has(look, "android", description=more):
        yield tap(look, description=more)
        yield tap(look, text="Details")


def _details(look: Look, name: str) -> Iterator[Action]:
    """Opens a document of the list that is shown, if it is there, and its details."""
    yield from open_row(look, name)
    if has(look, "android", description="More options"):
        yield tap(look, description="More options")
        yield tap(look, text="Details")


def _two_folders(devices: Devices, params: Params, rng: random.Random) -> None:
    """The folder, and one whose name begins like its own with fewer files."""
    entries = []
    for name, count in ((params.folder, params.files), (f"{params.folder} (old)", params.fewer)):
        entries.append(Entry(name, folder=True))
        entries += [Entry(f"{name.lower()} {100 + i}.txt", f"{params.folder}\n", inside=name) for i in range(count)]
    plant_entries(devices.android, entries)


def _see_folder(params: Params, look: Look) -> Iterator[Action]:
    """Opens the folder."""
    yield from open_tab(look, "Files")
    yield from open_row(look, params.folder)


def _see_contents(params: Params, look: Look) -> Iterator[Action]:
    """Opens the folder's details."""
    yield from _contents(look, params.folder)


def _see_other(params: Params, look: Look) -> Iterator[Action]:
    """Opens the other folder's details first."""
    for folder in (f"{params.folder} (old)", params.folder):
        yield from _contents(look, folder)


FILE_COUNT = SubTask(
    name="drive.file_count",
    device="android",
    app="drive",
    says="look up how many files are in the folder {folder} in the phone's Drive app",
    steps="on the phone, open Drive, search the folder, tap More actions for {folder}, tap Details and read how many "
    "files are in it",
    refers="the number of files in Drive's folder {folder}",
    inputs={"folder": choice(("Applications", "Blueprints", "Leaflets", "Photos", "Surveys"), "Leaflets")},
    hidden={"files": integer(11, 42, 23, type="files"), "fewer": integer(4, 9, 6, type="files")},
    output="count",
    called="number of files",
    produce=lambda params: int(params.files),
    setup=_two_folders,
    checkpoints=lambda params: [app_opened("drive", "drive_open")],
    oracle={"drive_open": _see_contents},
    alternatives={"opened": _see_folder, "other_first": _see_other},
    backends=("sim", "adb"),
    tags=("drive",),
)


def _two_shared(devices: Devices, params: Params, rng: random.Random) -> None:
    """The document, and one whose name begins like its own, which somebody else has shared."""
    title = as_typed(params, "title")
    plant_entries(
        devices.android,
        [
            Entry(title, some_lines(rng), owner=params.sharer),
            Entry(f"{title} (2)", some_lines(rng), owner=params.other),
        ],
    )


def _see_shared(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the document among those that are shared."""
    yield from open_tab(look, "Shared")
    yield from scroll_to(look, as_typed(params, "title"))


def _see_owner(params: Params, look: Look) -> Iterator[Action]:
    """Opens the document's details."""
    yield from open_tab(look, "Shared")
    yield from _details(look, as_typed(params, "title"))


def _search_owner(params: Params, look: Look) -> Iterator[Action]:
    """Searches the document, and opens its details."""
    yield from search_drive(look, as_typed(params, "title"))
    yield from _details(look, as_typed(params, "title"))


SHARED_BY = SubTask(
    name="drive.shared_by",
    device="android",
    app="drive",
    says="look up who has shared the document whose name is {title} in the phone's Drive app",
    steps="on the phone, open Drive, tap Shared, tap the document whose name is {title}, tap More options and Details, "
    "and read who its owner is",
    refers="the person who has shared the document whose name is {title} in Drive",
    inputs={"title": short_line("Label the heavy door")},
    hidden={"sharer": person("Nils Ekman"), "other": person("Edith Grau")},
    output="person_name",
    called="document's owner",
    produce=lambda params: str(params.sharer),
    keys=("title",),
    setup=_two_shared,
    checkpoints=lambda params: [app_opened("drive", "drive_open")],
    oracle={"drive_open": _see_owner},
    alternatives={"in_the_list": _see_shared, "searched": _search_owner},
    backends=("sim", "adb"),
    tags=("drive",),
)
