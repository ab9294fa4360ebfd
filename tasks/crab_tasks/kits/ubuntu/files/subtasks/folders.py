"""Folders: sub-tasks that copy, count and compare the files in a folder of the desktop."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from shlex import quote

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.footprints import new_file, new_files_in, new_folder
from crab_tasks.kits.paths import folder_path, text_file
from crab_tasks.kits.state import app_opened, whereabouts
from crab_tasks.kits.ubuntu.files.moves import open_folder, select_file
from crab_tasks.kits.ubuntu.files.state import copied_into, files_copied, folder_exists
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import wait_for, wait_until_gone, window_in_front

__all__ = ["COPY_FILE", "COPY_PICTURES", "COUNT_PICTURES", "LARGEST_FILE"]

_PLACES = (
    "beach", "castle", "harbour", "market", "bridge", "garden", "tower", "valley", "island", "lake", "mill", "station",
    "square", "forest", "chapel",
)  # fmt: skip
_OTHERS = ("costs.csv", "plan.txt", "png.txt", "route.pdf")


def _pictures(params: Params) -> list[str]:
    """Returns the names of the .png files."""
    return [f"{_PLACES[i]}.png" for i in range(params.count)]


def _fill(devices: Devices, folder: str, names: Sequence[str], rng: random.Random) -> None:
    """Makes a folder with these files and no other; their content differs, and else doesn't matter."""
    desktop = devices.ubuntu
    desktop.remove(folder)
    for name in names:
        desktop.write_file(f"{folder}/{name}", f"{name} {rng.getrandbits(64):x}\n")


def _trip(devices: Devices, params: Params, rng: random.Random) -> None:
    """Besides the pictures there are files of other kinds."""
    _fill(devices, params.source, [*_pictures(params), *_OTHERS, "castle.jpg"], rng)
    devices.ubuntu.remove(params.target)


def _copied(params: Params) -> Sequence[Checkpoint]:
    """The new folder; then the copies."""
    copied = check(files_copied, source=params.source, target=params.target, names=tuple(_pictures(params)))
    return [
        Checkpoint(id="folder_made", device="ubuntu", app="files", evaluator=check(folder_exists, path=params.target)),
        Checkpoint(id="copied", device="ubuntu", app="files", evaluator=copied, after=("folder_made",)),
    ]


def _may_fill_target(params: Params) -> Footprint:
    return new_files_in(params.target, _pictures(params))


