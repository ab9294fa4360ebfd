"""Files: a sub-task that waits until a download is complete."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.events import Moment, TaskEvent, cause
from crab_gym.task.parameters import integer
from crab_tasks.kits.coming import awaited, delay
from crab_tasks.kits.moves import has
from crab_tasks.kits.paths import file_path, name_of
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.files.moves import open_folder
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

__all__ = ["DOWNLOAD"]

_EVENT: Final = "downloaded"
_LINES: Final = 40


def download_ends(devices: Devices, *, path: str, text: str) -> None:
    """A download is complete: its file takes the place of what was there of it."""
    devices.ubuntu.remove(f"{path}.part")
    devices.ubuntu.write_file(path, text)


def _text(params: Params, lines: int = _LINES) -> str:
    """Returns the first lines of the file."""
    return "".join([f"{params.number + line}, shelf {line + 1}\n" for line in range(lines)])


def _begin_download(devices: Devices, params: Params, rng: random.Random) -> None:
    """A part of the file is there."""
    devices.ubuntu.remove(params.file)
    devices.ubuntu.write_file(f"{params.file}.part", _text(params, rng.randrange(5, _LINES // 2)))


def _events(params: Params) -> Sequence[TaskEvent]:
    """The download ends."""
    does = cause(download_ends, path=params.file, text=_text(params))
    return [TaskEvent(id=_EVENT, when=Moment(params.seconds), does=does)]


def _folder_shown(params: Params) -> Sequence[Checkpoint]:
    """The folder is open in Files once the file is there."""
    shown = check(window_in_front, app="files", title=name_of(params.file.rpartition("/")[0]))
    return [replace(whereabouts(id="folder_shown", device="ubuntu", app="files", evaluator=shown), since=_EVENT)]


def _wait_in_folder(params: Params, look: Look) -> Iterator[Action]:
    """Waits in the folder."""
    yield from open_folder(look, params.file.rpartition("/")[0])
    yield from awaited(lambda: has(look, "ubuntu", text=name_of(params.file)), "the download")


def _look_later(params: Params, look: Look) -> Iterator[Action]:
    """Waits for a while before it looks."""
    yield action("root", "wait", seconds=50)
    yield from _wait_in_folder(params, look)


def _look_in_terminal(params: Params, look: Look) -> Iterator[Action]:
    """Lists the folder in the terminal first."""
    yield from run_in_terminal(["ls", "-l", params.file.rpartition("/")[0]])
    yield action("root", "wait", seconds=20)
    yield from _wait_in_folder(params, look)


DOWNLOAD = SubTask(
    name="coming.download",
    device="ubuntu",
    app="files",
    says="wait in the desktop's Files until the download of {file} is complete",
    steps="on the desktop, open the folder of {file} in Files and wait there until that download is complete",
    refers="the download {file} that is about to be complete in the desktop's Files",
    inputs={"file": file_path("shelves_47", folder="Downloads/")},
    hidden={"number": integer(1000, 9000, 4310), "seconds": delay()},
    output="file",
    produce=lambda params: str(params.file),
    setup=_begin_download,
    checkpoints=_folder_shown,
    oracle={"folder_shown": _wait_in_folder},
    alternatives={"later": _look_later, "in_terminal": _look_in_terminal},
    step_limit=75,
    tags=("files", "events"),
    events=_events,
)
