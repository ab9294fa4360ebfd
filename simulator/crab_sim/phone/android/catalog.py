"""The phone's packages and activities, and the app that answers to each.

The table of apps (`crab_sim.devices.apps`) names the packages; this adds those of the system that have no icon.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from crab_sim.devices.apps import APPS
from crab_sim.machine.slices import Slice
from crab_sim.phone.apps import APPS as INSTALLED
from crab_sim.phone.intents import Component

__all__ = [
    "SYSTEM_PACKAGES", "activity_of", "app_of", "component", "has_activity", "package_of", "packages",
    "packages_of",
    "parse_component", "process_id", "task_id",
]  # fmt: skip

DISABLED_PACKAGES: Final = Slice[tuple[str, ...]]("disabled_packages")

SYSTEM_PACKAGES: Final = (
    "android", "com.android.bluetooth", "com.android.inputmethod.latin", "com.android.permissioncontroller",
    "com.android.phone", "com.android.providers.calendar", "com.android.providers.contacts",
    "com.android.providers.downloads", "com.android.providers.media.module", "com.android.providers.settings",
    "com.android.providers.telephony", "com.android.server.telecom", "com.android.shell", "com.android.systemui",
    "com.android.adbkeyboard", "com.google.android.inputmethod.latin",
)  # fmt: skip
"""Packages without an icon."""
_ROWS = {row.id: row for row in APPS if row.device == "android"}
_FIRST_PID = 2000
_CLASS = re.compile(r"[A-Za-z_][\w$]*(\.[A-Za-z_][\w$]*)+", re.ASCII)


@cache
def _packages() -> Mapping[str, str]:
    found = {}
    for row in _ROWS.values():
        if row.id in INSTALLED or row.id == "launcher":
            found.update(dict.fromkeys((row.package, *row.aliases), row.id))
    return found


def packages() -> Mapping[str, str]:
    """Returns the packages of the installed apps, with their aliases: package -> app id."""
    return _packages()


def app_of(package: str) -> str:
    """Returns the id of the app that a package is, ``""`` where there is none.

    >>> app_of("com.google.android.contacts"), app_of("com.example.nothing")
    ('contacts', '')
    """
    return _packages().get(package, "")


def package_of(app: str) -> str:
    """Returns the package of an app."""
    return _ROWS[app].package


def packages_of(app: str) -> tuple[str, ...]:
    """Returns the package of an app, and its aliases."""
    return (_ROWS[app].package, *_ROWS[app].aliases)


def activity_of(app: str, package: str = "") -> Component:
    """Returns the activity that a launcher starts."""
    row = _ROWS[app]
    package = package or row.package
    return Component(package, f"{package}{row.activity}" if row.activity.startswith(".") else row.activity)


def component(app: str, package: str = "") -> str:
    """Returns the activity that a launcher starts, in the short form.

    >>> component("settings"), component("launcher")
    ('com.android.settings/.Settings', 'com.android.launcher3/.Launcher')
    """
    return activity_of(app, package).short


def parse_component(text: str) -> Component | None:
    """Returns the component that a text such as ``org.tasks/.MainActivity`` names, None if it names none.

    >>> str(parse_component("com.android.settings/.Settings"))
    'com.android.settings/com.android.settings.Settings'
    """
    package, slash, name = text.partition("/")
    if not slash or not package or not name:
        return None
    return Component(package, package + name if name.startswith(".") else name)


def has_activity(wanted: Component) -> bool:
    """Returns whether there is such an activity: any well-formed name in a package that is an app.

    Clients know an app's activities from different versions of it, so no list of names would do.
    """
    return bool(app_of(wanted.package)) and _CLASS.fullmatch(wanted.name) is not None


def task_id(app: str) -> int:
    """Returns the number of an app's task."""
    return 1 if app == "launcher" else 10 + list(_ROWS).index(app)


def process_id(app: str) -> int:
    """Returns the process id of an app that runs."""
    return _FIRST_PID + 37 * list(_ROWS).index(app)
