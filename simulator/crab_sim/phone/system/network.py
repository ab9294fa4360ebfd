"""The phone's ways to others: its mobile network, for calls and texts, and the internet.

* `has_signal` - whether calls and texts go and come. `is_online` - whether the internet is reached.

Apps ask before something leaves the phone. What waits for a network is kept by the app, whose `PhoneApp.tick` sends it
as soon as there is one; `RADIOS` are the slices on which that depends.
"""

from __future__ import annotations

from typing import Final

from crab_sim.machine.app import Context
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import AnySlice
from crab_sim.phone.system.settings_store import NETWORKS, SETTINGS, is_on, wifi_network

__all__ = ["RADIOS", "has_signal", "is_online"]

RADIOS: Final[tuple[AnySlice, ...]] = (SETTINGS, NETWORKS)


def has_signal(machine: Machine | Context) -> bool:
    """Returns whether the phone is in touch with its mobile network: always, except in airplane mode."""
    return not is_on(machine.get(SETTINGS), "global", "airplane_mode_on")


def is_online(machine: Machine | Context) -> bool:
    """Returns whether the phone reaches the internet: over a Wi-Fi network, else over mobile data."""
    settings = machine.get(SETTINGS)
    if has_signal(machine) and is_on(settings, "global", "mobile_data"):
        return True
    return bool(wifi_network(settings, machine.get(NETWORKS)))
