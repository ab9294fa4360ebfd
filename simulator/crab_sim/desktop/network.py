"""The desktop's way to others: its wired connection, which Settings switches.

Firefox reaches no site without it, and Thunderbird neither sends mails nor asks for new ones.
"""

from __future__ import annotations

import random
from typing import Final

from crab_sim.machine.app import Context
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import Slice

__all__ = ["WIRED", "is_online", "seed"]

WIRED: Final = Slice[bool]("wired")


def seed(rng: random.Random, now: float) -> bool:
    """Returns True: a desktop is connected when it boots."""
    return True


def is_online(machine: Machine | Context) -> bool:
    """Returns whether the desktop reaches the internet."""
    return machine.peek(WIRED, True) if isinstance(machine, Machine) else machine.get(WIRED)
