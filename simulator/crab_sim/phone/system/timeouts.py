"""Things that end by themselves: the screen's being on, Do Not Disturb, a notification that has popped up."""

from __future__ import annotations

from typing import Final

from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import AnySlice
from crab_sim.phone import power
from crab_sim.phone.battery import BATTERY
from crab_sim.phone.system import quiet
from crab_sim.phone.system.heads_up import HEADS_UP, put_away
from crab_sim.phone.system.quiet import QUIET_UNTIL
from crab_sim.phone.system.settings_store import SETTINGS

__all__ = ["TIMED", "due", "tick"]

TIMED: Final[tuple[AnySlice, ...]] = (HEADS_UP, QUIET_UNTIL, power.USED, power.SCREEN_OFF, BATTERY, SETTINGS)


def _ends(machine: Machine) -> tuple[float | None, float | None, float | None]:
    """Returns when the notification on top, Do Not Disturb and the screen's being on end; None for never."""
    popped_up = machine.get(HEADS_UP).until if HEADS_UP.name in machine.slices else None
    return popped_up, quiet.end(machine), power.goes_off(machine)


def due(machine: Machine) -> float | None:
    """Returns when the first of these ends, in seconds since 1970; None if nothing does."""
    return min([when for when in _ends(machine) if when is not None], default=None)


def tick(machine: Machine) -> None:
    """Ends what is due."""
    now = machine.now
    popped_up, quiet_until, off = _ends(machine)
    if popped_up is not None and popped_up <= now:
        put_away(machine)
    if quiet_until is not None and quiet_until <= now:
        quiet.switch(machine, False)
    if off is not None and power.USED.name not in machine.slices:
        power.used(machine)
    elif off is not None and off <= now:
        power.turn(machine, False, "idle")
