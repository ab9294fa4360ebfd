"""Files: a sub-task that tells when a document was changed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date

from crab_gym.backends.base import Devices
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_tasks.kits.account import some_lines
from crab_tasks.kits.android.files.moves import open_folder, open_info
from crab_tasks.kits.android.files.state import STORAGE, age_of
from crab_tasks.kits.android.pages import at_root, scroll_to
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import day

__all__ = ["CHANGED_ON"]

_DOCUMENTS = f"{STORAGE}/Documents"
_FILES = ("agenda.txt", "budget.txt", "estimate.txt", "inventory.txt", "speech.txt", "timetable.txt")


def _two_files(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file, and one whose name begins like its own."""
    phone = devices.android
    copy = f"{params.file.removesuffix('.txt')}_copy.txt"
    for name, iso in ((params.file, params.day), (copy, params.other)):
        phone.write_old_file(f"{_DOCUMENTS}/{name}", some_lines(rng), age_of(phone, iso, rng.randint(8, 18)))


def _see_file(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the file in its folder."""
    yield from open_folder(look, "Documents")
    yield from scroll_to(look, params.file)


def _see_info(params: Params, look: Look) -> Iterator[Action]:
    """Opens the page of information about the file."""
    yield from open_folder(look, "Documents")
    yield from open_info(look, params.file)


def _search_file(params: Params, look: Look) -> Iterator[Action]:
    """Searches the file."""
    yield from at_root(look, "Files", description="Show roots")
    yield tap(look, description="Search")
    yield action("android", "write_text", text=params.file)


CHANGED_ON = SubTask(
    name="files.changed_on",
    device="android",
    app="files",
    says="look up the day on which the file {file} among the phone's documents was changed last",
    steps="on the phone, open Files, open Internal storage and Documents, find the file {file} and read the day on "
    "which it was changed",
    refers="the day on which the phone's file {file} was changed last",
    inputs={"file": choice(_FILES)},
    hidden={
        "day": day("2025-05-17", date(2025, 1, 4), date(2025, 12, 20)),
        "other": day("2025-10-03", date(2025, 1, 4), date(2025, 12, 20)),
    },
    output="date",
    called="day of the change",
    produce=lambda params: str(params.day),
    setup=_two_files,
    checkpoints=lambda params: [app_opened("files", "files_open")],
    oracle={"files_open": _see_file},
    alternatives={"info": _see_info, "searched": _search_file},
    backends=("sim", "adb"),
    tags=("files",),
)
