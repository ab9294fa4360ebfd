"""Permissions of the installed apps, and their requests for more.

* `granted`, `grant`, `revoke`, `of` - the grants, by package and Android's name of a permission.
* `ask` - called by an app before it does something that needs a permission.

While the slice ``"permission_dialogs"`` is True, apps ask for all that they haven't been granted. Otherwise they ask
only for what was taken back once (the slice ``"permissions_asked"``), and everything else is allowed.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final, NamedTuple

from crab_sim.devices.apps import app_of
from crab_sim.machine.app import Context
from crab_sim.machine.machine import Machine
from crab_sim.machine.memory import Seeder
from crab_sim.machine.slices import Slice
from crab_sim.phone.system.above import ABOVE, NOTHING_ABOVE
from crab_sim.ui import AnyMessage, Page

__all__ = [
    "PERMISSIONS", "SEEDERS", "Asked", "Grant", "Permission", "Request", "allow", "ask", "deny", "end_once", "for_now",
    "grant", "granted", "of", "revoke",
]  # fmt: skip

PERMISSION_DIALOGS: Final = Slice[bool]("permission_dialogs", volatile="set by the reset alone")


class Permission(NamedTuple):
    """A permission.

    Attributes:
        name: Android's name, such as ``android.permission.CAMERA``.
        title: Name of its group in Settings.
        purpose: End of the question "Allow Camera to …?".
        icon: Icon of the group.
        while_used: Whether the dialog offers "While using the app" and "Only this time".
    """

    name: str
    title: str
    purpose: str
    icon: str
    while_used: bool = False


_NAME = "android.permission."
# fmt: off
PERMISSIONS: Mapping[str, Permission] = {
    "camera": Permission(_NAME + "CAMERA", "Camera", "take pictures and record video", "image", True),
    "microphone": Permission(_NAME + "RECORD_AUDIO", "Microphone", "record audio", "mic", True),
    "location": Permission(_NAME + "ACCESS_FINE_LOCATION", "Location", "access this device’s location", "location",
                           True),
    "contacts": Permission(_NAME + "READ_CONTACTS", "Contacts", "access your contacts", "contacts"),
    "calendar": Permission(_NAME + "READ_CALENDAR", "Calendar", "access your calendar", "calendar"),
    "sms": Permission(_NAME + "SEND_SMS", "SMS", "send and view SMS messages", "messages"),
    "phone": Permission(_NAME + "CALL_PHONE", "Phone", "make and manage phone calls", "phone"),
    "photos": Permission(_NAME + "READ_MEDIA_IMAGES", "Photos and videos", "access photos and videos on this device",
                         "image"),
    "audio": Permission(_NAME + "READ_MEDIA_AUDIO", "Music and audio", "access music and audio on this device",
                        "music"),
    "files": Permission(_NAME + "READ_EXTERNAL_STORAGE", "Files", "access files on this device", "folder"),
    "notifications": Permission(_NAME + "POST_NOTIFICATIONS", "Notifications", "send you notifications",
                                "notifications"),
}
"""The permissions that `ask` can ask for, by short name."""
# fmt: on


class Grant(NamedTuple):
    """A permission that a package has, with `once` only until its app is closed."""

    package: str
    permission: str
    once: bool = False


GRANTS: Final = Slice[tuple[Grant, ...]]("permissions")


class Asked(NamedTuple):
    """A permission that a package no longer has without a grant, since it was taken back once."""

    package: str
    permission: str


ASKED: Final = Slice[tuple[Asked, ...]]("permissions_asked")


class Request(NamedTuple):
    """An app's request for a permission, named as in `PERMISSIONS`; once allowed, the app gets the event again."""

    app: str
    permission: str
    event: AnyMessage


_STOCK = (("phone", "phone"), ("phone", "contacts"), ("messages", "sms"), ("messages", "contacts"),
          ("contacts", "contacts"), ("calendar", "calendar"), ("gallery", "photos"), ("files", "files"))  # fmt: skip


