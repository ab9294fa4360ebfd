"""The phone's Messages app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.messages import intents
from crab_sim.phone.apps.messages.data import DRAFTS, MESSAGES, seed, seed_drafts

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="messages", name="Messages", icon="messages", color=(11, 128, 67)),
    seeders={MESSAGES: seed, DRAFTS: seed_drafts},
    shares={"text": lambda text: ("share", text)},
    intents=intents.RULES,
    categories=("APP_MESSAGING",),
)
