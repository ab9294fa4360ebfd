"""The phone's Browser app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.browser import intents
from crab_sim.phone.apps.browser.data import (
    BOOKMARKS,
    DATABASE,
    DOWNLOADS,
    FORMS,
    FORMS_SENT,
    HISTORY,
    TABS,
    Tabs,
    seed_bookmarks,
    seed_history,
)
from crab_sim.phone.apps.browser.local import LOCAL, WANTED
from crab_sim.phone.apps.browser.reconnecting import due, tick
from crab_sim.phone.system.network import RADIOS

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="browser", name="Browser", icon="language", color=(52, 120, 196)),
    seeders={
        TABS: lambda rng, now: Tabs(),
        HISTORY: seed_history,
        BOOKMARKS: seed_bookmarks,
        DOWNLOADS: lambda rng, now: (),
        FORMS_SENT: lambda rng, now: (),
        LOCAL: lambda rng, now: (),
        WANTED: lambda rng, now: (),
    },
    due=due,
    tick=tick,
    timed=RADIOS,
    databases=(DATABASE, FORMS),
    intents=intents.RULES,
    categories=("APP_BROWSER",),
)
