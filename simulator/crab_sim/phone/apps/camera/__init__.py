"""The phone's Camera app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.camera import intents
from crab_sim.phone.apps.camera.data import CAMERA, State, stop

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="camera", name="Camera", icon="camera", color=(60, 64, 67), dark=("main",)),
    seeders={CAMERA: lambda rng, now: State()},
    stop=stop,
    intents=intents.RULES,
)
