"""Notifications that pop up above the app in front for some seconds: those of messages, calls, alarms and events,
and of a low battery.

They don't while Do Not Disturb is on, or *Pop on screen* is off, or where the person is in the app, or sees the shade.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import Slice
from crab_sim.phone import power
from crab_sim.phone.system import quiet
from crab_sim.phone.system.above import ABOVE
from crab_sim.phone.system.settings_store import SETTINGS, is_on

__all__ = ["HEADS_UP", "HeadsUp", "put_away", "show"]

_SECONDS: Final = 5.0
_URGENT: Final = frozenset({"messages", "phone", "calendar", "clock"})


class HeadsUp(NamedTuple):
    """The notification that has popped up: its id, and the time at which it is put away, in seconds since 1970."""

    id: int
    until: float


HEADS_UP: Final = Slice[HeadsUp]("heads_up", volatile="what is on the screen, nothing that is kept", covers=True)


def show(machine: Machine, app: str, notification_id: int, urgent: bool = False) -> None:
    """Lets a new notification pop up, where it may.

    Args:
        machine: The phone.
        app: Id of the app that has posted it.
        notification_id: Its id.
        urgent: Whether it pops up whatever the app, and also where the person is in it.
    """
    front = machine.front
    tells = urgent or (app in _URGENT and (front is None or front.app != app))
    wanted = is_on(machine.get(SETTINGS), "global", "heads_up_notifications_enabled") and not quiet.is_quiet(machine)
    if tells and wanted and not machine.get(ABOVE).name and power.is_on(machine):
        machine.put(HEADS_UP, HeadsUp(notification_id, machine.now + _SECONDS))


def put_away(machine: Machine) -> None:
    """Takes away the notification that has popped up, if there is one; it is still in the shade."""
    if HEADS_UP.name in machine.slices:
        machine.put(HEADS_UP, HeadsUp(0, 0.0))
        del machine.slices[HEADS_UP.name]  # the state of a phone on which nothing has popped up
