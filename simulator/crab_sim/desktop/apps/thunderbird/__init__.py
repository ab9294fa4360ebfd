"""Thunderbird, the desktop's mail program."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="thunderbird",
    name="Thunderbird",
    icon="mail",
    color=(22, 92, 190),
    size=(1200, 674),
    keywords=("mail", "email", "message", "address book"),
    multiline=("notes", "body"),
)
