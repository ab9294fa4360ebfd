"""The phone's Gallery app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.gallery import data, intents
from crab_sim.phone.apps.gallery.data import Library
from crab_sim.phone.media.library import photos
from crab_sim.phone.system.wallpaper import OWN_WALLPAPER, WALLPAPER

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="gallery", name="Gallery", icon="image", color=(219, 68, 55), dark=("photo",)),
    seeders={data.LIBRARY: lambda rng, now: Library(), WALLPAPER: lambda rng, now: OWN_WALLPAPER},
    files=photos,
    intents=intents.RULES,
    categories=("APP_GALLERY",),
)
