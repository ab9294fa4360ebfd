"""The phone's MiniWoB app, which shows one small page at a time: data that a task writes into its database."""

from __future__ import annotations

from importlib import import_module

from crab_sim.machine.app import Context, deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.miniwob.data import DATABASE, PLAY, seed

__all__ = ["APP"]


def _begin(context: Context) -> None:
    import_module(f"{__name__}.app").begin(context)


def _typed(context: Context) -> None:
    import_module(f"{__name__}.app").typed(context)


APP = PhoneApp(
    deferred(f"{__name__}.app", id="miniwob", name="MiniWoB", icon="grid", color=(196, 154, 0))._replace(
        begin=_begin, typed=_typed
    ),
    seeders={PLAY: seed},
    databases=(DATABASE,),
)
