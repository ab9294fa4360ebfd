"""Profiles of the phone: which of the phones that clients know it passes for.

An app imitates several that exist, and has a package for each; the profile says by which one it is known where nobody
has asked for another, where the camera puts photos and videos, and what clients look for on a screen. It is part of the
phone, as its screen is: booting another seed keeps it.

* `Profile`, `PROFILES` - the profiles, by name. `profile_of` - a phone's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from crab_sim.devices.apps import app_of
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import Slice

__all__ = ["PROFILE", "PROFILES", "Profile", "ProfileName", "profile_of"]

ProfileName: TypeAlias = Literal["own", "androidworld"]
PROFILE: Final = Slice[ProfileName]("profile", volatile="set by the reset alone")


class Profile(NamedTuple):
    """What clients find on a phone.

    Attributes:
        packages: The packages of the apps that aren't known by their first one, by the apps' ids.
        photos: The camera's folder for photos, on the shared storage.
        videos: Its folder for videos.
        send: What the button says that sends a text message.
    """

    packages: Mapping[str, str] = {}
    photos: str = "DCIM/Camera"
    videos: str = "DCIM/Camera"
    send: str = "Send SMS"

    def package(self, app: str) -> str:
        """Returns the package by which an app is known."""
        return self.packages.get(app) or app_of("android", app).package


PROFILES: Final[Mapping[ProfileName, Profile]] = {
    "own": Profile(),
    "androidworld": Profile(
        {
            "phone": "com.google.android.dialer", "messages": "com.simplemobiletools.smsmessenger",
            "contacts": "com.google.android.contacts", "calendar": "com.simplemobiletools.calendar.pro",
            "gallery": "com.simplemobiletools.gallery.pro", "maps": "net.osmand", "tasks": "org.tasks",
        },
        "Pictures",
        "Movies",
        "SMS",
    ),
}  # fmt: skip
"""The profiles: ours, and the packages and folders in which AndroidWorld's tasks look."""


def profile_of(machine: Machine) -> Profile:
    """Returns the profile of a phone."""
    return PROFILES[machine.peek(PROFILE, "own")]
