"""The Disk Usage Analyzer: moves, and sub-tasks that compare folders, count what is in one, and throw one away."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, below, may_remove
from crab_tasks.kits.moves import click, find, has
from crab_tasks.kits.paths import folder_path
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.files.moves import trash_file
from crab_tasks.kits.ubuntu.files.state import trashed
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import (
    choose_folder,
    click_soon,
    dialog,
    soon,
    start,
    wait_until_gone,
    window,
    window_in_front,
)

__all__ = ["COUNT_ITEMS", "LARGEST_FOLDER", "TRASH_VOLUME", "folder_trashed", "scan", "trash_shown"]

_APP = "disk_usage"


def folder_trashed(state: State, path: str) -> bool:
    """The folder from this path is in the trash, and its parent is still there."""
    return state.ubuntu.is_dir(path.rpartition("/")[0]) and trashed(state, path)


def scan(look: Look, folder: str) -> Iterator[Action]:
    """Shows the parts of a folder by the space that they take."""
    yield from start("Disk Usage Analyzer")
    yield from window(look, app=_APP)
    if has(look, "ubuntu", description="Go back to location list"):
        yield click(look, description="Go back to location list")
    yield from dialog(look, "Select Folder", _APP, ("ctrl", "o"))
    yield from choose_folder(look, folder)
    yield from window(look, folder.rpartition("/")[2], _APP)


def trash_shown(look: Look, name: str) -> Iterator[Action]:
    """Moves a part of the shown folder to the trash, by the menu of its row, if there is such a part."""
    yield from soon(lambda: has(look, "ubuntu", text=name, role="list_item"))
    if not has(look, "ubuntu", text=name, role="list_item"):
        return
    yield click(look, text=name, role="list_item")
    x, y = find(look, "ubuntu", text=name, role="list_item").center
    yield action("ubuntu", "right_click", x=x, y=y)
    yield from click_soon(look, text="Move to Trash", role="menu_item")
    yield from wait_until_gone(look, name, role="list_item")


def _shown(params: Params) -> Sequence[Checkpoint]:
    """The folder is shown in the Disk Usage Analyzer."""
    shown = check(window_in_front, app=_APP, title=params.folder.rpartition("/")[2])
    return [whereabouts(id="folder_shown", device="ubuntu", app=_APP, evaluator=shown)]


def _scan(params: Params, look: Look) -> Iterator[Action]:
    yield from scan(look, params.folder)


_NAMES = (
    "drawings", "ledgers", "lessons", "maps", "minutes", "photos", "scores", "accounts", "bills", "diaries", "poems",
    "recipes", "speeches", "tickets",
)  # fmt: skip


def _folders(devices: Devices, params: Params, rng: random.Random) -> None:
    """Fills the folders; the largest one has few files, and all the others are at most half as large."""
    desktop = devices.ubuntu
    desktop.remove(params.folder)
    for name in _NAMES:
        lines = rng.randrange(450, 500) if name == params.largest else rng.randrange(10, 110)
        for part in range(1 if name == params.largest else 2):
            desktop.write_file(f"{params.folder}/{name}/part_{part + 1}.txt", f"Kept in {name}\n" * lines)


def _show_from_home(params: Params, look: Look) -> Iterator[Action]:
    """Scans the folder above it first."""
    yield from scan(look, params.folder.rpartition("/")[0])
    yield from scan(look, params.folder)


def _compare_in_terminal(params: Params, look: Look) -> Iterator[Action]:
    """Lets the terminal tell the sizes, too."""
    yield from _scan(params, look)
    yield from run_in_terminal(f"du -s {params.folder}/*")


LARGEST_FOLDER = SubTask(
    name="disk_usage.largest_folder",
    device="ubuntu",
    app=_APP,
    says="find out which folder in {folder} takes the most space, with the desktop's Disk Usage Analyzer",
    steps="on the desktop, open Disk Usage Analyzer, scan the folder {folder} and read the name of the largest folder "
    "in it",
    refers="the name of the folder in {folder} that takes the most space",
    inputs={"folder": folder_path("willow_29", "Documents/")},
    hidden={"largest": choice(_NAMES, "maps", type="folder_name")},
    output="line",
    called="folder name",
    produce=lambda params: str(params.largest),
    setup=_folders,
    checkpoints=_shown,
    oracle={"folder_shown": _scan},
    alternatives={"from_home": _show_from_home, "in_terminal": _compare_in_terminal},
    tags=("files", "system"),
)


def _volumes(devices: Devices, params: Params, rng: random.Random) -> None:
    """Fills the folder with the volume and some before and behind it."""
    desktop = devices.ubuntu
    desktop.remove(params.folder)
    for number in (params.number - 1, params.number, params.number + 1, 10 * params.number):
        desktop.write_file(f"{params.folder}/{number}/pages.txt", f"Volume {number}\n" * rng.randrange(20, 200))


def _volume(params: Params) -> str:
    return f"{params.folder}/{params.number}"


def _trashed(params: Params) -> Sequence[Checkpoint]:
    """The folder is shown; then the volume is in the trash."""
    gone = Checkpoint(
        id="trashed",
        device="ubuntu",
        app=_APP,
        evaluator=check(folder_trashed, path=_volume(params)),
        after=("folder_shown",),
    )
    return [*_shown(params), gone]


def _may_trash(params: Params) -> Footprint:
    return [
        may_remove("ubuntu", "file", path=_volume(params)),
        may_remove("ubuntu", "file", path=below(_volume(params))),
    ]


def _trash(params: Params, look: Look) -> Iterator[Action]:
    yield from _scan(params, look)
    yield from trash_shown(look, str(params.number))


def _trash_in_files(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the folder in the Disk Usage Analyzer, and moves the volume to the trash in Files."""
    yield from _scan(params, look)
    yield from trash_file(look, params.folder, str(params.number))


