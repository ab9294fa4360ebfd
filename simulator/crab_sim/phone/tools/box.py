"""The phone's toolbox, and `wake`, by which a phone gets ready for any tool."""

from __future__ import annotations

from typing import Final

from crab_sim.machine.machine import Machine
from crab_sim.machine.tools import Toolbox, need, need_no_dialog
from crab_sim.phone import power
from crab_sim.phone.system import lock_screen

__all__ = ["BOX", "wake"]


def _ready(machine: Machine) -> None:
    """Makes the phone ready for a tool that uses an app."""
    wake(machine)
    need_no_dialog(machine)


def wake(machine: Machine) -> None:
    """Turns the screen on, and unlocks a phone without a PIN."""
    power.turn(machine, True)
    if machine.get(power.LOCK) == "swipe":
        lock_screen.dismiss(machine)
    need(not lock_screen.is_locked(machine), "the phone is locked; unlock it with its PIN first")


BOX: Final = Toolbox("android", "", _ready)
"""The phone's tools; modules of this package fill it."""
