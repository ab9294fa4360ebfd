"""Copy the pictures of one kind into a new folder, in Files."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, OracleStuck, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.footprints import new_files_in
from crab_tasks.kits.moves import has, nothing_more
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.files.moves import open_folder
from crab_tasks.kits.ubuntu.files.state import HOME, files_copied, folder_exists, folder_names_are
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import wait_for, wait_until_gone

TYPES = ("png", "jpg", "svg", "gif")
PLACES = ("beach", "castle", "harbour", "market", "bridge", "garden", "tower", "valley")
_TRIES, _LOOKS = 3, 4


def source(params: Params) -> str:
    """Returns the folder that holds the pictures."""
    return f"{HOME}/Pictures/{params.trip}"


def target(params: Params) -> str:
    """Returns the folder to make."""
    return f"{source(params)} {params.type}"


def names(params: Params) -> list[str]:
    """Returns the names of the pictures to copy."""
    return [f"{PLACES[i]}.{params.type}" for i in range(params.count)]


def everything(params: Params) -> list[str]:
    """Returns all names in the folder."""
    others = [f"{PLACES[i]}.{kind}" for i, kind in enumerate(TYPES) if kind != params.type]
    return sorted([*names(params), *others, f"{params.type}.txt"])


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Fills the folder with files of several kinds; their content doesn't matter, but differs."""
    for name in everything(params):
        devices.ubuntu.write_file(f"{source(params)}/{name}", f"{name} {rng.getrandbits(64):x}\n")


def copied_and_kept(state: State, source: str, target: str, names: Sequence[str], everything: Sequence[str]) -> bool:
    """The copies are there, and the old folder has the same contents as before.

    Args:
        state: The devices' states.
        source: Path of the old folder.
        target: Path of the new folder.
        names: Names of the files to copy.
        everything: Names of all files in the old folder.
    """
    return files_copied(state, source, target, names) and folder_names_are(state, source, everything)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The new folder; the copies; and the old folder as it was."""
    return [
        Checkpoint(id="folder_made", device="ubuntu", app="files", evaluator=check(folder_exists, path=target(params))),
        Checkpoint(
            id="copied",
            device="ubuntu",
            app="files",
            evaluator=check(files_copied, source=source(params), target=target(params), names=tuple(names(params))),
            after=("folder_made",),
        ),
        Checkpoint(
            id="old_kept",
            device="ubuntu",
            app="files",
            evaluator=check(
                copied_and_kept,
                source=source(params),
                target=target(params),
                names=tuple(names(params)),
                everything=tuple(everything(params)),
            ),
            after=("copied",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The new folder with its copies."""
    return new_files_in(target(params), names(params))


def make_folder(params: Params, look: Look) -> Iterator[Action]:
    """Makes the folder in Files."""
    yield from open_folder(look, f"{HOME}/Pictures")
    yield from wait_for(look, text=params.trip)
    yield action("ubuntu", "hotkey", keys=["ctrl", "shift", "n"])
    yield action("ubuntu", "write_text", text=f"{params.trip} {params.type}\n")


def copy(params: Params, look: Look) -> Iterator[Action]:
    """Selects the pictures by a pattern, copies them, and pastes them into the new folder.

    Files pastes only once it knows of the new folder and of the copied files, so it may have to be asked again.
    """
    yield from open_folder(look, source(params))
    yield from wait_for(look, text=f"{params.type}.txt")
    yield action("ubuntu", "hotkey", keys=["ctrl", "s"])
    yield action("ubuntu", "write_text", text=f"*.{params.type}\n")
    yield action("ubuntu", "hotkey", keys=["ctrl", "c"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "l"])
    yield action("ubuntu", "write_text", text=f"{target(params)}\n")
    yield from wait_until_gone(look, text=f"{params.type}.txt")
    for _ in range(_TRIES):
        yield action("ubuntu", "hotkey", keys=["ctrl", "v"])
        for _ in range(_LOOKS):
            if has(look, "ubuntu", text=names(params)[-1]):
                return
            yield action("root", "wait", seconds=1)
    raise OracleStuck(f"{names(params)[-1]!r} was pasted {_TRIES} times and did not come up")


def moved(params: Params, look: Look) -> Iterator[Action]:
    """Moves the pictures."""
    yield from run_in_terminal(["mkdir", target(params)], ["cd", source(params)])
    yield action("ubuntu", "write_text", text=f"mv *.{params.type} '{target(params)}'\n")


def too_many(params: Params, look: Look) -> Iterator[Action]:
    """Copies the whole folder."""
    yield from run_in_terminal(["cp", "-r", source(params), target(params)])


def by_command(params: Params, look: Look) -> Iterator[Action]:
    """Copies in the terminal."""
    yield from run_in_terminal(["mkdir", target(params)], ["cd", source(params)])
    yield action("ubuntu", "write_text", text=f"cp *.{params.type} '{target(params)}'\n")


def everything_first(params: Params, look: Look) -> Iterator[Action]:
    """Copies the whole folder, and deletes what isn't wanted from the copy."""
    others = [name for name in everything(params) if name not in names(params)]
    yield from run_in_terminal(["cp", "-r", source(params), target(params)], ["cd", target(params)], ["rm", *others])


TASK = Task(
    name="ubuntu.copy_photos",
    description=(
        "On the desktop, make a folder '{trip} {type}' in ~/Pictures, and copy every .{type} file from "
        "~/Pictures/{trip} into it. Leave ~/Pictures/{trip} as it is."
    ),
    devices=("ubuntu",),
    parameters={
        "trip": choice(("Summer", "Island", "Weekend"), type="folder_name"),
        "type": choice(TYPES, type="file_extension"),
        "count": integer(3, 7, 4, type="material"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"folder_made": make_folder, "copied": copy, "old_kept": nothing_more},
    footprint=footprint,
    alternatives={"by_command": by_command, "everything_first": everything_first},
    near_misses={"moved": moved, "too_many": too_many},
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=20,
    version=3,
    tags=("files",),
)
