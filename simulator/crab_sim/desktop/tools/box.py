"""The desktop's toolbox, and `wake`, by which a desktop gets ready for any tool."""

from __future__ import annotations

from typing import Final

from crab_sim.desktop.shell import lock
from crab_sim.machine.machine import Machine
from crab_sim.machine.tools import Toolbox, need_no_dialog

__all__ = ["BOX", "wake"]


def _ready(machine: Machine) -> None:
    """Makes the desktop ready for a tool that uses an app."""
    wake(machine)
    need_no_dialog(machine)


def wake(machine: Machine) -> None:
    """Wakes and unlocks the screen, as keys would."""
    while lock.use(machine):
        pass


BOX: Final = Toolbox("ubuntu", "", _ready)
"""The desktop's tools; modules of this package fill it."""
