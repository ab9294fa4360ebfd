"""The phone's Recipes app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.recipes.data import DATABASE, RECIPES, seed

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="recipes", name="Recipes", icon="cooking", color=(64, 134, 62)),
    seeders={RECIPES: seed},
    databases=(DATABASE,),
)
