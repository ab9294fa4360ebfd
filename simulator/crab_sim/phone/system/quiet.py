"""Do Not Disturb: switching it, its end after the time that Settings say, and what it keeps from the person.

While it is on, nothing pops up above the app in front, and a call doesn't turn the screen on; the shade has all of it.
"""

from __future__ import annotations

from typing import Final

from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import Slice
from crab_sim.phone.system.settings_store import SETTINGS, is_on, put

__all__ = ["QUIET_UNTIL", "end", "is_quiet", "switch"]

QUIET_UNTIL: Final = Slice[float]("quiet_until", volatile="follows from Do Not Disturb and its duration")


def is_quiet(machine: Machine) -> bool:
    """Returns whether Do Not Disturb is on."""
    return is_on(machine.get(SETTINGS), "global", "zen_mode")


def switch(machine: Machine, on: bool) -> None:
    """Switches Do Not Disturb on or off; on, it ends after the minutes that Settings say, if they do."""
    settings = machine.get(SETTINGS)
    machine.put(SETTINGS, put(settings, "global", "zen_mode", "1" if on else "0"))
    minutes = settings.get(("secure", "zen_duration"), "0")
    if on and minutes.isdecimal() and int(minutes):
        machine.put(QUIET_UNTIL, machine.now + 60 * int(minutes))
    elif machine.peek(QUIET_UNTIL, 0.0):
        del machine.slices[QUIET_UNTIL.name]


def end(machine: Machine) -> float | None:
    """Returns when Do Not Disturb ends by itself, in seconds since 1970; None for never."""
    return machine.peek(QUIET_UNTIL, 0.0) or None
