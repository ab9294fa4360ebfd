"""Text Editor: a sub-task that looks something up in a file which a colleague replaces while the agent works."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, OracleStuck, Params, SubTask, action
from crab_gym.task.events import Moment, TaskEvent, cause
from crab_tasks.kits.coming import awaited, delay
from crab_tasks.kits.paths import file_path, name_of
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.pointing import shown
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.text_editor.moves import open_in_editor
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.values import amount

__all__ = ["SECOND_EDITION"]

_EVENT: Final = "edition"
_FIRST, _SECOND = "First edition", "Second edition"
_LOOKS: Final = 240


def edition_appears(devices: Devices, *, path: str, text: str) -> None:
    """Somebody replaces a file."""
    devices.ubuntu.write_file(path, text)


def _text(edition: str, total: str) -> str:
    return f"Offer\n{edition}\nTotal: {total}\n"


def _first_edition(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file has another total as yet."""
    devices.ubuntu.write_file(params.file, _text(_FIRST, params.old))


def _events(params: Params) -> Sequence[TaskEvent]:
    """The second edition takes the first one's place."""
    does = cause(edition_appears, path=params.file, text=_text(_SECOND, params.total))
    return [TaskEvent(id=_EVENT, when=Moment(params.seconds), does=does)]


def _open_again(params: Params) -> Sequence[Checkpoint]:
    """The file is open in the editor once it has been replaced."""
    front = check(window_in_front, app="text_editor", title=name_of(params.file))
    return [replace(whereabouts(id="file_open", device="ubuntu", app="text_editor", evaluator=front), since=_EVENT)]


def _says(look: Look, line: str) -> bool:
    return bool(shown(look, lambda e: e.app == "text_editor" and line in e.text.split("\n")))


def _open_until_new(params: Params, look: Look) -> Iterator[Action]:
    """Opens the file, and closes it for a while as long as it is the first edition."""
    for _ in range(_LOOKS):
        yield from open_in_editor(params.file)
        yield from awaited(lambda: _says(look, _FIRST) or _says(look, _SECOND), "the file's text", 1)
        if _says(look, _SECOND):
            return
        yield action("ubuntu", "hotkey", keys=["ctrl", "w"])
        yield action("root", "wait", seconds=15)
    raise OracleStuck("the second edition has not come")


def _open_later(params: Params, look: Look) -> Iterator[Action]:
    """Waits for a while before it looks."""
    yield action("root", "wait", seconds=50)
    yield from _open_until_new(params, look)


def _watch_in_terminal(params: Params, look: Look) -> Iterator[Action]:
    """Reads the file in the terminal first."""
    yield from run_in_terminal(["cat", params.file])
    yield action("root", "wait", seconds=20)
    yield from run_in_terminal(["cat", params.file])
    yield from _open_until_new(params, look)


SECOND_EDITION = SubTask(
    name="coming.second_edition",
    device="ubuntu",
    app="text_editor",
    says="wait until a colleague has replaced the offer {file} by its second edition, and look up the total in that "
    "with the desktop's Text Editor",
    steps="on the desktop, open {file} in Text Editor, close it and open it again until it is the second edition, "
    "which a colleague is about to save there, and read the total",
    refers="the total that Text Editor shows in the coming second edition of {file}",
    inputs={"file": file_path("stand_38")},
    hidden={"total": amount("83.60", 12, 189), "old": amount("91.25", 12, 189), "seconds": delay()},
    output="amount",
    called="total",
    produce=lambda params: str(params.total),
    setup=_first_edition,
    checkpoints=_open_again,
    oracle={"file_open": _open_until_new},
    alternatives={"later": _open_later, "in_terminal": _watch_in_terminal},
    step_limit=300,
    tags=("editor", "files", "events"),
    events=_events,
)
