"""The conditions of an episode on a simulated machine: slices of its state, and the size of its screen."""

from __future__ import annotations

import random

from crab_gym.backends.conditions import Conditions
from crab_sim.machine import conditions as slices
from crab_sim.machine import interruptions
from crab_sim.machine.loading import DELAYS, Delays
from crab_sim.machine.machine import Machine

__all__ = ["impose"]

_LATE = 0.0, 2.5
"""The least and the greatest number of seconds for which a window has no elements."""


def impose(machine: Machine, conditions: Conditions) -> tuple[str, ...]:
    """Applies conditions to a machine that was just booted; returns the names of those that it fulfils.

    Args:
        machine: The machine.
        conditions: The conditions.
    """
    fulfilled: list[str] = []
    if conditions.size is not None:
        machine.resize(*conditions.size)
        fulfilled.append("size")
    if conditions.icons is not None:
        machine.put(slices.ICONS, conditions.icons)
        fulfilled.append("icons")
    if conditions.language:
        machine.put(slices.LANGUAGE, conditions.language)
        fulfilled.append("language")
    if conditions.popups:
        rng = random.Random(f"{conditions.number}:popups")
        coming = interruptions.drawn(machine.device, machine.now, conditions.popups, rng)
        machine.put(interruptions.INTERRUPTIONS, coming)
        fulfilled.append("popups")
    if conditions.latency is not None:
        machine.put(DELAYS, Delays(*conditions.latency, conditions.number))
        fulfilled.append("latency")
    if conditions.keyboard and machine.device == "android":
        from crab_sim.phone.system.keyboard import KEYBOARD, Keyboard  # desktops do without the phone's code

        machine.put(KEYBOARD, Keyboard(conditions.language or "en"))
        fulfilled.append("keyboard")
    if conditions.world and machine.device == "ubuntu":
        from crab_sim.desktop.shell.placing import PLACES  # phones do without the desktop's code

        if "windows" in conditions.world:
            machine.put(PLACES, conditions.number)
        if "late" in conditions.world and conditions.latency is None:
            machine.put(DELAYS, Delays(*_LATE, conditions.number))
        fulfilled.append("world")
    if fulfilled:
        machine.forget_layout()
    return tuple(fulfilled)
