"""The phone's Messages app."""

from __future__ import annotations

from importlib import import_module

from crab_sim.machine.app import Context, deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.messages import intents
from crab_sim.phone.apps.messages.data import ARRIVALS, DRAFTS, MESSAGES, due, seed, seed_drafts, tick
from crab_sim.phone.system.network import RADIOS

__all__ = ["APP"]


def _typed(context: Context) -> None:
    import_module(f"{__name__}.app").keep(context)


APP = PhoneApp(
    deferred(f"{__name__}.app", id="messages", name="Messages", icon="messages", color=(11, 128, 67))._replace(
        typed=_typed
    ),
    seeders={MESSAGES: seed, DRAFTS: seed_drafts},
    due=due,
    tick=tick,
    timed=(ARRIVALS, *RADIOS),
    shares={"text": lambda text: ("share", text)},
    intents=intents.RULES,
    categories=("APP_MESSAGING",),
)
