"""A sub-task in Files that looks up which draft in a folder is the newest one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_tasks.kits.moves import click
from crab_tasks.kits.paths import folder_path
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.files.moves import open_folder
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import wait_for, window_in_front

__all__ = ["NEWEST"]

_DRAFTS = (
    "blue.txt", "brief.txt", "clean.txt", "early.txt", "final.txt", "first.txt", "green.txt", "late.txt", "long.txt",
    "plain.txt", "rough.txt", "second.txt", "short.txt", "third.txt",
)  # fmt: skip
_DAY = 86_400.0


def _several(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the drafts; the others are days older than the newest one."""
    desktop = devices.ubuntu
    desktop.remove(params.folder)
    days = rng.sample(range(9, 60), len(_DRAFTS))
    for name, age in zip(_DRAFTS, days, strict=True):
        text = f"{name}\n" * rng.randint(1, 90)
        desktop.write_old_file(f"{params.folder}/{name}", text, _DAY * (3 if name == params.newest else age))


def _shown(params: Params) -> Sequence[Checkpoint]:
    """The folder is open in Files."""
    shown = check(window_in_front, app="files", title=params.folder.rpartition("/")[2])
    return [whereabouts(id="folder_shown", device="ubuntu", app="files", evaluator=shown)]


def _show(params: Params, look: Look) -> Iterator[Action]:
    yield from open_folder(look, params.folder)
    yield from wait_for(look, text=_DRAFTS[0])


def _sort(params: Params, look: Look) -> Iterator[Action]:
    """Sorts the list by the time of the last change."""
    yield from _show(params, look)
    yield action("ubuntu", "hotkey", keys=["ctrl", "1"])  # the list, whose headings sort
    yield click(look, text="Modified", role="button")


def _list_by_time(params: Params, look: Look) -> Iterator[Action]:
    """Lets the terminal list the files by time, too."""
    yield from _show(params, look)
    yield from run_in_terminal(["ls", "-lt", params.folder])


NEWEST = SubTask(
    name="drafts.newest",
    device="ubuntu",
    app="files",
    says="find out which file in the folder {folder} was modified last, with the desktop's Files",
    steps="on the desktop, open the folder {folder} in Files, show it as a list, sort it by Modified and read the "
    "name of the newest file",
    refers="the name of the file in the folder {folder} that was modified last",
    inputs={"folder": folder_path("hazel_47", "Documents/")},
    hidden={"newest": choice(_DRAFTS, "green.txt", type="file_name")},
    output="line",
    called="file name",
    produce=lambda params: str(params.newest),
    setup=_several,
    checkpoints=_shown,
    oracle={"folder_shown": _show},
    alternatives={"sorted": _sort, "in_terminal": _list_by_time},
    tags=("files",),
)
