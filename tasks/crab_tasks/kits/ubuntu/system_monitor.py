"""System Monitor: evaluators of the desktop's processes, setups, moves, and sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices, Element
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, OracleStuck, Params, SubTask, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Allowance, Footprint, may_remove
from crab_tasks.kits.moves import click_on
from crab_tasks.kits.state import State, app_opened
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import click_soon, soon, start, window

__all__ = [
    "COUNT_PROGRAMS", "END_PROGRAM", "LARGEST_PROGRAM", "end_process", "find_processes", "may_end",
    "open_monitor", "programs_run", "start_programs",
]  # fmt: skip

_APP = "system_monitor"


def programs_run(state: State, running: Sequence[str], ended: Sequence[str]) -> bool:
    """The desktop has processes of each of the first names, and of none of the others."""
    names = state.ubuntu.processes()
    return all(name in names for name in running) and not any(name in names for name in ended)


def start_programs(devices: Devices, memory: Mapping[str, int]) -> None:
    """Starts programs in the background of the desktop.

    Args:
        devices: The devices to prepare.
        memory: The megabytes that each holds, by its name.
    """
    for name, megabytes in memory.items():
        devices.ubuntu.start_program(name, megabytes * 1_000_000)


def open_monitor(look: Look) -> Iterator[Action]:
    """Starts System Monitor, or brings it to the front."""
    yield from start("System Monitor")
    yield from window(look, app=_APP)
    yield action("root", "wait", seconds=1)  # a step that ends with its window in front


def find_processes(look: Look, part: str) -> Iterator[Action]:
    """Lists the processes with a part of a name in System Monitor."""

    def field() -> Element | None:
        return next((e for e in look("ubuntu") if e.app == _APP and e.role == "text_field"), None)

    yield from open_monitor(look)
    if field() is None:
        yield action("ubuntu", "hotkey", keys=["ctrl", "f"])
        yield from soon(lambda: field() is not None)
    found = field()
    if found is None:
        raise OracleStuck("System Monitor has no field to search in")
    yield click_on(found)
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=part)


def end_process(look: Look, name: str) -> Iterator[Action]:
    """Ends a process in System Monitor.

    Raises:
        OracleStuck: It isn't listed.
    """

    def row() -> Element | None:
        rows = ("list_item", "cell")
        return next((e for e in look("ubuntu") if e.app == _APP and e.role in rows and e.text == name), None)

    yield from find_processes(look, name)
    yield from soon(lambda: row() is not None)
    found = row()
    if found is None:
        raise OracleStuck(f"System Monitor lists no process {name!r}")
    yield click_on(found)
    yield from click_soon(look, text="End Process", role="button")
    yield from click_soon(look, text="End Process", role="button")


_ENDS = (
    "east", "north", "south", "west", "amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "ivory",
    "jade",
)  # fmt: skip
"""Ends of programs' names, of which four are drawn."""
_MEGABYTES = (20, 42, 67, 96)
"""Each is plainly more than the one before."""


def _memory(params: Params) -> dict[str, int]:
    """Returns the megabytes of the programs by their names."""
    dice = random.Random(params.order)
    ends = sorted(dice.sample(_ENDS, len(_MEGABYTES)))
    sizes = dice.sample(_MEGABYTES, len(_MEGABYTES))
    return {f"{params.group}-{end}": size for end, size in zip(ends, sizes, strict=True)}


def _four_programs(devices: Devices, params: Params, rng: random.Random) -> None:
    start_programs(devices, _memory(params))


def _monitor_open(params: Params) -> Sequence[Checkpoint]:
    """System Monitor is in front."""
    return [app_opened(_APP, "monitor_open", device="ubuntu")]


def _compare(params: Params, look: Look) -> Iterator[Action]:
    yield from find_processes(look, f"{params.group}-")


def _find_each(params: Params, look: Look) -> Iterator[Action]:
    """Looks at each of the programs."""
    for name in _memory(params):
        yield from find_processes(look, name)


def _compare_in_terminal(params: Params, look: Look) -> Iterator[Action]:
    """Opens System Monitor, and lets the terminal tell the memory."""
    yield from open_monitor(look)
    yield from run_in_terminal("ps aux")


LARGEST_PROGRAM = SubTask(
    name="system_monitor.largest_program",
    device="ubuntu",
    app=_APP,
    says="find out in System Monitor on the desktop which program uses the most memory of the four whose names begin "
    "with {group} and a hyphen",
    steps="on the desktop, open System Monitor, search for {group} and a hyphen, and see which program uses the most "
    "memory of the four whose names begin like this",
    refers="the program that uses the most memory in System Monitor of the four whose names begin with {group} and a "
    "hyphen",
    inputs={"group": choice(("encode", "render", "index", "sync"), "render")},
    hidden={"order": integer(0, 9999, 3, type="seed")},
    output="program",
    produce=lambda params: max(_memory(params).items(), key=lambda row: row[1])[0],
    setup=_four_programs,
    checkpoints=_monitor_open,
    oracle={"monitor_open": _compare},
    alternatives={"one_by_one": _find_each, "in_terminal": _compare_in_terminal},
    tags=("processes",),
)

