"""Pictures that people send or give their contacts, in an album of the Gallery."""

from __future__ import annotations

from crab_gym.backends.base import PhoneSetup
from crab_sim.devices.media import photo
from crab_tasks.kits.android.files.state import STORAGE

__all__ = ["SCENES", "plant_portraits", "portrait"]

SCENES = ("bicycle", "bridge", "cake", "cat", "lighthouse", "plant", "waves")
"""What the pictures show, which is their name."""


def portrait(scene: str) -> bytes:
    """Returns the data of the picture that shows something."""
    return photo(scene, 1_750_000_000.0)


def plant_portraits(phone: PhoneSetup) -> None:
    """Puts all pictures into the album."""
    for scene in SCENES:
        phone.write_file(f"{STORAGE}/Pictures/Portraits/{scene}.jpg", portrait(scene))