def _make_target(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(["mkdir", params.target])


def _copy_in_files(params: Params, look: Look) -> Iterator[Action]:
    """Selects the pictures by a pattern, copies them, and pastes them into the new folder."""
    yield from open_folder(look, params.source)
    yield from wait_for(look, text="png.txt")
    yield action("ubuntu", "hotkey", keys=["ctrl", "s"])
    yield action("ubuntu", "write_text", text="*.png\n")
    yield action("ubuntu", "hotkey", keys=["ctrl", "c"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "l"])
    yield action("ubuntu", "write_text", text=f"{params.target}\n")
    yield from wait_until_gone(look, text="png.txt")
    yield action("ubuntu", "hotkey", keys=["ctrl", "v"])
    yield from wait_for(look, text=_pictures(params)[-1])


def _copy_by_pattern(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(["mkdir", params.target], f"cp {params.source}/*.png {params.target}")


def _copy_all_first(params: Params, look: Look) -> Iterator[Action]:
    """Copies the whole folder, and deletes what isn't wanted from the copy."""
    others = [f"{params.target}/{name}" for name in (*_OTHERS, "castle.jpg")]
    yield from run_in_terminal(["cp", "-r", params.source, params.target], ["rm", *others])


def _moved(params: Params, look: Look) -> Iterator[Action]:
    """Moves the pictures."""
    yield from run_in_terminal(["mkdir", params.target], f"mv {params.source}/*.png {params.target}")


def _all_copied(params: Params, look: Look) -> Iterator[Action]:
    """Copies all files."""
    yield from run_in_terminal(["cp", "-r", params.source, params.target])


COPY_PICTURES = SubTask(
    name="folders.copy_pictures",
    device="ubuntu",
    app="files",
    says="copy all .png files, and no other ones, from the desktop's folder {source} into the new folder {target}",
    steps=(
        "on the desktop, open {source} in Files, select all .png files, copy them, make the folder {target} and paste "
        "them there"
    ),
    refers="the new folder {target}",
    inputs={"source": folder_path("maple_31", "Pictures/"), "target": folder_path("rowan_42")},
    hidden={"count": integer(3, 6, 4, type="material")},
    output="folder",
    produce=lambda params: str(params.target),
    setup=_trip,
    checkpoints=_copied,
    oracle={"folder_made": _make_target, "copied": _copy_in_files},
    footprint=_may_fill_target,
    alternatives={"by_pattern": _copy_by_pattern, "all_first": _copy_all_first},
    near_misses={"moved": _moved, "all_copied": _all_copied},
    step_limit=60,
    disturbs=("clipboard",),
    crab=25,
    crab_inputs=("", "source", "target"),
    tags=("files",),
)


def _album(devices: Devices, params: Params, rng: random.Random) -> None:
    """Besides the pictures there are files of other kinds."""
    _fill(devices, params.folder, [*_pictures(params), *_OTHERS], rng)


def _folder_shown(params: Params) -> Sequence[Checkpoint]:
    """The folder is open in Files."""
    shown = check(window_in_front, app="files", title=params.folder.rpartition("/")[2])
    return [whereabouts(id="folder_shown", device="ubuntu", app="files", evaluator=shown)]


def _show(params: Params, look: Look) -> Iterator[Action]:
    yield from open_folder(look, params.folder)


def _show_from_parent(params: Params, look: Look) -> Iterator[Action]:
    """Opens the folder from the one that it lies in."""
    parent, _, name = params.folder.rpartition("/")
    yield from open_folder(look, parent)
    yield from select_file(look, name)
    yield action("ubuntu", "press", key="enter")


def _select_pictures(params: Params, look: Look) -> Iterator[Action]:
    """Lets Files select the pictures."""
    yield from open_folder(look, params.folder)
    yield action("ubuntu", "hotkey", keys=["ctrl", "s"])
    yield action("ubuntu", "write_text", text="*.png\n")


COUNT_PICTURES = SubTask(
    name="folders.count_pictures",
    device="ubuntu",
    app="files",
    says="count the .png files in the folder {folder} with the desktop's Files",
    steps="on the desktop, open the folder {folder} in Files and count the .png files there",
    refers="the number of .png files that Files shows in the folder {folder}",
    inputs={"folder": folder_path("willow_53", "Pictures/")},
    hidden={"count": integer(2, 15, 5)},
    output="count",
    called="number of files",
    produce=lambda params: int(params.count),
    setup=_album,
    checkpoints=_folder_shown,
    oracle={"folder_shown": _show},
    alternatives={"from_parent": _show_from_parent, "selected": _select_pictures},
    tags=("files",),
)


_NAMES = (
    "harvest.txt", "journey.txt", "kitchen.txt", "letters.txt", "meadow.txt", "orchestra.txt", "weather.txt",
    "autumn.txt", "bridges.txt", "chapel.txt", "dances.txt", "evening.txt", "forest.txt", "garden.txt",
)  # fmt: skip


def _sizes(devices: Devices, params: Params, rng: random.Random) -> None:
    """The other files are at most half as large."""
    folder, desktop = params.folder, devices.ubuntu
    desktop.remove(folder)
    for name in _NAMES:
        lines = rng.randrange(320, 400) if name == params.largest else rng.randrange(10, 160)
        desktop.write_file(f"{folder}/{name}", f"{name} of the archive\n" * lines)


def _terminal_open(params: Params) -> Sequence[Checkpoint]:
    """The terminal is in front."""
    return [app_opened("terminal", "terminal_open", "ubuntu")]


def _list_by_size(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(["ls", "-lS", params.folder])


def _count_bytes(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(f"wc -c {params.folder}/* | sort -n")


def _sum_up(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(f"du -b {params.folder}/*")


LARGEST_FILE = SubTask(
    name="folders.largest_file",
    device="ubuntu",
    app="terminal",
    says="find out which file in the folder {folder} is the largest, in the desktop's terminal",
    steps="in the desktop's terminal, run ls -lS with {folder} and read the name of the largest file",
    refers="the name that the terminal lists for the largest file in the folder {folder}",
    inputs={"folder": folder_path("pine_64", "Documents/")},
    hidden={"largest": choice(_NAMES, type="file_name")},
    output="line",
    called="file name",
    produce=lambda params: str(params.largest),
    setup=_sizes,
    checkpoints=_terminal_open,
    oracle={"terminal_open": _list_by_size},
    alternatives={"by_bytes": _count_bytes, "by_use": _sum_up},
    tags=("terminal", "files"),
)


def _file_and_no_folder(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file is there unless another part makes it."""
    if "file" not in params.fed:
        devices.ubuntu.write_file(params.file, f"# Shelf {rng.randrange(2, 90)}\n\nKeep this list.\n")
    devices.ubuntu.remove(params.folder)


def _copy_made(params: Params) -> Sequence[Checkpoint]:
    """The new folder; then the copy."""
    copied = check(copied_into, file=params.file, folder=params.folder)
    return [
        Checkpoint(id="folder_made", device="ubuntu", app="files", evaluator=check(folder_exists, path=params.folder)),
        Checkpoint(id="copied", device="ubuntu", app="files", evaluator=copied, after=("folder_made",)),
    ]


def _may_fill_folder(params: Params) -> Footprint:
    return [*new_folder(params.folder), *new_file(_copy(params))]


def _make_folder(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(["mkdir", params.folder])


def _copy_file(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(["cp", params.file, params.folder])


def _copy_at_once(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(["mkdir", "-p", params.folder], f"cat {quote(params.file)} > {quote(_copy(params))}")


def _paste_in_files(params: Params, look: Look) -> Iterator[Action]:
    """Makes the folder in the terminal, and copies the file in Files."""
    yield from run_in_terminal(["mkdir", params.folder])
    folder, _, name = params.file.rpartition("/")
    yield from open_folder(look, folder)
    yield from select_file(look, name)
    yield action("ubuntu", "hotkey", keys=["ctrl", "c"])
    yield from open_folder(look, params.folder)
    yield action("root", "wait", seconds=1)
    yield action("ubuntu", "hotkey", keys=["ctrl", "v"])
    yield from wait_for(look, text=name)


def _copy(params: Params) -> str:
    return f"{params.folder}/{params.file.rpartition('/')[2]}"


def _file_moved(params: Params, look: Look) -> Iterator[Action]:
    """Moves the file."""
    yield from run_in_terminal(["mkdir", params.folder], ["mv", params.file, params.folder])


def _empty_copy(params: Params, look: Look) -> Iterator[Action]:
    """Makes an empty file of the same name."""
    yield from run_in_terminal(["mkdir", params.folder], ["touch", _copy(params)])


COPY_FILE = SubTask(
    name="folders.copy_file",
    device="ubuntu",
    app="files",
    says="on the desktop, put a copy of {file} into the new folder {folder}",
    steps="on the desktop, open Files, copy {file}, make the folder {folder}, open it and paste the copy there",
    refers="the copy of {file} in the new folder {folder}",
    inputs={"file": text_file("hazel_75"), "folder": folder_path("larch_86")},
    output="file",
    called="new copy",
    produce=_copy,
    setup=_file_and_no_folder,
    checkpoints=_copy_made,
    oracle={"folder_made": _make_folder, "copied": _copy_file},
    footprint=_may_fill_folder,
    alternatives={"at_once": _copy_at_once, "in_files": _paste_in_files},
    near_misses={"moved": _file_moved, "empty": _empty_copy},
    disturbs=("clipboard",),
    tags=("files",),
)
