"""The desktop's way to others: its wired connection and its proxy, both of Settings › Network.

Firefox reaches no site without the connection, and Thunderbird neither sends mails nor asks for new ones. A proxy whose
address was entered by hand leads nowhere: Firefox, which asks it for pages, gets none.
"""

from __future__ import annotations

import random
from typing import Final

from crab_sim.desktop.settings_store import PROXY, SETTINGS
from crab_sim.machine.app import Context
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import Slice

__all__ = ["WIRED", "is_online", "proxy", "seed"]

WIRED: Final = Slice[bool]("wired")


def seed(rng: random.Random, now: float) -> bool:
    """Returns True: a desktop is connected when it boots."""
    return True


def is_online(machine: Machine | Context) -> bool:
    """Returns whether the desktop reaches the internet."""
    return machine.peek(WIRED, True) if isinstance(machine, Machine) else machine.get(WIRED)


def proxy(context: Context, scheme: str) -> str:
    """Returns the host of the proxy that is asked for addresses of a scheme, ``""`` for none."""
    settings = context.get(SETTINGS)
    schema = f"{PROXY}.{scheme}"
    asked = settings[PROXY, "mode"] == "manual" and settings.get((schema, "port"), "0") != "0"
    return settings[schema, "host"] if asked else ""
