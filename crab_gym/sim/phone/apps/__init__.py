"""The phone's installed apps, one folder each, and their content, databases and files together.

The order of `INSTALLED` is that of the home screen.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import accumulate

from crab_gym.devices.apps import APPS as ALL_APPS
from crab_gym.sim.content import words
from crab_gym.sim.files import Files
from crab_gym.sim.files.entries import Directory, Entry, File, Link
from crab_gym.sim.machine.app import AppSpec
from crab_gym.sim.machine.chance import Chance
from crab_gym.sim.machine.machine import Seeder
from crab_gym.sim.phone.app import SDCARD, Database, PhoneApp
from crab_gym.sim.phone.apps.browser import app as browser
from crab_gym.sim.phone.apps.calculator import app as calculator
from crab_gym.sim.phone.apps.calendar import app as calendar
from crab_gym.sim.phone.apps.camera import app as camera
from crab_gym.sim.phone.apps.clock import app as clock
from crab_gym.sim.phone.apps.contacts import app as contacts
from crab_gym.sim.phone.apps.drive import app as drive
from crab_gym.sim.phone.apps.expense import app as expense
from crab_gym.sim.phone.apps.files import app as files
from crab_gym.sim.phone.apps.fitness import app as fitness
from crab_gym.sim.phone.apps.gallery import app as gallery
from crab_gym.sim.phone.apps.mail import app as mail
from crab_gym.sim.phone.apps.maps import app as maps
from crab_gym.sim.phone.apps.markdown import app as markdown
from crab_gym.sim.phone.apps.messages import app as messages
from crab_gym.sim.phone.apps.music import app as music
from crab_gym.sim.phone.apps.notebook import app as notebook
from crab_gym.sim.phone.apps.notes import app as notes
from crab_gym.sim.phone.apps.phone import app as phone
from crab_gym.sim.phone.apps.recipes import app as recipes
from crab_gym.sim.phone.apps.recorder import app as recorder
from crab_gym.sim.phone.apps.settings import app as settings
from crab_gym.sim.phone.apps.tasks import app as tasks
from crab_gym.sim.phone.apps.video import app as video

__all__ = ["APPS", "DATABASES", "INSTALLED", "SEEDERS", "seed_files"]

INSTALLED: Sequence[PhoneApp] = (
    phone.APP,
    messages.APP,
    browser.APP,
    camera.APP,
    contacts.APP,
    calendar.APP,
    clock.APP,
    mail.APP,
    gallery.APP,
    files.APP,
    maps.APP,
    notes.APP,
    markdown.APP,
    notebook.APP,
    tasks.APP,
    drive.APP,
    expense.APP,
    recipes.APP,
    music.APP,
    video.APP,
    recorder.APP,
    fitness.APP,
    calculator.APP,
    settings.APP,
)

_FOLDERS = (
    "Alarms", "Android/data", "Audiobooks", "DCIM/Camera", "Documents", "Download", "Movies", "Music", "Notifications",
    "Pictures", "Podcasts", "Recordings", "Ringtones",
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
    for app in INSTALLED:
        if app.files is not None:
            for file in app.files(Chance(rng.random()), now):
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
    if row.device == "android" and row.id in [app.spec.id for app in INSTALLED]
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
APPS: Mapping[str, AppSpec] = {app.spec.id: app.spec for app in INSTALLED}
SEEDERS: Mapping[str, Seeder] = {slice.name: seeder for app in INSTALLED for slice, seeder in app.seeders.items()}
DATABASES: Sequence[Database] = tuple(database for app in INSTALLED for database in app.databases)
