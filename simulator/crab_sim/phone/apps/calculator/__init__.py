"""The phone's Calculator app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.calculator.data import CALCULATIONS, seed

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="calculator", name="Calculator", icon="calculator", color=(52, 70, 84)),
    seeders={CALCULATIONS: seed},
    categories=("APP_CALCULATOR",),
)
