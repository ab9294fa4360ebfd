"""The phone's Notes app."""

from __future__ import annotations

from importlib import import_module

from crab_sim.machine.app import Context, deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.notes import intents
from crab_sim.phone.apps.notes.data import DATABASE, NOTES, seed

__all__ = ["APP"]


def _typed(context: Context) -> None:
    if context.page.name == "note":
        import_module(f"{__name__}.editor").remember(context)


APP = PhoneApp(
    deferred(f"{__name__}.app", id="notes", name="Notes", icon="notes", color=(240, 160, 0))._replace(typed=_typed),
    seeders={NOTES: seed},
    databases=(DATABASE,),
    shares={"text": lambda text: ("add", "", text)},
    intents=intents.RULES,
)
