"""Look up in System Monitor how much memory some programs use, and write their names in this order into a file."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.state import State, app_opened
from crab_tasks.kits.ubuntu.files.state import HOME, file_exists, file_is
from crab_tasks.kits.ubuntu.system_monitor import find_processes, programs_run, start_programs
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal, write_lines
from crab_tasks.kits.ubuntu.text_editor.moves import rewrite_with_editor, save_with_editor

TASTES = ("amber", "coral", "ivory", "olive", "slate")
MEGABYTES = (15, 30, 52, 75, 99)
"""Each is plainly more than the one before."""


def memory(params: Params) -> dict[str, int]:
    """Returns the megabytes of the programs by their names."""
    sizes = random.Random(params.order).sample(MEGABYTES, len(TASTES))
    return {f"{params.program}-{taste}": size for taste, size in zip(TASTES, sizes, strict=True)}


def by_memory(params: Params) -> list[str]:
    """Returns the three programs with the most memory, the largest one first."""
    sizes = memory(params)
    return sorted(sizes, key=lambda name: -sizes[name])[:3]


def path(params: Params) -> str:
    """Returns the file to write."""
    return f"{HOME}/Documents/{params.file}.txt"


def names_listed(state: State, path: str, lines: Sequence[str], running: Sequence[str]) -> bool:
    """The file holds exactly these lines, and the programs run.

    Args:
        state: The devices' states.
        path: The file's path.
        lines: Its lines.
        running: The names of the programs.
    """
    return file_is(state, path, lines) and programs_run(state, running, ())


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Starts the programs."""
    start_programs(devices, memory(params))
    devices.ubuntu.remove(path(params))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """System Monitor, and the file; then its lines, while all programs go on running."""
    listed = check(names_listed, path=path(params), lines=tuple(by_memory(params)), running=tuple(memory(params)))
    return [
        app_opened("system_monitor", "monitor_open", "ubuntu"),
        Checkpoint(
            id="file_made",
            device="ubuntu",
            app="text_editor",
            evaluator=check(file_exists, path=path(params)),
            after=("monitor_open",),
        ),
        Checkpoint(id="names_right", device="ubuntu", app="text_editor", evaluator=listed, after=("file_made",)),
    ]


def footprint(params: Params) -> Footprint:
    """The file with the names."""
    return new_file(path(params))


def compare(params: Params, look: Look) -> Iterator[Action]:
    """Lists the programs."""
    yield from find_processes(look, f"{params.program}-")


def begin(params: Params, look: Look) -> Iterator[Action]:
    """Makes the file, so far with the first name only."""
    yield from save_with_editor(path(params), by_memory(params)[0])


def write(params: Params, look: Look) -> Iterator[Action]:
    """Writes all names."""
    yield from rewrite_with_editor(path(params), "\n".join(by_memory(params)))


def smallest_first(params: Params, look: Look) -> Iterator[Action]:
    """Writes the names in the other order."""
    yield from compare(params, look)
    yield from write_lines(path(params), by_memory(params)[::-1])


def all_names(params: Params, look: Look) -> Iterator[Action]:
    """Writes the names of all programs."""
    sizes = memory(params)
    yield from compare(params, look)
    yield from write_lines(path(params), sorted(sizes, key=lambda name: -sizes[name]))


def one_ended(params: Params, look: Look) -> Iterator[Action]:
    """Writes the right names, and ends the largest one."""
    yield from compare(params, look)
    yield from run_in_terminal(["pkill", "-x", by_memory(params)[0]])
    yield from write_lines(path(params), by_memory(params))


def by_command(params: Params, look: Look) -> Iterator[Action]:
    """Writes the names in the terminal."""
    yield from compare(params, look)
    yield from write_lines(path(params), by_memory(params))


def corrected(params: Params, look: Look) -> Iterator[Action]:
    """Writes the names in the other order, and corrects that."""
    yield from smallest_first(params, look)
    yield from write(params, look)


TASK = Task(
    name="ubuntu.rank_programs",
    description=(
        'Five programs whose names begin with "{program}-" are running in the background on the desktop. Look up in '
        "System Monitor how much memory each of them uses. Write the full names of the three that use the most into "
        "the file ~/Documents/{file}.txt, one per line, with the one that uses the most first. All five must stay "
        "running."
    ),
    devices=("ubuntu",),
    parameters={
        "program": choice(("worker", "crawler", "builder", "render"), type="program"),
        "file": choice(("memory", "largest", "programs"), type="file_name"),
        "order": integer(0, 9999, 8, type="seed"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"monitor_open": compare, "file_made": begin, "names_right": write},
    footprint=footprint,
    alternatives={"by_command": by_command, "corrected": corrected},
    near_misses={"smallest_first": smallest_first, "all_names": all_names, "one_ended": one_ended},
    backends={"ubuntu": ("sim", "desktop")},
    tags=("heavy", "processes", "files"),
)