def _open_volume_first(params: Params, look: Look) -> Iterator[Action]:
    """Scans the volume itself first."""
    yield from scan(look, _volume(params))
    yield from _trash(params, look)


def _next_volume(params: Params, look: Look) -> Iterator[Action]:
    """Throws the next volume away."""
    yield from _scan(params, look)
    yield from trash_shown(look, str(params.number + 1))


def _moved_away(params: Params, look: Look) -> Iterator[Action]:
    """Moves the volume to another folder."""
    yield from _scan(params, look)
    yield from run_in_terminal(["mv", _volume(params), "/tmp/volume"])


TRASH_VOLUME = SubTask(
    name="disk_usage.trash_volume",
    device="ubuntu",
    app=_APP,
    says="with the desktop's Disk Usage Analyzer, look into {folder}, and move to the trash the folder in it whose "
    "name is {number}",
    steps="on the desktop, open Disk Usage Analyzer, scan the folder {folder}, and move to the trash the folder in it "
    "whose name is {number}",
    inputs={
        "number": integer(3, 90, 17, type="count"),
        "folder": folder_path("rowan_73", "Documents/"),
    },
    setup=_volumes,
    checkpoints=_trashed,
    oracle={"folder_shown": _scan, "trashed": _trash},
    footprint=_may_trash,
    alternatives={"in_files": _trash_in_files, "volume_first": _open_volume_first},
    near_misses={"next_volume": _next_volume, "moved_away": _moved_away},
    step_limit=50,
    tags=("files", "system"),
)


_SHELVES = ("atlases", "comics", "journals", "novels", "poems")


def _shelves(devices: Devices, params: Params, rng: random.Random) -> None:
    """Fills the folders; each of the others has another number of files."""
    desktop = devices.ubuntu
    desktop.remove(params.folder)
    others = [number for number in range(2, 19) if number != params.items]
    counts = dict(zip(_SHELVES, rng.sample(others, len(_SHELVES)), strict=True)) | {params.part: int(params.items)}
    for name, count in counts.items():
        for number in range(1, count + 1):
            desktop.write_file(f"{params.folder}/{name}/{name}_{number}.txt", f"Kept in {name}\n" * rng.randint(1, 30))


def _scan_part(params: Params, look: Look) -> Iterator[Action]:
    """Scans the part alone, and then the whole folder."""
    yield from scan(look, f"{params.folder}/{params.part}")
    yield from _scan(params, look)


def _expand_part(params: Params, look: Look) -> Iterator[Action]:
    """Shows the files of the part."""
    yield from _scan(params, look)
    yield from click_soon(look, description=f"Expand {params.part}", role="button")


COUNT_ITEMS = SubTask(
    name="disk_usage.count_items",
    device="ubuntu",
    app=_APP,
    says="look up how many items the folder {part} in {folder} has, with the desktop's Disk Usage Analyzer",
    steps="on the desktop, open Disk Usage Analyzer, scan the folder {folder} and read how many items the folder "
    "{part} in it has",
    refers="the number of items that the Disk Usage Analyzer tells of the folder {part} in {folder}",
    inputs={"part": choice(_SHELVES, "novels"), "folder": folder_path("elm_48", "Documents/")},
    hidden={"items": integer(3, 16, 7)},
    output="count",
    called="number of items",
    produce=lambda params: int(params.items),
    setup=_shelves,
    checkpoints=_shown,
    oracle={"folder_shown": _scan},
    alternatives={"part_first": _scan_part, "expanded": _expand_part},
    tags=("files", "system"),
)
