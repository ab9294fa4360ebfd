"""System Monitor: evaluators of the desktop's processes, setups, and moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Element, Setup
from crab_gym.task import Action, Look, OracleStuck, action
from crab_tasks.kits.moves import click_on
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.windows import click_soon, soon, start, window

__all__ = ["end_process", "find_processes", "open_monitor", "programs_run", "start_programs"]

_APP = "system_monitor"


def programs_run(state: State, answer: str | None, running: Sequence[str], ended: Sequence[str]) -> bool:
    """The desktop has processes of each of the first names, and of none of the others."""
    names = state["ubuntu"].processes()
    return all(name in names for name in running) and not any(name in names for name in ended)


def start_programs(devices: Mapping[str, Setup], memory: Mapping[str, int]) -> None:
    """Starts programs in the background of the desktop.

    Args:
        devices: The devices to prepare.
        memory: The megabytes that each holds, by its name.
    """
    for name, megabytes in memory.items():
        devices["ubuntu"].start_program(name, megabytes * 1_000_000)


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
