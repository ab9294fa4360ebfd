"""The phone's battery: its charge, and whether a charger feeds it.

A phone lies on its charger, as emulators for tests do, until ``dumpsys battery`` or the emulator's console say
otherwise. Its charge changes only so, too.

* `values` - what Android knows of it, by the names of ``dumpsys battery``. `level` - its charge in percent.
* `is_charging`, `is_low` - whether it is fed, and whether Android warns of its charge.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from crab_sim.machine.app import Context
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import Slice

__all__ = ["BATTERY", "CHARGERS", "USUAL", "hours_left", "is_charging", "is_low", "level", "seed", "values"]

USUAL: Final[Mapping[str, str]] = {
    "AC powered": "false", "USB powered": "true", "Wireless powered": "false", "Dock powered": "false",
    "Max charging current": "500000", "Max charging voltage": "5000000", "Charge counter": "3280000", "status": "2",
    "health": "2", "present": "true", "level": "82", "scale": "100", "voltage": "4214", "temperature": "267",
    "technology": "Li-ion",
}  # fmt: skip
"""The battery as it is unless somebody sets it."""
CHARGERS: Final[Mapping[str, str]] = {"AC powered": "1", "USB powered": "2", "Wireless powered": "4"}
"""The values that say by what the phone is fed, with Android's number of each."""
BATTERY: Final = Slice[Mapping[str, str]]("battery", volatile="batteries run down by themselves")
"""The values that aren't as usual."""

_LOW: Final = 15
_HOURS: Final = 33 / 82  # for each percent


def seed(rng: random.Random, now: float) -> Mapping[str, str]:
    """Returns no values, since all are as usual."""
    return {}


def values(machine: Machine | Context) -> Mapping[str, str]:
    """Returns what Android knows of the battery, by the names of ``dumpsys battery``."""
    return {**USUAL, **machine.get(BATTERY)}


def level(machine: Machine | Context) -> int:
    """Returns the charge in percent."""
    text = values(machine)["level"]
    return 0 if text.startswith("-") else min(int(text[:9]), 100)


def is_charging(machine: Machine | Context) -> bool:
    """Returns whether the phone is fed by anything."""
    now = values(machine)
    return any([now[charger] == "true" for charger in CHARGERS])


def is_low(machine: Machine | Context) -> bool:
    """Returns whether the charge is so low that Android warns of it, which it doesn't do on a charger."""
    return level(machine) <= _LOW and not is_charging(machine)


def hours_left(machine: Machine | Context) -> str:
    """Returns how long the charge lasts, in words.

    >>> from crab_sim.phone import Phone
    >>> hours_left(Phone())
    '1 day, 9 hours'
    """
    minutes = round(level(machine) * _HOURS * 60)
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [(days, "day"), (hours, "hour")] if days else [(hours, "hour"), (rest, "minute")]
    return ", ".join([f"{n} {unit}{'s' * (n != 1)}" for n, unit in parts if n]) or "0 minutes"
