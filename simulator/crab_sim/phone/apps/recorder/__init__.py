"""The phone's Recorder app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.recorder import intents
from crab_sim.phone.apps.recorder.data import BOOKMARKS, DATABASE, RECORDER, State, stop
from crab_sim.phone.media.library import recordings

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="recorder", name="Recorder", icon="mic", color=(214, 48, 49)),
    seeders={RECORDER: lambda rng, now: State(), BOOKMARKS: lambda rng, now: ()},
    databases=(DATABASE,),
    files=recordings,
    stop=stop,
    intents=intents.RULES,
)
