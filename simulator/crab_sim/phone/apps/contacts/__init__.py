"""The phone's Contacts app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.contacts import intents
from crab_sim.phone.apps.contacts.data import CONTACTS, GROUPS, seed

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="contacts", name="Contacts", icon="contacts", color=(26, 115, 232)),
    seeders={CONTACTS: seed, GROUPS: lambda rng, now: ()},
    intents=intents.RULES,
    categories=("APP_CONTACTS",),
)
