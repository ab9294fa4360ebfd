"""Permissions of the installed apps, and their requests for more.

* `granted`, `grant`, `revoke`, `of` - the grants, by package and Android's name of a permission.
* `ask` - called by an app before it does something that needs a permission.

Apps only ask while the slice ``"permission_dialogs"`` is True; otherwise everything is allowed.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final, NamedTuple

from crab_sim.devices.apps import app_of
from crab_sim.machine.app import Context
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import Slice
from crab_sim.phone.system.above import ABOVE, NOTHING_ABOVE
from crab_sim.ui import AnyMessage, Page

__all__ = [
    "PERMISSIONS", "Grant", "Permission", "Request", "allow", "ask", "deny", "end_once", "grant", "granted", "of",
    "revoke", "seed",
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


class Request(NamedTuple):
    """An app's request for a permission, named as in `PERMISSIONS`; once allowed, the app gets the event again."""

    app: str
    permission: str
    event: AnyMessage


_STOCK = (("phone", "phone"), ("phone", "contacts"), ("messages", "sms"), ("messages", "contacts"),
          ("contacts", "contacts"), ("calendar", "calendar"), ("gallery", "photos"), ("files", "files"))  # fmt: skip


def seed(rng: random.Random, now: float) -> tuple[Grant, ...]:
    """Returns the grants that the phone's own apps have from the start."""
    return tuple(sorted([Grant(_package(app), PERMISSIONS[name].name) for app, name in _STOCK]))


def _package(app: str) -> str:
    return app_of("android", app).package


def of(machine: Machine, package: str) -> tuple[str, ...]:
    """Returns Android's names of a package's permissions."""
    return tuple([row.permission for row in machine.get(GRANTS) if row.package == package])


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
    rows = [row for row in machine.get(GRANTS) if (row.package, row.permission) != (package, permission)]
    machine.put(GRANTS, tuple(rows))


def end_once(machine: Machine, app: str) -> None:
    """Takes back the permissions of "Only this time", since the app has been closed."""
    if machine.get(PERMISSION_DIALOGS):
        rows, package = machine.get(GRANTS), _package(app)
        machine.put(GRANTS, tuple([row for row in rows if not (row.once and row.package == package)]))


def ask(context: Context, name: str, event: AnyMessage) -> bool:
    """Returns whether the app has a permission; if not, a dialog asks the person for it.

    A handler begins with ``if not ask(context, "camera", ("shutter",)): return``.

    Args:
        context: The app's hold on its machine.
        name: One of `PERMISSIONS`.
        event: The message being handled; the app gets it again once the person has allowed it.
    """
    machine = context.machine
    if not machine.get(PERMISSION_DIALOGS):
        return True
    app = context.window.app
    if granted(machine, _package(app), PERMISSIONS[name].name):
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
