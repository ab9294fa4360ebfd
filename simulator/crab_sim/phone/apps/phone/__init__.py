"""The phone's Phone app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.phone import data as phone_data
from crab_sim.phone.apps.phone import intents
from crab_sim.phone.apps.phone.voicemail import VOICEMAILS
from crab_sim.phone.system.blocked import BLOCKED
from crab_sim.phone.system.network import RADIOS

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="phone", name="Phone", icon="phone", color=(30, 142, 62)),
    seeders={
        phone_data.CALLS: phone_data.seed,
        phone_data.CALL: phone_data.seed_call,
        BLOCKED: lambda rng, now: (),
        VOICEMAILS: lambda rng, now: (),
    },
    due=phone_data.due,
    tick=phone_data.tick,
    timed=(phone_data.CALL, *RADIOS),
    intents=intents.RULES,
)
