"""The phone's notifications: slice ``"notifications"``, a tuple of `NotificationRow`, newest first."""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_gym.sim.machine.app import Intent
from crab_gym.sim.machine.machine import Machine
from crab_gym.sim.machine.rows import next_id, remove
from crab_gym.sim.machine.slices import Slice

__all__ = ["NotificationRow", "Rows", "dismiss", "post", "withdraw"]

_MAX = 50  # Android keeps as many of one app


class NotificationRow(NamedTuple):
    """One notification: a touch opens the app with the intent; `date` in seconds since 1970."""

    id: int
    app: str
    title: str
    text: str
    date: float
    intent: Intent = ()


Rows = tuple[NotificationRow, ...]

NOTIFICATIONS: Final = Slice[Rows]("notifications")


def post(machine: Machine, app: str, title: str, text: str, intent: Intent = ()) -> int:
    """Adds a notification of an app and returns its id."""
    rows: Rows = machine.get(NOTIFICATIONS)
    new = next_id(rows)
    row = NotificationRow(new, app, title, text, machine.now, intent)
    machine.put(NOTIFICATIONS, (row, *rows)[:_MAX])
    return new


def dismiss(machine: Machine, notification_id: int) -> None:
    """Removes a notification; nothing happens where there is none."""
    machine.put(NOTIFICATIONS, remove(machine.get(NOTIFICATIONS), notification_id))


def withdraw(machine: Machine, app: str, intent: Intent) -> None:
    """Removes an app's notifications with an intent, such as those of a message that has been read elsewhere."""
    rows: Rows = machine.get(NOTIFICATIONS)
    left = tuple([row for row in rows if (row.app, row.intent) != (app, intent)])
    if len(left) < len(rows):
        machine.put(NOTIFICATIONS, left)
