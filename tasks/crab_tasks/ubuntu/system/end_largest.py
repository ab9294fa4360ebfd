"""End the program that uses the most memory, in System Monitor."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.system_monitor import (
    end_process,
    find_processes,
    may_end,
    programs_run,
    start_programs,
)
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal

ENDS = ("east", "north", "south", "west")
MEGABYTES = (20, 42, 67, 96)
"""Each is plainly more than the one before."""


def memory(params: Params) -> dict[str, int]:
    """Returns the megabytes of the programs by their names."""
    sizes = random.Random(params.order).sample(MEGABYTES, len(ENDS))
    return {f"{params.program}-{end}": size for end, size in zip(ENDS, sizes, strict=True)}


def by_memory(params: Params) -> list[str]:
    """Returns the programs' names, that of the one with the most memory first."""
    sizes = memory(params)
    return sorted(sizes, key=lambda name: -sizes[name])


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Starts the programs."""
    start_programs(devices, memory(params))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """System Monitor; then the program has ended, and the others run."""
    largest, *others = by_memory(params)
    ended = check(programs_run, running=tuple(others), ended=(largest,))
    return [
        app_opened("system_monitor", "monitor_open", "ubuntu"),
        Checkpoint(id="ended", device="ubuntu", app="system_monitor", evaluator=ended, after=("monitor_open",)),
    ]


def footprint(params: Params) -> Footprint:
    """The program with the most memory."""
    return [may_end(by_memory(params)[0])]


def compare(params: Params, look: Look) -> Iterator[Action]:
    """Lists the programs."""
    yield from find_processes(look, f"{params.program}-")


def end(params: Params, look: Look) -> Iterator[Action]:
    """Ends the one with the most memory."""
    yield from end_process(look, by_memory(params)[0])


def second_largest(params: Params, look: Look) -> Iterator[Action]:
    """Ends the one with the second most."""
    yield from end_process(look, by_memory(params)[1])


def all_of_them(params: Params, look: Look) -> Iterator[Action]:
    """Ends all of them."""
    yield from compare(params, look)
    yield from run_in_terminal(["pkill", f"{params.program}-"])


def halted(params: Params, look: Look) -> Iterator[Action]:
    """Halts it, so that it keeps its memory."""
    yield from compare(params, look)
    yield from run_in_terminal(["pkill", "-STOP", "-x", by_memory(params)[0]])


def by_name(params: Params, look: Look) -> Iterator[Action]:
    """Looks in System Monitor, and ends it in the terminal."""
    yield from compare(params, look)
    yield from run_in_terminal(["pkill", "-x", by_memory(params)[0]])


def by_number(params: Params, look: Look) -> Iterator[Action]:
    """Looks in System Monitor, and kills it in the terminal by the number of its process."""
    yield from compare(params, look)
    yield from run_in_terminal(f"kill -9 $(pgrep -x {by_memory(params)[0]})")


TASK = Task(
    name="ubuntu.end_largest",
    description=(
        'Four programs whose names begin with "{program}-" are running in the background on the desktop. Look them up '
        "in System Monitor, and end the one that uses the most memory. The other three must stay running."
    ),
    devices=("ubuntu",),
    parameters={
        "program": choice(("encode", "render", "index", "sync"), type="program"),
        "order": integer(0, 9999, 3, type="seed"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"monitor_open": compare, "ended": end},
    footprint=footprint,
    alternatives={"by_name": by_name, "by_number": by_number},
    near_misses={"second_largest": second_largest, "all_of_them": all_of_them, "halted": halted},
    backends={"ubuntu": ("sim", "desktop")},
    tags=("heavy", "processes"),
)
