"""The phone's Draw app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.draw.data import DRAWING, Drawing

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="draw", name="Draw", icon="brush", color=(239, 108, 0)),
    seeders={DRAWING: lambda rng, now: Drawing()},
)
