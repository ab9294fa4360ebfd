"""The warning of a low battery, and Battery Saver, which it offers.

* `change`, `unplug`, `reset` - set the battery's values, as ``dumpsys battery`` does.
* `switch` - turns Battery Saver on or off.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from crab_sim.machine.app import Intent
from crab_sim.machine.machine import Machine
from crab_sim.phone.battery import BATTERY, USUAL, is_low, level
from crab_sim.phone.system import notifications
from crab_sim.phone.system.settings_store import SETTINGS, is_on, put

__all__ = ["ASKED", "WARNING", "change", "reset", "switch", "unplug"]

WARNING: Final[tuple[str, Intent]] = ("settings", ("page", "battery"))
"""The app and the intent of the notification that warns of a low battery."""
ASKED: Final = "Turn on Battery Saver"
"""What the notification offers."""


def change(machine: Machine, values: Mapping[str, str]) -> None:
    """Sets some of the battery's values; Android warns when the charge has become low.

    Args:
        machine: The phone.
        values: The values, by the names of ``dumpsys battery``.
    """
    was_low = is_low(machine)
    machine.put(BATTERY, {**machine.get(BATTERY), **values})
    if not is_low(machine):
        notifications.withdraw(machine, *WARNING)
    elif not was_low and not is_on(machine.get(SETTINGS), "global", "low_power"):
        app, intent = WARNING
        text = f"{level(machine)}% remaining"
        notifications.post(machine, app, "Battery may run out soon", text, intent, urgent=True)


def unplug(machine: Machine) -> None:
    """Takes the phone off its charger."""
    unfed = {name: "false" for name in USUAL if "powered" in name}
    change(machine, {**unfed, "status": "3"})


def reset(machine: Machine) -> None:
    """Sets all values as they are usually."""
    if BATTERY.name in machine.slices:
        machine.put(BATTERY, {})
        notifications.withdraw(machine, *WARNING)
        del machine.slices[BATTERY.name]  # the state of a phone whose battery nobody has set


def switch(machine: Machine, on: bool) -> None:
    """Turns Battery Saver on or off; Android no longer warns once it is on."""
    machine.put(SETTINGS, put(machine.get(SETTINGS), "global", "low_power", "1" if on else "0"))
    if on:
        notifications.withdraw(machine, *WARNING)
