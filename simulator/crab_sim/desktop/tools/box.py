"""The desktop's toolbox."""

from __future__ import annotations

from typing import Final

from crab_sim.desktop.shell import lock
from crab_sim.machine.machine import Machine
from crab_sim.machine.tools import Toolbox

__all__ = ["BOX"]


def _ready(machine: Machine) -> None:
    """Wakes and unlocks the screen, as keys would."""
    while lock.use(machine):
        pass


BOX: Final = Toolbox("ubuntu", "", _ready)
"""The desktop's tools; modules of this package fill it."""
