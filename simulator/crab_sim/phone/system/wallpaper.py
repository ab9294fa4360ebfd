"""The picture behind the home screen and the lock screen, which the owner may choose.

State: slice ``"wallpaper"``, a `Wallpaper`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.devices.facts import content_digest
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import Slice

__all__ = ["OWN_WALLPAPER", "WALLPAPER", "Wallpaper", "set_wallpaper"]


class Wallpaper(NamedTuple):
    """A chosen picture: the digest of its data, and the data; both are empty for the phone's own."""

    digest: str = ""
    data: bytes = b""


OWN_WALLPAPER: Final = Wallpaper()
WALLPAPER: Final = Slice[Wallpaper]("wallpaper", volatile={"data": "its digest stands for it"})


def set_wallpaper(machine: Machine, data: bytes) -> None:
    """Sets a picture, such as a photo, as the wallpaper."""
    machine.put(WALLPAPER, Wallpaper(content_digest(data), data))