_USED: Mapping[str, tuple[str, ...]] = {
    "camera": ("camera", "microphone"), "maps": ("location",), "recorder": ("microphone",),
}  # fmt: skip
"""What apps ask for as they are used, as in `PERMISSIONS`; they have it where they needn't ask."""


def _package(app: str) -> str:
    return app_of("android", app).package


def _seed(rng: random.Random, now: float) -> tuple[Grant, ...]:
    """Returns the grants that the phone's own apps have from the start."""
    return tuple(sorted([Grant(_package(app), PERMISSIONS[name].name) for app, name in _STOCK]))


SEEDERS: Final[Mapping[str, Seeder]] = {GRANTS.name: _seed, ASKED.name: lambda rng, now: ()}


def of(machine: Machine | Context, package: str) -> tuple[str, ...]:
    """Returns Android's names of a package's permissions."""
    held = {row.permission for row in machine.get(GRANTS) if row.package == package}
    if not machine.get(PERMISSION_DIALOGS):
        asked = machine.get(ASKED)
        for app, names in _USED.items():
            wanted = [PERMISSIONS[name].name for name in names] if _package(app) == package else []
            held |= {name for name in wanted if Asked(package, name) not in asked}
    return tuple(sorted(held))


def for_now(machine: Machine, package: str) -> tuple[str, ...]:
    """Returns Android's names of the permissions that a package has only until it is closed."""
    return tuple([row.permission for row in machine.get(GRANTS) if row.package == package and row.once])


def granted(machine: Machine, package: str, permission: str) -> bool:
    """Returns whether a package has a permission, named as in ``android.permission.CAMERA``."""
    return permission in of(machine, package)


def grant(machine: Machine, package: str, permission: str, once: bool = False) -> None:
    """Grants a package a permission.

    Args:
        machine: The phone.
        package: The package.
        permission: Android's name of the permission.
        once: Whether it ends when the app is closed.
    """
    rows = [row for row in machine.get(GRANTS) if (row.package, row.permission) != (package, permission)]
    machine.put(GRANTS, tuple(sorted([*rows, Grant(package, permission, once)])))


def revoke(machine: Machine, package: str, permission: str) -> None:
    """Takes a permission back, if the package has it."""
    if permission not in of(machine, package):
        return
    rows = machine.get(GRANTS)
    kept = tuple([row for row in rows if (row.package, row.permission) != (package, permission)])
    if len(kept) < len(rows):
        machine.put(GRANTS, kept)
    machine.put(ASKED, tuple(sorted({*machine.get(ASKED), Asked(package, permission)})))


def end_once(machine: Machine, app: str) -> None:
    """Takes back the permissions of "Only this time", since the app has been closed."""
    if GRANTS.name in machine.slices:
        package = _package(app)
        for permission in for_now(machine, package):
            revoke(machine, package, permission)


def ask(context: Context, name: str, event: AnyMessage) -> bool:
    """Returns whether the app has a permission; if not, a dialog asks the person for it.

    A handler begins with ``if not ask(context, "camera", ("shutter",)): return``.

    Args:
        context: The app's hold on its machine.
        name: One of `PERMISSIONS`.
        event: The message being handled; the app gets it again once the person has allowed it.
    """
    machine = context.machine
    app, permission = context.window.app, PERMISSIONS[name].name
    package = _package(app)
    if not machine.get(PERMISSION_DIALOGS) and Asked(package, permission) not in machine.get(ASKED):
        return True
    if granted(machine, package, permission):
        return True
    machine.put(ABOVE, Page("permission", Request(app, name, event)))
    return False


def allow(machine: Machine, once: bool) -> None:
    """Grants the requested permission and sends the app its message again.

    Args:
        machine: The phone.
        once: Whether the grant ends when the app is closed.
    """
    request: Request = machine.get(ABOVE).arg
    machine.put(ABOVE, NOTHING_ABOVE)
    grant(machine, _package(request.app), PERMISSIONS[request.permission].name, once)
    machine.apps[request.app].update(Context(machine, request.app), request.event)


def deny(machine: Machine) -> None:
    """Closes the dialog; the app doesn't get its message again."""
    machine.put(ABOVE, NOTHING_ABOVE)
