"""The phone's screen, on or off, and its lock.

The keys POWER, SLEEP and WAKEUP switch it; a call that comes in, an alarm and a restart turn it on. While it is off, it
is black, nothing on it can be seen or touched, and text and other keys are lost, as a phone drops them; commands such
as ``am start`` work, and what they open is shown once it is on.

A phone lies on its charger, and its developer option *Stay awake* is on, as on emulators for tests: its screen is on.
With the option off, or without a charger, it goes off after the *Screen timeout* without a touch or key; a touch then
wakes it.

A phone with a screen lock shows its lock screen when the screen comes on (`crab_sim.phone.system.lock_screen`).

* `is_on`, `turn` - whether it is on, and switching it. `key` - what a key does to it.
* `used`, `touch` - notes that somebody uses the phone. `goes_off` - when the screen goes off by itself.
"""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import SETTINGS, Slice
from crab_sim.phone import battery

__all__ = [
    "LOCK", "LOCKED", "SCREEN_OFF", "USED", "Locked", "goes_off", "is_on", "key", "seed_lock", "touch", "turn", "used",
]  # fmt: skip

SCREEN_OFF: Final = Slice[str]("screen_off", volatile="screens go off by themselves", covers=True)
"""Why the screen is off: ``"key"`` or ``"idle"``."""
USED: Final = Slice[float]("last_used", volatile="when the phone was touched")
LOCK: Final = Slice[str]("screen_lock")
"""The screen lock: ``"none"``, ``"swipe"``, or the digits of a PIN."""


class Locked(NamedTuple):
    """The lock screen's state.

    Attributes:
        asks: Whether it asks for the PIN.
        typed: The digits that were typed.
        wrong: Whether the PIN was wrong.
        then: Id of the notification that is opened once the phone is unlocked; 0 for none.
    """

    asks: bool = False
    typed: str = ""
    wrong: bool = False
    then: int = 0


LOCKED: Final = Slice[Locked]("locked", volatile="what is on the screen, nothing that is kept", covers=True)
"""There while the phone is locked."""
_STAY_AWAKE: Final = ("global", "stay_on_while_plugged_in")
_TIMEOUT: Final = ("system", "screen_off_timeout")


def seed_lock(rng: random.Random, now: float) -> str:
    """Returns ``"none"``, as phones for tests have it."""
    return "none"


def is_on(machine: Machine) -> bool:
    """Returns whether the screen is on."""
    return not machine.peek(SCREEN_OFF, "")


def turn(machine: Machine, on: bool, why: str = "key") -> None:
    """Turns the screen on or off.

    Args:
        machine: The phone.
        on: Whether it is on then.
        why: Why it is turned off, ``"key"`` or ``"idle"``.
    """
    if on:
        used(machine)
    if on != is_on(machine):
        machine.put(SCREEN_OFF, "" if on else why)
        if on:
            del machine.slices[SCREEN_OFF.name]  # the state of a phone whose screen was never off
        elif machine.get(LOCK) != "none":
            machine.put(LOCKED, Locked())


def key(machine: Machine, name: str) -> bool:
    """Takes a key that switches the screen, and every key while it is off; returns whether it did."""
    used(machine)
    on = is_on(machine)
    if name in ("power", "sleep", "wakeup"):
        turn(machine, name == "wakeup" or (name == "power" and not on))
        return True
    return not on


def _stays_awake(machine: Machine) -> bool:
    return machine.get(SETTINGS).get(_STAY_AWAKE, "0") not in ("0", "") and battery.is_charging(machine)


def used(machine: Machine) -> None:
    """Notes that somebody uses the phone now, where that decides how long the screen stays on."""
    if not _stays_awake(machine):
        machine.put(USED, machine.now)


def touch(machine: Machine) -> bool:
    """Notes a touch, which wakes a phone that has gone off by itself; returns whether the screen was on."""
    was_on = is_on(machine)
    used(machine)
    if machine.peek(SCREEN_OFF, "") == "idle":
        turn(machine, True)
    return was_on


def goes_off(machine: Machine) -> float | None:
    """Returns when the screen goes off by itself if nobody uses the phone, in seconds since 1970; None for never."""
    if not is_on(machine) or _stays_awake(machine):
        return None
    timeout = machine.get(SETTINGS).get(_TIMEOUT, "")
    if USED.name not in machine.slices:
        return machine.now  # nobody has noted yet since when nobody uses it
    return machine.get(USED) + (int(timeout) / 1000 if timeout.isdecimal() else 60.0)
