"""The phone's installed apps, one folder each, and their content, databases and files together.

An app is its row in the table of apps (`crab_sim.devices.apps`) and the folder here with the row's id, a package with
a `PhoneApp` named ``APP``; its views and handlers in ``app.py`` are loaded when it is opened. The order of the rows is
that of the home screen. Apps from outside come last, each in the module that its row names.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from itertools import accumulate
from typing import Any

from crab_sim.content import words
from crab_sim.devices import outside
from crab_sim.devices.apps import APPS as ALL_APPS
from crab_sim.devices.apps import App
from crab_sim.devices.seeds import seed_of
from crab_sim.files import Files
from crab_sim.files.entries import Directory, Entry, File, Link
from crab_sim.machine.app import AppSpec
from crab_sim.machine.chance import Chance
from crab_sim.machine.memory import Seeder
from crab_sim.machine.outside import fitting
from crab_sim.phone.app import SDCARD, Database, PhoneApp

__all__ = ["APPS", "DATABASES", "INSTALLED", "SEEDERS", "seed_files", "with_icon"]


def _installed() -> Iterator[PhoneApp]:
    """Yields the app of each row of the table of apps: ours from the folder beside this file with the row's id."""
    for row in ALL_APPS:
        if row.device == "android" and row.version:
            yield _from_outside(row) if row.module else import_module(f"{__name__}.{row.id}").APP


def _from_outside(row: App) -> PhoneApp:
    """Returns an app from outside.

    Raises:
        outside.Misfit: It isn't what its row says, or a database of it lies in another app's folder.
    """
    app: PhoneApp = outside.load(row, PhoneApp)[0]
    fitting(row, app.spec, app.seeders)
    folder = f"/data/data/{row.package}/databases/"
    for database in app.databases:
        if not database.path.startswith(folder):
            said = f"the app {row.id!r} from {row.source} has the database {database.path!r}"
            raise outside.Misfit(f"{said}; expected one in {folder}")
    return app


INSTALLED: Sequence[PhoneApp] = tuple(_installed())

_OUTSIDE = frozenset(row.id for row in ALL_APPS if row.device == "android" and row.module)
_DRAWN_LAST = ("maps",)  # so that the other apps have the same files as before it had any
_FOLDERS = (
    "Alarms", "Android/data/net.osmand/files/favorites", "Android/data/net.osmand/files/tracks", "Audiobooks",
    "DCIM/Camera", "Documents", "Download", "Movies", "Music", "Notifications", "Pictures", "Podcasts", "Recordings",
    "Ringtones",
)  # fmt: skip
_USER = "u0_a158"
_SYSTEM = (
    "/data/local/tmp", "/data/media", "/data/user", "/system/bin", "/dev", "/proc", "/cache", "/mnt", "/storage/self",
)  # fmt: skip
_LINKS = {
    "/sdcard": Link(SDCARD),
    "/data/media/0": Link(SDCARD),
    "/data/user/0": Link("/data/data"),
    "/mnt/sdcard": Link(SDCARD),
    "/storage/self/primary": Link(SDCARD),
}


def seed_files(rng: random.Random, now: float) -> Files:
    """Returns the phone's file system: Android's folders, the files of the installed apps, a few documents."""
    files: dict[str, Entry] = {}

    def write(path: str, data: bytes, age: float) -> None:
        folder = path.rpartition("/")[0]
        while folder and folder not in files:
            files[folder] = Directory(now - age, 0o771, _owner(folder))
            folder = folder.rpartition("/")[0]
        files[path] = File(data, float(int(now - age)), 0o660, _USER)

    for noun in rng.sample(words.NOUNS, 2):
        text = f"{rng.choice(words.SENTENCES)}\n{rng.choice(words.SENTENCES)}\n"
        write(f"{SDCARD}/Documents/{noun}.txt", text.encode(), 86_400)
    for app in sorted(INSTALLED, key=lambda app: app.spec.id in _DRAWN_LAST):
        if app.files is not None and app.spec.id not in _OUTSIDE:
            for file in app.files(Chance(seed_of(rng.random())), now):
                write(*file)
    number = rng.random()
    for app in INSTALLED:
        if app.files is not None and app.spec.id in _OUTSIDE:  # no other app's files depend on them
            for file in app.files(Chance(f"{number}:{app.spec.id}"), now):
                write(*file)
    made = {owner: Directory(now - 90 * 86_400, 0o771, owner) for owner in ("root", _USER)}
    for folder, owner in _OWNERS.items():
        files.setdefault(folder, made[owner])
    files.update(_LINKS)
    return Files().plant(sorted(files.items()))


def _owner(folder: str) -> str:
    return _USER if folder.startswith(SDCARD) else "root"


_PACKAGES = tuple(
    package
    for row in ALL_APPS
    if row.device == "android" and not row.hidden and row.id in [app.spec.id for app in INSTALLED]
    for package in (row.package, *row.aliases)
)
_PATHS = (*(f"{SDCARD}/{name}" for name in _FOLDERS), *_SYSTEM, *(f"/data/data/{package}" for package in _PACKAGES))
_OWNERS = {
    folder: _owner(folder)
    for path in _PATHS
    for folder in accumulate(path.split("/")[1:], "{}/{}".format, initial="")
    if folder
}
"""Whose Android's folders are, and those in which they lie."""
APPS: Mapping[str, AppSpec[Any]] = {app.spec.id: app.spec for app in INSTALLED}
_HIDDEN = frozenset(row.id for row in ALL_APPS if row.device == "android" and row.hidden)
SEEDERS: Mapping[str, Seeder] = {slice.name: seeder for app in INSTALLED for slice, seeder in app.seeders.items()}
DATABASES: Sequence[Database] = tuple(database for app in INSTALLED for database in app.databases)


def with_icon(apps: Mapping[str, AppSpec[Any]]) -> list[AppSpec[Any]]:
    """Returns the apps that have an icon."""
    return [app for name, app in apps.items() if name not in _HIDDEN]
