"""The phone's Drive app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.drive.data import DATABASE, DRIVE, UPLOADS, due, seed, tick
from crab_sim.phone.system.network import RADIOS

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="drive", name="Drive", icon="drive", color=(24, 128, 90)),
    seeders={DRIVE: seed, UPLOADS: lambda rng, now: ()},
    due=due,
    tick=tick,
    timed=(UPLOADS, *RADIOS),
    databases=(DATABASE,),
    shares={
        "image": lambda path: ("upload", path),
        "file": lambda path: ("upload", path),
        "text": lambda text: ("text", text),
    },
)
