"""The phone's Maps app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.maps import intents
from crab_sim.phone.apps.maps.data import (
    DATABASE,
    LOCATION,
    MARKERS,
    RECENT,
    seed_files,
    seed_location,
    seed_markers,
    seed_recent,
)

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="maps", name="Maps", icon="location", color=(30, 142, 92)),
    seeders={
        LOCATION: seed_location,
        MARKERS: seed_markers,
        RECENT: seed_recent,
    },
    databases=(DATABASE,),
    files=seed_files,
    shares={"text": lambda text: ("search", text.split("\n")[0])},
    intents=intents.RULES,
    categories=("APP_MAPS",),
)
