"""Programs that run in the background of the desktop: they have no window, and hold memory until they are ended.

State: slice ``"programs"`` (tuple of `Program`).
"""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from crab_sim.machine.machine import Machine
from crab_sim.machine.rows import get, remove, update_row
from crab_sim.machine.slices import Slice

__all__ = ["PROGRAMS", "Program", "Programs", "ends", "seed", "send_signal", "start_program"]

_FIRST_ID: Final = 1303
_STEP: Final = 7
_MOST: Final = 90  # their ids stay below those of the windows' processes
_GOES_ON: Final = 18  # SIGCONT
_STOPS: Final = (19, 20, 21, 22)  # SIGSTOP, and those of terminals
_IGNORED: Final = (0, 17, 23, 28)
_NAME_LENGTH: Final = 15  # of a process, as the kernel keeps it


class Program(NamedTuple):
    """A program that runs in the background.

    Attributes:
        id: Its process's id.
        name: Its process's name.
        memory: The bytes that it has.
        stopped: Whether a signal has stopped it until another lets it go on.
    """

    id: int
    name: str
    memory: int
    stopped: bool = False


Programs = tuple[Program, ...]

PROGRAMS: Final = Slice[Programs]("programs", volatile={"memory": "what a process needs now"})


def seed(rng: random.Random, now: float) -> Programs:
    """Returns no programs."""
    return ()


def start_program(machine: Machine, name: str, memory: int) -> None:
    """Starts a program.

    Args:
        machine: The desktop.
        name: Its process's name.
        memory: The bytes that it has.

    Raises:
        ValueError: Its name is empty or too long for a process's, or too many programs run.
    """
    rows = machine.get(PROGRAMS)
    if not 1 <= len(name) <= _NAME_LENGTH:
        raise ValueError(f"a program named {name!r}: expected 1 to {_NAME_LENGTH} characters")
    if len(rows) >= _MOST:
        raise ValueError(f"{len(rows)} programs run in the background; end some before more are started")
    machine.put(PROGRAMS, (*rows, Program(rows[-1].id + _STEP if rows else _FIRST_ID, name, memory)))


def send_signal(machine: Machine, pid: int, signal: int = 15) -> bool:
    """Sends a signal to a program, which ends, stops or goes on; returns whether there is one of this id.

    Args:
        machine: The desktop.
        pid: The process's id.
        signal: The signal's number.
    """
    rows = machine.get(PROGRAMS)
    if get(rows, pid) is None:
        return False
    if signal in _STOPS or signal == _GOES_ON:
        machine.put(PROGRAMS, update_row(rows, pid, stopped=signal in _STOPS))
    elif ends(signal):
        machine.put(PROGRAMS, remove(rows, pid))
    return True


def ends(signal: int) -> bool:
    """Returns whether a signal ends a program that doesn't handle it: others stop it, let it go on, or do nothing."""
    return signal not in (*_STOPS, _GOES_ON, *_IGNORED)
