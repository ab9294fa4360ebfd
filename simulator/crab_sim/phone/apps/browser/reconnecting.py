"""Reconnecting: the Browser loads the page that waits for an internet connection, once there is one."""

from __future__ import annotations

from crab_sim.machine.app import Context
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import WINDOWS
from crab_sim.phone.system.network import is_online
from crab_sim.ui import Window

__all__ = ["due", "tick"]


def _waiting(machine: Machine) -> Window | None:
    """Returns the Browser's window where it says that there is no connection."""
    window = next((window for window in machine.get(WINDOWS) if window.app == "browser"), None)
    if window is None or window.page.name != "web":
        return None
    from crab_sim.phone.apps.browser.load import extra  # the Browser's code is loaded once it is open

    return window if extra(window.page).offline else None


def due(machine: Machine) -> float | None:
    """Returns now where a page waits for a connection that is there, None otherwise."""
    return machine.now if _waiting(machine) is not None and is_online(machine) else None


def tick(machine: Machine) -> None:
    """Loads the page that waits."""
    window = _waiting(machine)
    if window is not None:
        machine.apps["browser"].update(Context(machine, window.id), ("reload",))
