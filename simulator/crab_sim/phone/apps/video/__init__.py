"""The phone's Videos app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.video import data, intents
from crab_sim.phone.apps.video.data import Player
from crab_sim.phone.media.library import videos

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="video", name="Videos", icon="video", color=(239, 108, 0), dark=("player",)),
    seeders={data.LIBRARY: data.seed, data.PLAYER: lambda rng, now: Player()},
    databases=(data.DATABASE,),
    files=videos,
    intents=intents.RULES,
)
