"""The phone's Files app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.files import data, intents
from crab_sim.phone.apps.files.data import Prefs

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="files", name="Files", icon="folder", color=(25, 118, 210)),
    seeders={data.PREFS: lambda rng, now: Prefs(), data.FAVOURITES: lambda rng, now: ()},
    intents=intents.RULES,
    categories=("APP_FILES",),
)
