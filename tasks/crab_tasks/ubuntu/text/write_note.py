"""Make a folder, and in it a text file with a given line."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.footprints import new_file, new_folder
from crab_tasks.kits.ubuntu.files.state import HOME, file_exists, file_is, folder_exists
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal, write_lines
from crab_tasks.kits.ubuntu.text_editor.moves import save_with_editor


def paths(params: Params) -> tuple[str, str, str]:
    """Returns folder, file and line."""
    folder = f"{HOME}/{params.folder}"
    return folder, f"{folder}/{params.file}.txt", f"{params.line} {params.number}"


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Folder, then file, then its content."""
    folder, path, line = paths(params)
    return [
        Checkpoint(id="folder_made", device="ubuntu", app="files", evaluator=check(folder_exists, path=folder)),
        Checkpoint(
            id="file_made",
            device="ubuntu",
            app="text_editor",
            evaluator=check(file_exists, path=path),
            after=("folder_made",),
        ),
        Checkpoint(
            id="text_right",
            device="ubuntu",
            app="text_editor",
            evaluator=check(file_is, path=path, lines=(line,)),
            after=("file_made",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The folder with the file."""
    folder, path, _ = paths(params)
    return [*new_folder(folder), *new_file(path)]


def make_folder(params: Params, look: Look) -> Iterator[Action]:
    """Makes the folder in the terminal."""
    yield from run_in_terminal(["mkdir", paths(params)[0]])


def write_file(params: Params, look: Look) -> Iterator[Action]:
    """Writes the file with the editor."""
    _, path, line = paths(params)
    yield from save_with_editor(path, line)


def rewrite_file(params: Params, look: Look) -> Iterator[Action]:
    """Writes the line to the file in the terminal, in place of any contents."""
    _, path, line = paths(params)
    yield from run_in_terminal(f"echo {shlex.quote(line)} > {path}")


def wrong_folder(params: Params, look: Look) -> Iterator[Action]:
    """Writes the file into the home folder."""
    folder, _, line = paths(params)
    yield from run_in_terminal(["mkdir", folder])
    yield from save_with_editor(f"{HOME}/{params.file}.txt", line)


def one_line_more(params: Params, look: Look) -> Iterator[Action]:
    """Writes another line behind the right one."""
    folder, path, line = paths(params)
    yield from run_in_terminal(["mkdir", folder], f"echo {shlex.quote(line)} > {path}.part; echo more >> {path}.part")
    yield from run_in_terminal(["mv", f"{path}.part", path])


def by_command(params: Params, look: Look) -> Iterator[Action]:
    """Uses the terminal for everything."""
    folder, path, line = paths(params)
    yield from run_in_terminal(["mkdir", "-p", folder])
    yield from write_lines(path, [line])


def moved(params: Params, look: Look) -> Iterator[Action]:
    """Writes the file into the home folder with the editor, and moves it."""
    folder, path, line = paths(params)
    draft = f"{HOME}/{params.file}.txt"
    yield from save_with_editor(draft, f"{line}\n")
    yield from run_in_terminal(["mkdir", folder], ["mv", draft, path])


TASK = Task(
    name="ubuntu.write_note",
    description=(
        "On the desktop, make the folder {folder} in the home folder, and in it the text file {file}.txt, "
        'whose only line is "{line} {number}" (without the quotes).'
    ),
    devices=("ubuntu",),
    parameters={
        "folder": choice(("meetings", "ideas", "journal", "drafts", "errands"), type="folder_name"),
        "file": choice(("monday", "agenda", "summary", "list", "plan"), type="file_name"),
        "line": choice(("Call the office at", "Order lamps:", "Room", "Bring chairs:", "Budget")),
        "number": integer(10, 999, 42),
    },
    checkpoints=checkpoints,
    oracle={"folder_made": make_folder, "file_made": write_file, "text_right": rewrite_file},
    footprint=footprint,
    alternatives={"by_command": by_command, "moved": moved},
    near_misses={"wrong_folder": wrong_folder, "one_line_more": one_line_more},
    backends={"ubuntu": ("sim", "desktop")},
    version=4,
    tags=("files", "editor"),
)
