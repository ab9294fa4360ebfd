"""The phone's Clock app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.clock import data, intents, watch_database
from crab_sim.phone.apps.clock.data import Stopwatch

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="clock", name="Clock", icon="clock", color=(38, 70, 120)),
    seeders={
        data.ALARMS: data.seed_alarms,
        data.ALARM_STATE: data.seed_state,
        data.CITIES: data.seed_cities,
        data.SOUNDS: lambda rng, now: (),
        data.TIMERS: lambda rng, now: (),
        data.STOPWATCH: lambda rng, now: Stopwatch(),
    },
    databases=(data.DATABASE, watch_database.DATABASE),
    due=data.due,
    tick=data.tick,
    timed=(data.ALARMS, data.ALARM_STATE, data.TIMERS),
    intents=intents.RULES,
)
