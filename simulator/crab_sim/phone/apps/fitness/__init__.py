"""The phone's Fitness app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.fitness import data

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="fitness", name="Fitness", icon="run", color=(0, 121, 107)),
    seeders={data.TRACKS: data.seed, data.RECORDING: lambda rng, now: None},
    databases=(data.DATABASE,),
    categories=("APP_FITNESS",),
)