_KEPT = ("watch-network", "watch-disks")
"""Programs that go on running."""


def _running(devices: Devices, params: Params, rng: random.Random) -> None:
    """Starts the program and the others, except those that run already, since another part started them."""
    there = devices.ubuntu.processes()
    start_programs(devices, {name: rng.randint(20, 60) for name in (params.program, *_KEPT) if name not in there})


def _program_ended(params: Params) -> Sequence[Checkpoint]:
    """System Monitor; then the program has ended, and the others run."""
    ended = check(programs_run, running=_KEPT, ended=(params.program,))
    return [
        *_monitor_open(params),
        Checkpoint(id="ended", device="ubuntu", app=_APP, evaluator=ended, after=("monitor_open",)),
    ]


def may_end(program: str) -> Allowance:
    """Returns the allowance to end a program that runs in the background of the desktop."""
    return may_remove("ubuntu", "process", most=1, name=program)


def _may_end(params: Params) -> Footprint:
    return [may_end(params.program)]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_monitor(look)


def _end(params: Params, look: Look) -> Iterator[Action]:
    yield from end_process(look, params.program)


def _end_in_terminal(params: Params, look: Look) -> Iterator[Action]:
    """Looks in System Monitor, and ends the program in the terminal."""
    yield from find_processes(look, params.program)
    yield from run_in_terminal(["pkill", "-x", params.program])


def _kill_by_number(params: Params, look: Look) -> Iterator[Action]:
    """Looks in System Monitor, and kills the program in the terminal by the number of its process."""
    yield from find_processes(look, params.program)
    yield from run_in_terminal(f"kill -9 $(pgrep -x {params.program})")


def _halt(params: Params, look: Look) -> Iterator[Action]:
    """Halts the program, so that it keeps its memory."""
    yield from open_monitor(look)
    yield from run_in_terminal(["pkill", "-STOP", "-x", params.program])


def _end_all(params: Params, look: Look) -> Iterator[Action]:
    """Ends the others first."""
    yield from open_monitor(look)
    yield from run_in_terminal(["pkill", "watch-"], ["pkill", "-x", params.program])


END_PROGRAM = SubTask(
    name="system_monitor.end_program",
    device="ubuntu",
    app=_APP,
    says="end {program} in System Monitor on the desktop",
    steps="on the desktop, open System Monitor, search for {program}, select it, and click End Process twice",
    inputs={"program": choice(("mirror-photos", "scan-mails", "tidy-cache", "zip-letters"), type="program")},
    setup=_running,
    checkpoints=_program_ended,
    oracle={"monitor_open": _open, "ended": _end},
    footprint=_may_end,
    alternatives={"in_terminal": _end_in_terminal, "by_number": _kill_by_number},
    near_misses={"halted": _halt, "all_of_them": _end_all},
    tags=("processes",),
)


def _several_programs(devices: Devices, params: Params, rng: random.Random) -> None:
    """Starts the programs, and some of similar names."""
    names = [f"{params.group}-{number}" for number in range(1, params.count + 1)]
    names += [f"{params.group}er", *(f"my-{params.group}-{number}" for number in range(params.others))]
    start_programs(devices, {name: rng.randint(20, 60) for name in names})


def _list_all(params: Params, look: Look) -> Iterator[Action]:
    """Lists all programs with the name's first part."""
    yield from find_processes(look, params.group)


def _count_in_terminal(params: Params, look: Look) -> Iterator[Action]:
    """Opens System Monitor, and lets the terminal count."""
    yield from open_monitor(look)
    yield from run_in_terminal(f"pgrep -c ^{params.group}-")


COUNT_PROGRAMS = SubTask(
    name="system_monitor.count_programs",
    device="ubuntu",
    app=_APP,
    says="count the programs whose names begin with {group} and a hyphen in System Monitor on the desktop",
    steps="on the desktop, open System Monitor, search for {group} and a hyphen, and count the programs whose names "
    "begin like this",
    refers="the number of programs in System Monitor whose names begin with {group} and a hyphen",
    inputs={"group": choice(("backup", "import", "print", "train"), "print")},
    hidden={"count": integer(2, 14, 4), "others": integer(1, 3, 2)},
    output="count",
    called="number of programs",
    produce=lambda params: int(params.count),
    setup=_several_programs,
    checkpoints=_monitor_open,
    oracle={"monitor_open": _compare},
    alternatives={"by_first_part": _list_all, "in_terminal": _count_in_terminal},
    tags=("processes",),
)
