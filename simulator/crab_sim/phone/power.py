"""The phone's screen, on or off.

The keys POWER, SLEEP and WAKEUP switch it; a call that comes in, an alarm and a restart turn it on. While it is off, it
is black, nothing on it can be seen or touched, and text and other keys are lost, as a phone drops them; commands such
as ``am start`` work, and what they open is shown once it is on. The phone has no lock: the screen comes on as it was.

* `is_on`, `turn` - whether it is on, and switching it. `key` - what a key does to it.
"""

from __future__ import annotations

from typing import Final

from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import Slice

__all__ = ["SCREEN_OFF", "is_on", "key", "turn"]

SCREEN_OFF: Final = Slice[bool]("screen_off", volatile="screens go off by themselves")


def is_on(machine: Machine) -> bool:
    """Returns whether the screen is on."""
    return not machine.peek(SCREEN_OFF, False)


def turn(machine: Machine, on: bool) -> None:
    """Turns the screen on or off."""
    if on != is_on(machine):
        machine.put(SCREEN_OFF, not on)
        if on:
            del machine.slices[SCREEN_OFF.name]  # the state of a phone whose screen was never off


def key(machine: Machine, name: str) -> bool:
    """Takes a key that switches the screen, and every key while it is off; returns whether it did."""
    on = is_on(machine)
    if name in ("power", "sleep", "wakeup"):
        turn(machine, name == "wakeup" or (name == "power" and not on))
        return True
    return not on
