"""The phone's Calendar app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.calendar import data, intents

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="calendar", name="Calendar", icon="calendar", color=(48, 99, 205)),
    seeders={data.EVENTS: data.seed, data.REMINDED: data.seed_reminded},
    databases=(data.DATABASE,),
    due=data.due,
    tick=data.tick,
    timed=(data.EVENTS, data.REMINDED),
    intents=intents.RULES,
    categories=("APP_CALENDAR",),
)
