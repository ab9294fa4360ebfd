"""Copy all files of one type into a new folder, and submit how many there are."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check, check_answer
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.answers import answer_is
from crab_tasks.kits.footprints import new_files_in
from crab_tasks.kits.moves import submit
from crab_tasks.kits.ubuntu.files.state import HOME, files_copied, folder_exists
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal

STEMS = ("aspen", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "pine", "rowan", "willow")
TYPES = ("png", "csv", "md", "log")


def source(params: Params) -> str:
    """Returns the folder that holds the files."""
    return f"{HOME}/Documents/{params.source}"


def target(params: Params) -> str:
    """Returns the folder to make."""
    return f"{HOME}/{params.target}"


def names(params: Params) -> list[str]:
    """Returns the names of the files to copy."""
    return [f"{STEMS[i % len(STEMS)]}_{i + 1}.{params.type}" for i in range(params.count)]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Fills the source with files of the type, of other types, and of names that only look like it."""
    others = [f"{rng.choice(STEMS)}_{i}.{kind}" for i, kind in enumerate(TYPES) if kind != params.type]
    for name in [*names(params), *others, f"{params.type}.txt", f"old.{params.type}.bak"]:
        devices.ubuntu.write_file(f"{source(params)}/{name}", f"{name}\n{rng.getrandbits(64):x}\n")


def question(params: Params) -> str:
    """Returns what is asked: the folder that they come from holds other files, too."""
    folders = f"from ~/Documents/{params.source} into the folder ~/{params.target}"
    return f"How many .{params.type} files did you copy {folders}?"


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The folder first; then the copies, and then their number."""
    copied = check(files_copied, source=source(params), target=target(params), names=tuple(names(params)))
    return [
        Checkpoint(id="folder_made", device="ubuntu", app="files", evaluator=check(folder_exists, path=target(params))),
        Checkpoint(id="copied", device="ubuntu", app="files", evaluator=copied, after=("folder_made",)),
        Checkpoint(
            id="answered",
            device="root",
            app="answer",
            evaluator=check_answer(answer_is, kind="count", value=params.count, asks=question(params)),
            after=("copied",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The new folder with its copies, and nothing else in it."""
    return new_files_in(target(params), names(params))


def make_folder(params: Params, look: Look) -> Iterator[Action]:
    """Makes the folder in the terminal."""
    yield from run_in_terminal(["mkdir", target(params)])


def copy(params: Params, look: Look) -> Iterator[Action]:
    """Copies the files by a pattern, and counts them."""
    yield from run_in_terminal(f"cp {source(params)}/*.{params.type} {target(params)}", f"ls {target(params)} | wc -l")


def answer(params: Params, look: Look) -> Iterator[Action]:
    """Submits their number."""
    yield submit(str(params.count))


def moved(params: Params, look: Look) -> Iterator[Action]:
    """Moves the files instead of copying them."""
    yield from run_in_terminal(["mkdir", target(params)], f"mv {source(params)}/*.{params.type} {target(params)}")
    yield submit(str(params.count))


def everything(params: Params, look: Look) -> Iterator[Action]:
    """Copies the files of all types."""
    yield from run_in_terminal(["cp", "-r", source(params), target(params)])
    yield submit(str(params.count))


def two_numbers(params: Params, look: Look) -> Iterator[Action]:
    """Submits more than one number."""
    yield from make_folder(params, look)
    yield from copy(params, look)
    yield submit(f"{params.count} or {params.count + 1}")


def by_find(params: Params, look: Look) -> Iterator[Action]:
    """Copies with find, and submits a sentence."""
    found = f"find {source(params)} -name '*.{params.type}' -exec cp {{}} {target(params)}/ ';'"
    yield from run_in_terminal(["mkdir", "-p", target(params)], found)
    yield action("root", "wait", seconds=2)  # a process for each file
    yield submit(f"I copied {params.count} .{params.type} files.")


def everything_first(params: Params, look: Look) -> Iterator[Action]:
    """Copies the whole folder, and deletes what isn't wanted."""
    yield from run_in_terminal(["cp", "-r", source(params), target(params)])
    others = f"cd {target(params)}; for f in *; do case $f in *.{params.type}) ;; *) rm $f ;; esac; done; cd"
    yield from run_in_terminal(others)
    yield submit(f"{params.count}.")


def corrected(params: Params, look: Look) -> Iterator[Action]:
    """Submits another number before."""
    yield submit(str(params.count + 3))
    yield from by_find(params, look)


TASK = Task(
    name="ubuntu.collect_by_extension",
    description=(
        "On the desktop, copy every .{type} file in the folder ~/Documents/{source} into a new folder ~/{target}, "
        "which should contain nothing else. Then submit how many files you copied, as a number."
    ),
    devices=("ubuntu",),
    parameters={
        "source": choice(("inbox", "scans", "survey", "exports"), type="folder_name"),
        "target": choice(("collected", "selection", "sorted", "handover"), type="folder_name"),
        "type": choice(TYPES, type="file_extension"),
        "count": integer(3, 40, 5),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"folder_made": make_folder, "copied": copy, "answered": answer},
    footprint=footprint,
    alternatives={"by_find": by_find, "everything_first": everything_first},
    near_misses={"moved": moved, "everything": everything, "two_numbers": two_numbers, "corrected": corrected},
    backends={"ubuntu": ("sim", "desktop")},
    version=4,
    tags=("files", "terminal", "answer"),
)
