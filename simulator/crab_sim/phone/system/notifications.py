"""The phone's notifications, newest first."""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.machine.app import Intent
from crab_sim.machine.machine import Machine
from crab_sim.machine.rows import next_id, remove
from crab_sim.machine.slices import Slice
from crab_sim.phone.system import heads_up

__all__ = ["NotificationRow", "Rows", "dismiss", "post", "withdraw"]

_MAX = 50  # per app on Android, in all here


class NotificationRow(NamedTuple):
    """One notification.

    Attributes:
        id: Its id.
        app: Id of the app that posted it.
        title: Its title.
        text: Its text.
        date: Time of posting, in seconds since 1970.
        intent: The intent with which a tap opens the app.
    """

    id: int
    app: str
    title: str
    text: str
    date: float
    intent: Intent = ()


Rows = tuple[NotificationRow, ...]

NOTIFICATIONS: Final = Slice[Rows]("notifications", volatile="they come and go; what they tell is kept elsewhere")


def post(machine: Machine, app: str, title: str, text: str, intent: Intent = (), urgent: bool = False) -> int:
    """Adds a notification and returns its id.

    Args:
        machine: The phone.
        app: Id of the app that posts it.
        title: Its title.
        text: Its text.
        intent: The intent with which a tap opens the app.
        urgent: Whether it pops up, whatever the app.
    """
    rows: Rows = machine.get(NOTIFICATIONS)
    new = next_id(rows)
    row = NotificationRow(new, app, title, text, machine.now, intent)
    machine.put(NOTIFICATIONS, (row, *rows)[:_MAX])
    heads_up.show(machine, app, new, urgent)
    return new


def dismiss(machine: Machine, notification_id: int) -> None:
    """Removes a notification, if it is still there."""
    machine.put(NOTIFICATIONS, remove(machine.get(NOTIFICATIONS), notification_id))


def withdraw(machine: Machine, app: str, intent: Intent) -> None:
    """Removes an app's notifications with an intent, such as those of a message that was read elsewhere."""
    rows: Rows = machine.get(NOTIFICATIONS)
    left = tuple([row for row in rows if (row.app, row.intent) != (app, intent)])
    if len(left) < len(rows):
        machine.put(NOTIFICATIONS, left)
